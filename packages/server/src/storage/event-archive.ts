// Archived events: older events whose bytes are outside the database (ADR 11). Each object (objects.ts) has up to 1,024 events of one
// partner in feed order, one line of JSON each, compressed. The event's row stays, and its `body` has the number of the object and of the
// line. So order, filters, cursors and look-ups do not change. event-archiver.ts writes the objects.
//
// Promise: readers get the original bytes of the row, or an error. The object is compared with the SHA-256 in the database, and the line
// with the event's id. Reading is bounded: a page ends before it needs too many objects, few objects are read at a time, and the objects
// read last are cached.
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type EventFrame, eventBody } from '../commit/stored.ts'
import type { Database } from '../database/db.ts'
import { Gate } from '../process/gate.ts'
import { ObjectDamaged, type Objects, ObjectsAway, type Stored } from './objects.ts'

/** Archived events cannot be read at the moment. Answered as 503 `unavailable`. */
export class ArchiveAway extends ObjectsAway {}

/** JSON has no control characters, so this one marks a reference. unpack.ts uses a different one. */
const MARK = '\x1e'
/** Maximum number of objects read for one page. Consecutive events share objects, so only pages of rare events reach this limit. */
export const MAX_OBJECTS = 16
/**
 * Maximum uncompressed size of an object in bytes. The archiver closes an object when it reaches half this size, and the last event is
 * always smaller than the other half.
 */
export const MAX_BYTES = 2 * 1024 * 1024
/** After this time, the reading of a page starts no further object. */
const PAGE_MS = 5_000
/** Number of recently read objects in the cache. */
const KEPT = 16
/** Number of objects that this process reads at a time. WAITING limits the queue. */
const READING = 8
const WAITING = 64
const PATIENCE_MS = 10_000

/** Reference that replaces the bytes in `body`. */
export const archivedBody = (number: number, line: number): string => `${MARK}${number.toString(36)}.${line.toString(36)}`
export const isArchived = (body: string): boolean => body.startsWith(MARK)

const placeOf = (body: string): { number: number; line: number } => {
  const [number = '', line = ''] = body.slice(1).split('.')
  return { number: Number.parseInt(number, 36), line: Number.parseInt(line, 36) }
}

/** Lines of an object. Each ends with a line break. */
class Lines {
  readonly #bytes: Buffer
  readonly #starts: number[] = [0]

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    for (let end = bytes.indexOf('\n'); end >= 0; end = bytes.indexOf('\n', end + 1)) this.#starts.push(end + 1)
  }

  /** Returns undefined if the line does not exist. The returned text is a copy, so it does not keep the whole object in memory. */
  at(line: number): string | undefined {
    const [start, end] = [this.#starts[line], this.#starts[line + 1]]
    return start === undefined || end === undefined ? undefined : this.#bytes.toString('utf8', start, end - 1)
  }
}

/** Reads archived events. Errors of all methods: ArchiveAway, Busy, ObjectDamaged. */
export class EventArchive {
  readonly #db: Database
  readonly #objects: Objects | null
  readonly #gate = new Gate(READING, PATIENCE_MS, WAITING)
  /** By object number, least recently used first. */
  readonly #known = new Map<number, Promise<Lines>>()

  constructor(db: Database, objects: Objects | null) {
    this.#db = db
    this.#objects = objects
  }

  /**
   * Returns events with their bytes, in the given order. If the events are in many objects, or the objects are slow to read, returns fewer
   * events, but at least one.
   */
  async bodies<R extends EventFrame & { body: string }>(rows: readonly R[]): Promise<R[]> {
    const began_ms = performance.now()
    const numbers = new Set<number>()
    const read: R[] = []
    for (const row of rows) {
      const number = isArchived(row.body) ? placeOf(row.body).number : null
      if (number !== null && !numbers.has(number)) {
        if (numbers.size === MAX_OBJECTS || (numbers.size > 0 && performance.now() - began_ms > PAGE_MS)) break
        numbers.add(number)
      }
      read.push({ ...row, body: await this.body(row) })
    }
    return read
  }

  body(row: EventFrame & { body: string }): Promise<string> | string {
    return isArchived(row.body) ? this.line(row.body, row.id, row.partner_id) : eventBody(row)
  }

  /** Returns the bytes of the event with this id. `body` is the body of the event's row. */
  async line(body: string, id: string, partner_id: string): Promise<string> {
    const { number, line } = placeOf(body)
    const text = (await this.#lines(number, partner_id)).at(line)
    if (text?.includes(id)) return text
    throw new ObjectDamaged(`${id} is not in line ${line + 1} of the archive ${number}`)
  }

  #lines(number: number, partner_id: string): Promise<Lines> {
    const known = this.#known.get(number) ?? this.#gate.run(partner_id, () => this.#read(number))
    this.#known.delete(number)
    this.#known.set(number, known)
    known.catch(() => this.#known.get(number) === known && this.#known.delete(number))
    for (const oldest of this.#known.keys()) if (this.#known.size > KEPT) this.#known.delete(oldest)
    return known
  }

  async #read(number: number): Promise<Lines> {
    const stored = await findArchive(this.#db, number)
    if (!stored) throw new ObjectDamaged(`the database has no archive ${number}`)
    if (!this.#objects) throw new ArchiveAway(`events are archived in ${stored.id}, but BACKHAUL_OBJECTS is not set`)
    try {
      return new Lines(await uncompressed(await this.#objects.get(stored)))
    } catch (error) {
      if (error instanceof ObjectsAway) throw new ArchiveAway(error.message)
      throw error
    }
  }
}

export const uncompressed = async (bytes: Buffer): Promise<Buffer> =>
  (await promisify(gunzip)(bytes, { maxOutputLength: MAX_BYTES })) as Buffer

const findArchive = (db: Database, number: number): Promise<Stored | null> =>
  db.one<Stored>(
    'event_archive',
    'select o.id, o.sha256, o.size from event_archives a join objects o on o.id = a.object_id where a.number = $1',
    [number],
  )

export interface ArchiveStanding {
  /** Number of events outside the database. `archives` is the number of their objects, `archives_bytes` their total size. */
  archived_events: number
  archives: number
  archives_bytes: number
}

export const readArchiveStanding = async (db: Database): Promise<ArchiveStanding> =>
  (await db.one<ArchiveStanding>(
    'event_archives_standing',
    `select coalesce(sum(a.events), 0) as archived_events, count(*) as archives, coalesce(sum(o.size), 0) as archives_bytes
       from event_archives a join objects o on o.id = a.object_id`,
    [],
  )) as ArchiveStanding

const PAGE = 500

/** Reads all objects. Returns the names of the missing and the damaged ones. Errors: ObjectsAway. */
export const checkArchives = async (db: Database, objects: Objects, onProgress: (looked: number) => void = () => {}): Promise<string[]> => {
  const damaged: string[] = []
  const read = (after: number) =>
    db.query<Stored & { number: number }>(
      'event_archives_page',
      `select a.number, o.id, o.sha256, o.size from event_archives a join objects o on o.id = a.object_id where a.number > $1 order by a.number limit ${PAGE}`,
      [after],
    )
  let looked = 0
  for (let page = await read(0); page.length > 0; page = await read(page.at(-1)?.number ?? 0))
    for (const stored of page) {
      try {
        await objects.get(stored)
      } catch (error) {
        if (!(error instanceof ObjectDamaged)) throw error
        damaged.push(stored.id)
      }
      onProgress(++looked)
    }
  return damaged
}
