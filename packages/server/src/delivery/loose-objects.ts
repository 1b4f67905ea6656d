// Removes stored objects that are no longer needed: those of failed uploads, and those whose documents are gone. It runs in its own loop,
// because the object storage may be slow or unavailable and must not delay the removal of other old data. Concurrent workers remove
// different objects.
import type { Logger } from 'pino'
import { BackgroundLoop } from '../database/background-loop.ts'
import type { Database } from '../database/db.ts'
import { claimLoose, forget } from '../storage/object-rows.ts'
import { type Objects, ObjectsAway } from '../storage/objects.ts'
import { warnOfOutage } from '../telemetry/outage-log.ts'

const REST_MS = 60_000

export class LooseObjects {
  readonly #db: Database
  readonly #objects: Objects
  readonly #log: Logger
  readonly #loop = new BackgroundLoop()

  constructor(db: Database, objects: Objects, log: Logger) {
    this.#db = db
    this.#objects = objects
    this.#log = log
  }

  /** Runs until `stop`. `onRemoved` is called with the number of removed objects after each batch. */
  run(onRemoved: (count: number) => void): Promise<void> {
    const pass = async () => {
      for (let gone = -1; gone !== 0 && !this.#loop.stopped; onRemoved(gone)) gone = await this.removeSome()
    }
    return this.#loop.run(REST_MS, pass, (err) => this.#log.error({ err }, 'objects not removed'))
  }

  stop(): void {
    this.#loop.stop()
  }

  /**
   * Removes some objects and returns their number. Returns 0 if there are none, or if the object storage does not answer. The objects then
   * remain for a later pass.
   */
  async removeSome(): Promise<number> {
    const removed: Awaited<ReturnType<typeof claimLoose>> = []
    try {
      for (const loose of await claimLoose(this.#db)) {
        // The remaining objects become available to other workers when the claim expires.
        if (this.#loop.stopped) break
        await this.#objects.remove(loose.id)
        removed.push(loose)
      }
    } catch (error) {
      if (!(error instanceof ObjectsAway)) throw error
      warnOfOutage(this.#log, { reason: error.message }, 'objects not removed')
      await forget(this.#db, removed)
      return 0
    }
    await forget(this.#db, removed)
    return removed.length
  }
}
