// The queue's data in IndexedDB. All tabs share one database, and its transactions define the order. An entry's number comes from the
// database's own counter, in the transaction that writes the entry. Two tabs therefore never get the same number, and clocks do not matter.
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { Copy } from './copy.ts'
import { MAX_ATTACHMENTS_BYTES, MAX_ENTRIES } from './limits.ts'
import { type Entry, NotStored, type QueueSession } from './types.ts'

export const DATABASE = 'backhaul-counter'

/** An entry as stored. The states `sending` and `held` are not stored: they follow from the current sender and the current session. */
export interface StoredEntry extends Omit<Entry, 'state'> {
  state: 'waiting' | 'sent' | 'refused'
  /** Set only as long as the entry must be sent. The index on this field therefore lists only such entries. */
  open?: 1
}

export interface StoredAttachment {
  seq: number
  blob: Blob
  /** The Idempotency-Key of the upload. */
  key: string
}

/** A time of the service, and the device's time at the same moment. */
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

/**
 * `onLost` is called when something outside this module has closed the database: a newer page that upgrades it, or the browser. The page
 * must then be reloaded.
 */
export const openDatabase = async (name: string, onLost: () => void): Promise<QueueDatabase> => {
  const [idb, copy] = await Promise.all([openSchema(name, onLost), Copy.open(name)])
  const database = { idb, copy }
  // Only one tab at a time restores entries. The next tab finds nothing left to restore.
  await navigator.locks.request(`${name}-restore`, () => restore(database))
  void readAll(database)
    .then((entries) => copy.match(entries, (seq) => Promise.all([idb.get('entries', seq), idb.get('attachments', seq)])))
    .catch(() => {
      // The page was closed in the meantime. The next page brings the copy in line.
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
 * Restores entries that are only in the copy, after the browser has deleted a damaged database or dropped unreadable parts of it. Restored
 * entries that were already sent are sent again with the same key, which has no second effect.
 */
const restore = async ({ idb, copy }: QueueDatabase): Promise<void> => {
  const copied = await copy.seqs()
  // List the copy before reading the database. If an entry is removed in between, its file is already missing when the copy is read, so the
  // entry is not restored.
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

/** The transaction completes only when its data is on the disk. It is not enough that the operating system has the data. */
const STRICT = { durability: 'strict' } as const

type Draft = Omit<StoredEntry, 'seq' | 'occurred_at' | 'body'>

/**
 * Called when an entry's place in the order is known. Returns the entry's time, which may not be earlier than that of the previous entry,
 * and its body.
 */
export type Complete = (previous: { occurred_at: string } | null) => Pick<StoredEntry, 'occurred_at' | 'body'>

/** Appends an entry with its picture. Resolves when both are on the disk. If it rejects, nothing is stored. Errors: NotStored. */
export const append = async (
  database: QueueDatabase,
  draft: Draft,
  complete: Complete,
  attachment: Omit<StoredAttachment, 'seq'> | null,
): Promise<StoredEntry> => {
  let transaction: ReturnType<typeof writing> | null = null
  try {
    transaction = writing(database)
    // `done` also rejects if one of the requests below fails. Those requests are awaited, so this rejection is ignored.
    transaction.done.catch(() => {})
    const entries = transaction.objectStore('entries')
    const last = await entries.openCursor(null, 'prev')
    const room = await roomFor(transaction, attachment?.blob.size ?? 0)
    if (room) {
      transaction.abort()
      throw room
    }
    const entry = { ...draft, ...complete(last?.value ?? null) } as StoredEntry
    // The database writes the number into its own copy of the entry, not into this object.
    const seq = await entries.add(entry)
    if (attachment) await transaction.objectStore('attachments').add({ ...attachment, seq })
    await transaction.done
    const kept = { ...entry, seq }
    await database.copy.put(kept, attachment ? { ...attachment, seq } : undefined)
    return kept
  } catch (error) {
    // If a transaction could not be written, its requests only report that they were aborted. The cause is in the transaction's error.
    throw notStored(error instanceof NotStored ? error : (transaction?.error ?? error))
  }
}

const writing = ({ idb }: QueueDatabase) => idb.transaction(['entries', 'attachments'], 'readwrite', STRICT)

const roomFor = async (transaction: ReturnType<typeof writing>, size: number): Promise<NotStored | null> => {
  const entries = transaction.objectStore('entries')
  if ((await entries.index('open').count()) >= MAX_ENTRIES || (await entries.count()) >= 2 * MAX_ENTRIES) {
    return new NotStored(
      'queue_full',
      'This scan was not kept: this device cannot store more scans. Connect the device, wait until it has sent the stored scans, then scan again.',
    )
  }
  if (size === 0) return null
  const kept = (await transaction.objectStore('attachments').getAll()).reduce((sum, { blob }) => sum + blob.size, 0)
  if (kept + size <= MAX_ATTACHMENTS_BYTES) return null
  return new NotStored('queue_full', 'This device cannot store more pictures. Continue without a picture, or connect the device first.')
}

/**
 * Returns the error for an entry that could not be stored. Some browsers report a failed write only at the end of the transaction, after
 * all requests have succeeded.
 */
const notStored = (error: unknown): NotStored => {
  if (error instanceof NotStored) return error
  if (error instanceof DOMException && error.name === 'QuotaExceededError')
    return new NotStored('storage_full', 'This scan was not kept: the storage of this device is full. Free some space, then scan again.')
  const why = error instanceof Error ? error.message : String(error)
  return new NotStored(
    'storage_broken',
    `This scan was not kept: the browser cannot write to this device (${why}). Reload the page, then scan again.`,
  )
}

/** Returns all entries in order. */
export const readAll = ({ idb }: QueueDatabase): Promise<StoredEntry[]> => idb.getAll('entries')

/** Returns the first entry to send, in order, for which `fits` is true. */
export const nextOpen = async (database: QueueDatabase, fits: (entry: StoredEntry) => boolean): Promise<StoredEntry | null> => {
  // The index returns entries with the same key in the order of their numbers.
  for (let cursor = await database.idb.transaction('entries').store.index('open').openCursor(); cursor; cursor = await cursor.continue()) {
    if (fits(cursor.value)) return cursor.value
  }
  return null
}

/** Returns the changed fields of an entry, or null to leave the entry unchanged. */
export type Change = (entry: StoredEntry) => Partial<StoredEntry> | null

/**
 * Changes an entry if it still exists. Use `strict` for changes that must survive a power cut. A change that only records the service's
 * answer does not need `strict`, because the service can be asked again. A picture is deleted when its entry no longer needs it.
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

/** Removes entries with everything that belongs to them. */
export const remove = async ({ idb, copy }: QueueDatabase, seqs: readonly number[]): Promise<void> => {
  // Remove from the copy first; otherwise the copy would restore the entries.
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

/** Gives an upload a new key, because the service has deleted the document of the first upload. */
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
