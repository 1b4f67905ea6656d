import { LineLost, Refused } from '../../shared/api.ts'
import { newKey } from '../../shared/keys.ts'

/** Returns whether the request has taken effect or may still do so. If so, a repetition must use the same key. */
const isUnsettled = (error: unknown): boolean =>
  error instanceof LineLost ||
  (error instanceof Refused &&
    (error.status >= 500 || error.status === 429 || error.status === 401 || error.code === 'idempotency_in_progress'))

const LIFE_MS = 3_600_000

/** Returns a short name of a command without its personal data, because names are stored. `crypto.subtle` needs HTTPS, see newKey. */
const shortName = (command: string): string => {
  let [a, b] = [1, 2]
  for (let i = 0; i < command.length; i++) {
    a = Math.imul(a ^ command.charCodeAt(i), 2_654_435_761)
    b = Math.imul(b ^ command.charCodeAt(i), 1_597_334_677)
    a ^= a >>> 15
    b ^= b >>> 13
  }
  return `${a >>> 0}-${b >>> 0}`
}

/**
 * The Idempotency-Keys of commands. If the outcome of a command is unknown, pressing its button again reuses the first key. With a name, the
 * keys survive a reload of the page for an hour, and the first success ends all of them: what follows is another command.
 */
export class CommandKeys {
  readonly #name: string | null
  readonly #open: Map<string, { key: string; at: number }>

  constructor(name: string | null = null) {
    this.#name = name
    const stored: [string, { key: string; at: number }][] = name === null ? [] : JSON.parse(sessionStorage.getItem(name) ?? '[]')
    this.#open = new Map(stored.filter(([, { at }]) => at > Date.now() - LIFE_MS))
  }

  keyOf(command: string): string {
    const one = this.#open.get(shortName(command)) ?? { key: newKey(), at: Date.now() }
    this.#open.set(shortName(command), one)
    this.#store()
    return one.key
  }

  /** Records the end of a command. `error` is what was thrown; absent on success. */
  settle(command: string, error?: unknown): void {
    if (error === undefined && this.#name !== null) this.#open.clear()
    else if (!isUnsettled(error)) this.#open.delete(shortName(command))
    this.#store()
  }

  #store(): void {
    if (this.#name === null) return
    if (this.#open.size === 0) sessionStorage.removeItem(this.#name)
    else sessionStorage.setItem(this.#name, JSON.stringify([...this.#open]))
  }
}
