// Reports that are dropped into a folder: `<BACKHAUL_REPORTS_DIR>/<code of the carrier>/<any name>`. A file is taken once it has not changed
// for a while, or when it gets its name, if it was written as `<name>.part`. First its import is there, then it is moved to `done`: a process
// that is killed in between leaves it, and it is taken once more, which records nothing twice (decision 365).
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isRefusal, type Refusal } from '../domain/refusal.ts'
import { PART_BYTES } from '../imports/queries.ts'
import { takeFile } from '../imports/take.ts'
import { Execution } from '../service/execute.ts'
import type { Service } from '../service/service.ts'
import { LARGEST_REPORT_BYTES, refuseReports } from './reporting.ts'

/** A file that was changed since may still be written. */
const UNCHANGED_MS = 5_000
const MAX_NAME = 200
const NOT_YET = /^\.|\.(part|tmp)$/i

export class Folder {
  readonly #service: Service
  readonly #root: string | null

  constructor(service: Service) {
    this.#service = service
    this.#root = service.config.reportsDir
  }

  /** Begins with the first file that is there, by carrier and name; the next one has its turn when the report has ended. */
  async pass(): Promise<void> {
    if (this.#root === null) return
    for (const carrier of await namesIn(this.#root, 'folders'))
      for (const name of await namesIn(join(this.#root, carrier), 'files')) {
        const file = join(this.#root, carrier, name)
        const { mtimeMs, size } = await stat(file)
        if (Date.now() - mtimeMs < UNCHANGED_MS) continue
        const refusal = await this.#take(carrier, name, file, size)
        if (refusal === 'later') return
        if (refusal === null) return await moveTo(file, 'done', name)
        await moveTo(file, 'refused', name, refusal)
        this.#service.log.error({ file, reason: refusal }, 'a report that was dropped is refused')
      }
  }

  /** Null: its import has begun. `later`: another one has not ended. Else why it is refused. */
  async #take(carrier: string, name: string, file: string, size: number): Promise<string | 'later' | null> {
    if (size > LARGEST_REPORT_BYTES) return `It is larger than ${LARGEST_REPORT_BYTES} bytes; split it at the end of a line.`
    const refusal = (await refuseReports(this.#service, carrier)) ?? (await this.#start(carrier, name, file))
    if (refusal === null) return null
    return refusal.code === 'import_in_progress' ? 'later' : refusal.message
  }

  async #start(carrier: string, name: string, file: string): Promise<Refusal | null> {
    const { execute } = new Execution(this.#service)
    const report = { kind: 'carrier-report', carrier, file_name: name.slice(0, MAX_NAME) } as const
    const taken = await takeFile(
      this.#service,
      `folder:${hostname()}`,
      execute,
      report,
      createReadStream(file, { highWaterMark: PART_BYTES }),
    )
    return isRefusal(taken) ? taken : null
  }
}

const namesIn = async (folder: string, what: 'folders' | 'files'): Promise<string[]> => {
  const entries = await readdir(folder, { withFileTypes: true })
  const wanted = entries.filter((entry) => (what === 'files' ? entry.isFile() : entry.isDirectory()) && !NOT_YET.test(entry.name))
  return wanted.map(({ name }) => name).sort()
}

/** `why`: is written beside it. A file of the same name that was moved before is replaced. */
const moveTo = async (file: string, folder: 'done' | 'refused', name: string, why: string | null = null): Promise<void> => {
  const to = join(file, '..', folder)
  await mkdir(to, { recursive: true })
  await rename(file, join(to, name))
  if (why !== null) await writeFile(join(to, `${name}.reason.txt`), `${why}\n`)
}
