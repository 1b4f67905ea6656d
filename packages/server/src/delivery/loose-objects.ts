// Removes the objects that nothing needs: those of uploads that came to nothing, and those whose documents are gone. In a loop of its own, as
// their place may be slow or away, which is nothing that other old data should wait for. Workers remove different ones at a time.
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

  /** Runs until `stop`. `onRemoved`: gets how many, again and again. */
  run(onRemoved: (count: number) => void): Promise<void> {
    const pass = async () => {
      for (let gone = -1; gone !== 0 && !this.#loop.stopped; onRemoved(gone)) gone = await this.removeSome()
    }
    return this.#loop.run(REST_MS, pass, (err) => this.#log.error({ err }, 'objects not removed'))
  }

  stop(): void {
    this.#loop.stop()
  }

  /** Returns how many; 0: there are none, or their place does not answer, and then they wait. */
  async removeSome(): Promise<number> {
    const removed: Awaited<ReturnType<typeof claimLoose>> = []
    try {
      for (const loose of await claimLoose(this.#db)) {
        // What is left of them is somebody's again when the claim is over.
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
