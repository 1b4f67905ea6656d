// What the queue keeps in IndexedDB. One database for all tabs; its transactions are what orders them. An entry's number comes from the
// database's own counter, in the transaction that writes it, so two tabs never have the same one and clocks do not matter.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { Copy } from './copy.ts'
import { MOST_ATTACHMENTS_BYTES, MOST_ENTRIES } from './limits.ts'
import { type Entry, NotKept, type QueueSession } from './types.ts'

export const DATABASE = 'backhaul-counter'

/** As it is stored: `sending` and `held` are seen from outside, by who sends now and who is signed in. */
export interface StoredEntry extends Omit<Entry, 'state'> {
  state: 'waiting' | 'sent' | 'refused'
  /** Only while it is to be sent: the index of this field lists nothing else. */
  open?: 1
}

export interface StoredAttachment {
  seq: number
  blob: Blob
  /** The Idempotency-Key of its upload. */
  key: string
}

/** What the service's clock showed, beside this device's, when it was last seen. */
export interface SeenClock {
  server_ms: number
  device_ms: number
}

interface Schema extends DBSchema {
  entries: { key: number; value: StoredEntry; indexes: { open: number } }
  attachments: { key: number; value: StoredAttachment }
  facts: { key: string; value: QueueSession | SeenClock | null }
}

export interface QueueDatabase {
  idb: IDBPDatabase<Schema>
  copy: Copy
}

/** `onLost`: it was closed without being asked, by a newer page that changes it or by the browser; this page has to be loaded again. */
export const openDatabase = async (name: string, onLost: () => void): Promise<QueueDatabase> => {
  const [idb, copy] = await Promise.all([openSchema(name, onLost), Copy.open(name)])
  const database = { idb, copy }
  // One tab at a time; the others then find it done.
  await navigator.locks.request(`${name}-restore`, () => restore(database))
  void readAll(database)
    .then((entries) => copy.match(entries, (seq) => Promise.all([idb.get('entries', seq), idb.get('attachments', seq)])))
    .catch(() => {
      // The page was closed meanwhile; the next one does it.
    })
  return database
}

const openSchema = (name: string, onLost: () => void): Promise<IDBPDatabase<Schema>> =>
  openDB<Schema>(name, 1, {
    upgrade(database) {
      database.createObjectStore('entries', { keyPath: 'seq', autoIncrement: true }).createIndex('open', 'open')
      database.createObjectStore('attachments', { keyPath: 'seq' })
      database.createObjectStore('facts')
    },
    blocking(_current, _blocked, event) {
      ;(event.target as IDBDatabase).close()
      onLost()
    },
    terminated: onLost,
  })

/**
 * Fills the database with what only its copy has: the browser found it damaged, and deleted it or left out what it could not read. What was
 * sent meanwhile is sent again with its key, which has no effect twice.
 */
const restore = async ({ idb, copy }: QueueDatabase): Promise<void> => {
  const copied = await copy.seqs()
  // Read after those of the copy: what is removed meanwhile is not in the copy anymore when it is read.
  const had = new Set(await idb.getAllKeys('entries'))
  const { entries, attachments } = await copy.read(copied.filter((seq) => !had.has(seq)))
  if (entries.length === 0) return
  const transaction = idb.transaction(['entries', 'attachments', 'facts'], 'readwrite', STRICT)
  const store = transaction.objectStore('entries')
  for (const entry of entries) if (!(await store.get(entry.seq))) await store.put(entry)
  const pictures = transaction.objectStore('attachments')
  for (const one of attachments) if (!(await pictures.get(one.seq))) await pictures.put(one)
  const facts = transaction.objectStore('facts')
  if (!(await facts.get('session'))) await facts.put((entries.at(-1) as StoredEntry).session, 'session')
  await transaction.done
}

/** Written to the disk itself, not only handed to the system, before the transaction is complete. */
const STRICT = { durability: 'strict' } as const

type Draft = Omit<StoredEntry, 'seq' | 'occurred_at' | 'body'>

/** Completes an entry whose place is known: it may not be dated before the one in front of it. */
export type Complete = (previous: { occurred_at: string } | null) => Pick<StoredEntry, 'occurred_at' | 'body'>

/**
 * Writes an entry, with its picture, behind all others. Resolves when it is on the disk; when it rejects, nothing of it is kept.
 * Errors: NotKept.
 */
export const append = async (
  database: QueueDatabase,
  draft: Draft,
  complete: Complete,
  attachment: Omit<StoredAttachment, 'seq'> | null,
): Promise<StoredEntry> => {
  let transaction: ReturnType<typeof writing> | null = null
  try {
    transaction = writing(database)
    // It rejects, too, when a request fails that is awaited below.
    transaction.done.catch(() => {})
    const entries = transaction.objectStore('entries')
    const last = await entries.openCursor(null, 'prev')
    const room = await roomFor(transaction, attachment?.blob.size ?? 0)
    if (room) {
      transaction.abort()
      throw room
    }
    const entry = { ...draft, ...complete(last?.value ?? null) } as StoredEntry
    // The key is put into the copy that is stored, not into this object.
    const seq = await entries.add(entry)
    if (attachment) await transaction.objectStore('attachments').add({ ...attachment, seq })
    await transaction.done
    const kept = { ...entry, seq }
    await database.copy.put(kept, attachment ? { ...attachment, seq } : undefined)
    return kept
  } catch (error) {
    // Of a transaction that could not be written, a request knows only that it was ended.
    throw notKept(error instanceof NotKept ? error : (transaction?.error ?? error))
  }
}

