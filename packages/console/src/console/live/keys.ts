import { LineLost, Refused } from '../../shared/api.ts'
import { newKey } from '../../shared/keys.ts'

/** Returns whether the request has taken effect or may still do so. If so, a repetition must use the same key. */
const isUnsettled = (error: unknown): boolean =>
  error instanceof LineLost ||
  (error instanceof Refused &&
    (error.status >= 500 || error.status === 429 || error.status === 401 || error.code === 'idempotency_in_progress'))

/** The Idempotency-Keys of commands. If the outcome of a command is unknown, pressing its button again reuses the first key. */
export class CommandKeys {
  readonly #open = new Map<string, string>()

  keyOf(command: string): string {
    const key = this.#open.get(command) ?? newKey()
    this.#open.set(command, key)
    return key
  }

  /** Records the end of a command. `error` is what was thrown; absent on success. */
  settle(command: string, error?: unknown): void {
    if (!isUnsettled(error)) this.#open.delete(command)
  }
}
