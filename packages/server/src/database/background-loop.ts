// Runs background work in passes: one after another, with a rest between them, until the process stops.
import type { CommitNotifier } from './commit-notifier.ts'
import { Unavailable } from './db.ts'

export class BackgroundLoop {
  #stopped = false
  #endRest: () => void = () => {}

  /** Whether `stop` was called. A long pass checks this between two statements. */
  get stopped(): boolean {
    return this.#stopped
  }

  /**
   * Runs `pass` every `rest_ms` until `stop`, and resolves when the last pass has ended. A pass that throws is reported to `onError` and
   * tried again after the rest. An unavailable database is not reported here, because other parts of the service already report it.
   */
  async run(rest_ms: number, pass: () => Promise<void>, onError: (error: unknown) => void): Promise<void> {
    while (!this.#stopped) {
      await this.#attempt(pass, onError)
      await this.rest(rest_ms)
    }
  }

  /**
   * Like `run`, for work that commits announce with the notifier. It rests for `least_ms` after a pass that returned true or failed, after
   * a notification, and while notifications cannot arrive. Otherwise it rests for `most_ms`.
   */
  async runOnNotifications(
    notifier: Pick<CommitNotifier, 'listen' | 'isListening'>,
    { least_ms, most_ms }: { least_ms: number; most_ms: number },
    pass: () => Promise<boolean>,
    onError: (error: unknown) => void,
  ): Promise<void> {
    let [isNotified, isQuiet] = [false, false]
    const stopListening = notifier.listen(() => {
      isNotified = true
      if (isQuiet) this.wake()
    })
    while (!this.#stopped) {
      isNotified = false
      const hasMore = (await this.#attempt(pass, onError)) !== false
      await this.rest(least_ms)
      isQuiet = !hasMore && !isNotified && notifier.isListening
      if (isQuiet) await this.rest(most_ms - least_ms)
      isQuiet = false
    }
    stopListening()
  }

  async #attempt<T>(pass: () => Promise<T>, onError: (error: unknown) => void): Promise<T | undefined> {
    try {
      return await pass()
    } catch (error) {
      if (!(error instanceof Unavailable)) onError(error)
      return undefined
    }
  }

  /** Waits for `ms`, or until `stop` or `wake`. */
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

  /** Ends the current rest, because there is work. */
  wake(): void {
    this.#endRest()
  }

  stop(): void {
    this.#stopped = true
    this.#endRest()
  }
}
