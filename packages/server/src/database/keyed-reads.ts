// Reads rows by id for many readers at a time. Nearly every request begins by reading one row by its id, and under load most of the cost is
// the statement around the row: a message each way, the description of the columns, waiting for a connection. So ids requested at about the
// same time go to PostgreSQL together. A single reader does not wait for others.
//
// Promise: a row comes from a statement that began after the row was requested. Nothing is cached. Ids that do not exist cost those that do
// nothing: their readers are told last and a few in each turn of the event loop, as anybody can send thousands of them at once, and whoever is
// told goes on to answer in the same turn.

import { Busy } from '../process/gate.ts'

type Read<Row> = (ids: string[], tenant: string | null) => Promise<Row[]>

interface Reader<Row> {
  resolve(row: Row | null): void
  reject(error: unknown): void
}

/** Statements at a time. While both are under way, further ids are collected for the next one. */
const LANES = 2
/** Readers that wait or are being read for, of one kind of rows. */
export const MAX_READERS = 10_000
/** About two milliseconds of answers. */
export const MISSES_OF_A_TURN = 16

export class KeyedReads<Row extends { id: string }> {
  readonly #read: Read<Row>
  /** By tenant, then by id. */
  readonly #waiting = new Map<string | null, Map<string, Reader<Row>[]>>()
  #running = 0
  #planned = false
  #readers = 0
  /** What readers are still to be told. */
  readonly #untold: (() => void)[] = []

  /** @param read returns the rows of a tenant (null: of all) with these ids, in any order; ids that do not exist are left out */
  constructor(read: Read<Row>) {
    this.#read = read
  }

  /** Readers that wait or are being read for. */
  get readers(): number {
    return this.#readers
  }

  /** Errors: Busy when too many wait; those of `read`. */
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
      // Ids requested in the same turn of the event loop go together.
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

  /** The first few at once. */
  #tell(tellings: (() => void)[]): void {
    const isTelling = this.#untold.length > 0
    for (const tell of tellings) this.#untold.push(tell)
    if (!isTelling) this.#tellSome()
  }

  #tellSome(): void {
    for (const tell of this.#untold.splice(0, MISSES_OF_A_TURN)) tell()
    if (this.#untold.length > 0) setImmediate(() => this.#tellSome())
  }
}
