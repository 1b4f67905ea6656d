// Reads rows by id for many readers at a time. Nearly every request begins by reading one row by its id. Under load, the row itself costs
// little. Most of the cost is in the statement: a message each way, the description of the columns, and the wait for a connection. So ids
// requested at about the same time go to PostgreSQL together. A single reader does not wait for others.
//
// Promise: a row comes from a statement that began after the row was requested. Nothing is cached.
//
// Anybody can send thousands of ids that do not exist, and each answer to a reader continues its request in the same turn of the event
// loop. So readers of missing ids are answered last, a few in each turn, and do not delay other readers.

import { Busy } from '../process/gate.ts'

type Read<Row> = (ids: string[], tenant: string | null) => Promise<Row[]>

interface Reader<Row> {
  resolve(row: Row | null): void
  reject(error: unknown): void
}

/** Number of concurrent statements. While all of them run, further ids are collected for the next one. */
const LANES = 2
/** Limit on readers of one kind of row, waiting or being served. */
export const MAX_READERS = 10_000
/** Number of readers of missing ids that are answered in one turn of the event loop, which takes about two milliseconds. */
export const MISSES_PER_TICK = 16

export class KeyedReads<Row extends { id: string }> {
  readonly #read: Read<Row>
  /** Waiting readers by tenant, then by id. */
  readonly #waiting = new Map<string | null, Map<string, Reader<Row>[]>>()
  #running = 0
  #planned = false
  #readers = 0
  /** Answers that are still to be given. */
  readonly #unanswered: (() => void)[] = []

  /** @param read returns the rows with these ids that belong to a tenant (null: any), in any order; it leaves out ids that do not exist */
  constructor(read: Read<Row>) {
    this.#read = read
  }

  /** Number of readers, waiting or being served. */
  get readers(): number {
    return this.#readers
  }

  /** Finds a row. Throws Busy if too many readers wait, and the errors of `read`. */
  find(tenant: string | null, id: string): Promise<Row | null> {
    if (this.#readers >= MAX_READERS) return Promise.reject(new Busy())
    this.#readers++
    return new Promise((resolve, reject) => {
      let ids = this.#waiting.get(tenant)
      if (!ids) {
        ids = new Map()
        this.#waiting.set(tenant, ids)
      }
      const readers = ids.get(id)
      if (readers) readers.push({ resolve, reject })
      else ids.set(id, [{ resolve, reject }])
      if (this.#planned || this.#running >= LANES) return
      this.#planned = true
      // Ids requested in the same turn of the event loop are read together.
      setImmediate(() => {
        this.#planned = false
        this.#start()
      })
    })
  }

  #start(): void {
    for (const [tenant, ids] of this.#waiting) {
      if (this.#running >= LANES) return
      this.#waiting.delete(tenant)
      this.#running++
      void this.#run(tenant, ids).finally(() => {
        this.#running--
        this.#start()
      })
    }
  }

  async #run(tenant: string | null, ids: Map<string, Reader<Row>[]>): Promise<void> {
    const told = (telling: () => void) => () => {
      this.#readers--
      telling()
    }
    try {
      for (const row of await this.#read([...ids.keys()], tenant)) {
        for (const reader of ids.get(row.id) ?? []) told(() => reader.resolve(row))()
        ids.delete(row.id)
      }
      this.#tell([...ids.values()].flat().map((reader) => told(() => reader.resolve(null))))
    } catch (error) {
      this.#tell([...ids.values()].flat().map((reader) => told(() => reader.reject(error))))
    }
  }

  /** Gives the first few answers at once, and the others in later turns. */
  #tell(answers: (() => void)[]): void {
    const isAnswering = this.#unanswered.length > 0
    for (const tell of answers) this.#unanswered.push(tell)
    if (!isAnswering) this.#answerSome()
  }

  #answerSome(): void {
    for (const tell of this.#unanswered.splice(0, MISSES_PER_TICK)) tell()
    if (this.#unanswered.length > 0) setImmediate(() => this.#answerSome())
  }
}
