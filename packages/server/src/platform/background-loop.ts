// Work in the background that is done in passes: one after another, with a rest between them, until the process stops.
import { Unavailable } from './db.ts'

export class BackgroundLoop {
  #stopped = false
  #endRest: () => void = () => {}

  /** For a pass of many statements to look at between two of them. */
  get stopped(): boolean {
    return this.#stopped
  }

  /**
   * Runs `pass` every `rest_ms` until `stop`, and resolves when the last pass has ended. A pass that throws is reported to `onError` and
   * tried again after the rest. That the database is unavailable is not reported: it shows everywhere else already.
   */
  async run(rest_ms: number, pass: () => Promise<void>, onError: (error: unknown) => void): Promise<void> {
    while (!this.#stopped) {
      try {
        await pass()
      } catch (error) {
        if (!(error instanceof Unavailable)) onError(error)
      }
      await this.rest(rest_ms)
    }
  }

  /** Waits, but no longer than until `stop`. */
  rest(ms: number): Promise<void> {
    if (this.#stopped) return Promise.resolve()
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#endRest = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** The rest that is now, if there is one, is over. */
  wake(): void {
    this.#endRest()
  }

  stop(): void {
    this.#stopped = true
    this.#endRest()
  }
}
