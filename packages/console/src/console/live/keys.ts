import { LineLost, Refused } from '../../shared/api.ts'
import { newKey } from '../../shared/keys.ts'

/** Returns whether the request has taken effect or may still do so. If so, a repetition must use the same key. */
const isUnsettled = (error: unknown): boolean =>
  error instanceof LineLost ||
  (error instanceof Refused &&
    (error.status >= 500 || error.status === 429 || error.status === 401 || error.code === 'idempotency_in_progress'))

/**
 * The Idempotency-Keys of commands. If the outcome of a command is unknown, pressing its button again reuses the first key. With a name, the
 * keys survive a reload of the page.
 */
export class CommandKeys {
  readonly #name: string | null
  readonly #open: Map<string, string>

  constructor(name: string | null = null) {
    this.#name = name
    this.#open = new Map(name === null ? [] : JSON.parse(sessionStorage.getItem(name) ?? '[]'))
  }

  keyOf(command: string): string {
    const key = this.#open.get(command) ?? newKey()
    this.#open.set(command, key)
    this.#store()
    return key
  }

  /** Records the end of a command. `error` is what was thrown; absent on success. */
  settle(command: string, error?: unknown): void {
    if (!isUnsettled(error)) this.#open.delete(command)
    this.#store()
  }

  #store(): void {
    if (this.#name === null) return
    if (this.#open.size === 0) sessionStorage.removeItem(this.#name)
    else sessionStorage.setItem(this.#name, JSON.stringify([...this.#open]))
  }
}