const writing = ({ idb }: QueueDatabase) => idb.transaction(['entries', 'attachments'], 'readwrite', STRICT)

const roomFor = async (transaction: ReturnType<typeof writing>, size: number): Promise<NotKept | null> => {
  const entries = transaction.objectStore('entries')
  if ((await entries.index('open').count()) >= MOST_ENTRIES || (await entries.count()) >= 2 * MOST_ENTRIES) {
    return new NotKept(
      'queue_full',
      'This scan was not kept: this device keeps no more. Connect it and let it send what waits, then scan again.',
    )
  }
  if (size === 0) return null
  const kept = (await transaction.objectStore('attachments').getAll()).reduce((sum, { blob }) => sum + blob.size, 0)
  if (kept + size <= MOST_ATTACHMENTS_BYTES) return null
  return new NotKept(
    'queue_full',
    'The pictures that wait on this device are all that it keeps. Go on without a picture, or connect it first.',
  )
}

/** Also when a transaction that seemed done could not be written: the browser says so at its end only. */
const notKept = (error: unknown): NotKept => {
  if (error instanceof NotKept) return error
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return new NotKept('storage_full', 'This scan was not kept: the storage of this device is full. Free some space, then scan again.')
  const why = error instanceof Error ? error.message : String(error)
  return new NotKept(
    'storage_broken',
    `This scan was not kept: the browser cannot write to this device (${why}). Reload the page, then scan again.`,
  )
}

/** All entries in order. */
export const readAll = ({ idb }: QueueDatabase): Promise<StoredEntry[]> => idb.getAll('entries')

/** The first entry to be sent that fits, in order. */
export const nextOpen = async (database: QueueDatabase, fits: (entry: StoredEntry) => boolean): Promise<StoredEntry | null> => {
  // Entries of one key of the index come in order of their numbers.
  for (let cursor = await database.idb.transaction('entries').store.index('open').openCursor(); cursor; cursor = await cursor.continue()) {
    if (fits(cursor.value)) return cursor.value
  }
  return null
}

/** What becomes of an entry; null: it stays as it is. */
export type Change = (entry: StoredEntry) => Partial<StoredEntry> | null

/**
 * Changes an entry that is still there. `strict` for what must outlive a power cut; what is only learned from the service is asked again.
 * A picture goes when its entry no longer needs it.
 */
export const change = async (database: QueueDatabase, seq: number, make: Change, strict: boolean): Promise<StoredEntry | null> => {
  const transaction = database.idb.transaction(['entries', 'attachments'], 'readwrite', strict ? STRICT : { durability: 'relaxed' })
  const entries = transaction.objectStore('entries')
  const entry = await entries.get(seq)
  const changes = entry ? make(entry) : null
  if (!entry || !changes) {
    await transaction.done
    return null
  }
  const { open: _, ...changed } = { ...entry, ...changes, revision: entry.revision + 1 }
  const next: StoredEntry = changed.state === 'waiting' ? { ...changed, open: 1 } : changed
  await entries.put(next)
  if (next.state === 'sent') await transaction.objectStore('attachments').delete(seq)
  await transaction.done
  await database.copy.put(next)
  return next
}

/** Removes entries with what belongs to them. */
export const remove = async ({ idb, copy }: QueueDatabase, seqs: readonly number[]): Promise<void> => {
  // First from the copy, which would bring them back.
  await copy.remove(seqs)
  const transaction = idb.transaction(['entries', 'attachments'], 'readwrite')
  for (const seq of seqs) {
    await transaction.objectStore('entries').delete(seq)
    await transaction.objectStore('attachments').delete(seq)
  }
  await transaction.done
}

export const readAttachment = (database: QueueDatabase, seq: number): Promise<StoredAttachment | undefined> =>
  database.idb.get('attachments', seq)

/** Gives an upload another key: the service has removed what it made of the first. */
export const replaceUpload = async (database: QueueDatabase, seq: number, key: string): Promise<StoredAttachment | undefined> => {
  const transaction = database.idb.transaction('attachments', 'readwrite', STRICT)
  const kept = await transaction.store.get(seq)
  const next = kept && { ...kept, key }
  if (next) await transaction.store.put(next)
  await transaction.done
  if (next) await database.copy.putAttachment(next)
  return next
}

export const readSession = async (database: QueueDatabase): Promise<QueueSession | null> =>
  ((await database.idb.get('facts', 'session')) as QueueSession | null | undefined) ?? null

export const writeSession = async (database: QueueDatabase, session: QueueSession | null): Promise<void> => {
  await database.idb.put('facts', session, 'session')
}

export const readSeenClock = async (database: QueueDatabase): Promise<SeenClock | null> =>
  ((await database.idb.get('facts', 'clock')) as SeenClock | undefined) ?? null

export const writeSeenClock = async (database: QueueDatabase, seen: SeenClock): Promise<void> => {
  await database.idb.put('facts', seen, 'clock')
}
