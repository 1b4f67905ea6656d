import { LineLost, Refused } from '../../shared/api.ts'
import { newKey } from '../../shared/keys.ts'

/** Whether the same request can still be carried out, or was already: it is then sent again with the same key. */
const isUnsettled = (error: unknown): boolean =>
  error instanceof LineLost ||
  (error instanceof Refused &&
    (error.status >= 500 || error.status === 429 || error.status === 401 || error.code === 'idempotency_in_progress'))

/** Idempotency-Keys of commands: what is pressed again because nobody knows whether it arrived has the key of the first time. */
export class CommandKeys {
  readonly #open = new Map<string, string>()

  keyOf(command: string): string {
    const key = this.#open.get(command) ?? newKey()
    this.#open.set(command, key)
    return key
  }

  /** How a command ended: `error` is what was thrown, absent when it was done. */
  settle(command: string, error?: unknown): void {
    if (!isUnsettled(error)) this.#open.delete(command)
  }
}
