// The counter's queue: confirmed actions are stored on the device, in order, and sent when possible. All tabs of a browser share one queue.
// Tests: packages/console/test/browser/offline.browser.ts.
import { occurredAt, ServerClock } from './clock.ts'
import {
  append,
  change,
  DATABASE,
  openDatabase,
  type QueueDatabase,
  readAll,
  readSeenClock,
  readSession,
  remove,
  replaceUpload,
  type StoredEntry,
  writeSession,
} from './database.ts'
import { CHECK_INTERVAL_MS, MAX_ATTACHMENT_BYTES, MAX_BODY_CHARACTERS, MAX_SENT } from './limits.ts'
import { type Line, line } from './line.ts'
import { Sender } from './sender.ts'
import { type Message, openTabs, type Tabs } from './tabs.ts'
import { type Entry, type Listener, type NewEntry, NotStored, type Queue, type QueueSession } from './types.ts'
import { View } from './view.ts'

export * from './types.ts'

/** Scans carry the time of their confirmation. Other commands take effect when they arrive. */
const TIMED = /^\/v2\/scan-events\//

/** Problems of held entries. These entries are sent automatically when the right person signs in. */
const KEEP_KEY: readonly string[] = ['signed_out', 'other_store', 'other_person']

/**
 * Opens this device's queue in this tab, which then takes part in sending. Call it once in a page. `through` is for tests. Errors: NotStored
 * with `storage_broken` if this browser cannot store anything.
 */
export const openQueue = async (through: Line = line): Promise<Queue> => {
  if (!('indexedDB' in globalThis) || !('locks' in navigator))
    throw new NotStored('storage_broken', 'This browser cannot keep scans. Open the page over https in a current browser.')
  let queue: OpenQueue | null = null
  // This tab can no longer store anything, so `add` fails. Another tab has to take over the sending.
  const database = await openDatabase(DATABASE, () => void queue?.close())
  queue = new OpenQueue(database, through, await readSeenClock(database), await readSession(database))
  await queue.begin()
  return queue
}

class OpenQueue implements Queue {
  readonly #database: QueueDatabase
  readonly #view: View
  readonly #clock: ServerClock
  readonly #tabs: Tabs
  readonly #sender: Sender
  readonly #ended = new AbortController()
  #sends = false
  #asked = false
  /** The session that signed in last. It is used for actions that are confirmed after the session has ended. */
  #session: QueueSession | null

  constructor(database: QueueDatabase, through: Line, seen: Parameters<typeof newClock>[0], session: QueueSession | null) {
    this.#database = database
    this.#session = session
    this.#view = new View(session)
    this.#clock = newClock(seen)
    this.#tabs = openTabs(DATABASE, (message) => this.#hear(message))
    this.#sender = new Sender({
      database,
      line: through,
      clock: this.#clock,
      lastSession: () => this.#session,
      onChange: (entry) => this.#tabs.tell({ kind: 'changed', entries: [entry], removed: [] }),
      onSending: (sending) => this.#tabs.tell({ kind: 'sending', sending }),
      onTime: (server_ms) => this.#tabs.tell({ kind: 'time', server_ms }),
      onIdle: () => this.#tidy(),
    })
  }

  async begin(): Promise<void> {
    const { signal } = this.#ended
    // Start listening before reading the entries, so that no change in between is missed.
    this.#tabs.tell({ kind: 'hello' })
    this.#view.take(await readAll(this.#database))
    const options = { signal }
    globalThis.addEventListener('online', () => this.wake(), options)
    document.addEventListener('visibilitychange', () => this.#onVisibility(), options)
    const looks = setInterval(() => this.#clock.now_ms(), CHECK_INTERVAL_MS)
    signal.addEventListener('abort', () => clearInterval(looks))
    // This tab holds the lock until it is closed or crashes.
    navigator.locks
      .request(DATABASE, { signal }, async () => {
        this.#sends = true
        await this.#sender.run(signal)
      })
      .catch(() => {
        // This tab was closed while it waited for the lock of another tab.
      })
  }

  async add(entry: NewEntry): Promise<Entry> {
    const session = this.#view.session ?? this.#session
    if (!session) throw new NotStored('not_signed_in', 'This scan was not kept: nobody has signed in on this device yet.')
    const { attachment } = entry
    if (attachment && attachment.blob.size > MAX_ATTACHMENT_BYTES)
      throw new NotStored(
        'attachment_too_large',
        `The picture has ${Math.ceil(attachment.blob.size / 2 ** 20)} MiB. At most 5 MiB can be sent.`,
      )
    if (JSON.stringify(entry.body).length > MAX_BODY_CHARACTERS)
      throw new NotStored('attachment_too_large', 'The text is too long. Shorten the notes.')
    return this.#keep(entry, session, attachment ? attachment.blob : null)
  }

  async #keep({ path, body, title, parcel, attachment }: NewEntry, session: QueueSession, blob: Blob | null): Promise<Entry> {
    const device_time = new Date().toISOString()
    const now_ms = this.#clock.now_ms()
    const draft = {
      key: crypto.randomUUID(),
      path,
      title,
      parcel: parcel ?? null,
      state: 'waiting' as const,
      open: 1 as const,
      device_time,
      session,
      attachment: blob && attachment ? newAttachment(attachment.field, blob) : null,
      tried_at: null,
      tried_as: null,
      failures: 0,
      sent_at: null,
      outcome: null,
      problem: null,
      revision: 1,
    }
    const complete = (previous: { occurred_at: string } | null) => {
      const previous_ms = previous ? Date.parse(previous.occurred_at) : null
      const occurred_at = new Date(occurredAt(now_ms, previous_ms, this.#clock.isSeen)).toISOString()
      return { occurred_at, body: TIMED.test(path) ? { ...body, occurred_at, device_time } : body }
    }
    const kept = await append(this.#database, draft, complete, blob && { blob, key: crypto.randomUUID() })
    this.#tabs.tell({ kind: 'changed', entries: [kept], removed: [] })
    this.#tabs.tell({ kind: 'wake', eager: false })
    this.#requestPersistence()
    return this.#view.entry(kept.seq) as Entry
  }

  subscribe(listener: Listener): () => void {
    return this.#view.listen(listener)
  }

  async retry(seq: number): Promise<Entry> {
    const entry = this.#view.entry(seq)
    if (entry?.state !== 'refused' && entry?.state !== 'held')
      throw new Error(`entry ${seq} is ${entry?.state ?? 'gone'}: nothing to retry`)
    // The service may already have an entry that failed with 500 or that is only held. Such an entry keeps its key, so that both tries
    // count as one.
    const isOpen = entry.problem?.status === 500 || KEEP_KEY.includes(entry.problem?.code ?? '')
    if (!isOpen && entry.attachment?.document_id === null) await replaceUpload(this.#database, seq, crypto.randomUUID())
    const anew = isOpen ? {} : { key: crypto.randomUUID(), tried_at: null, tried_as: null }
    const changed = await change(this.#database, seq, () => ({ ...anew, state: 'waiting', problem: null, failures: 0 }), true)
    if (changed) this.#tabs.tell({ kind: 'changed', entries: [changed], removed: [] })
    this.wake()
    return this.#view.entry(seq) ?? entry
  }

  async discard(seq: number): Promise<void> {
    const entry = this.#view.entry(seq)
    if (entry && entry.state !== 'refused' && entry.state !== 'held')
      throw new Error(`entry ${seq} is ${entry.state}: only unsent entries can be discarded`)
    await remove(this.#database, [seq])
    this.#tabs.tell({ kind: 'changed', entries: [], removed: [seq] })
  }

  async forgetPerson(): Promise<void> {
    const session = this.#view.session ?? this.#session
    this.#session = null
    await writeSession(this.#database, null)
    if (session) this.#tabs.tell({ kind: 'forget', session_id: session.id })
    this.wake()
  }

  wake(): void {
    this.#tabs.tell({ kind: 'wake', eager: true })
  }

  settled(seq: number): Promise<Entry> {
    return new Promise((resolve) => {
      const stop = this.#view.listen(() => {
        const entry = this.#view.entry(seq)
        if (!entry || entry.state === 'waiting' || entry.state === 'sending') return
        queueMicrotask(() => stop())
        resolve(entry)
      })
    })
  }

  now(): Date {
    return new Date(this.#clock.now_ms())
  }

  async close(): Promise<void> {
    this.#ended.abort()
    this.#tabs.close()
    this.#database.idb.close()
  }

  #hear(message: Message): void {
    switch (message.kind) {
      case 'changed':
        this.#view.take(message.entries, message.removed)
        return
      case 'sending':
        if (message.sending.session) this.#session = message.sending.session
        this.#view.takeSending(message.sending)
        return
      case 'hello':
        if (this.#sends) this.#tabs.tell({ kind: 'sending', sending: this.#sender.sending })
        if (this.#clock.isSeen) this.#tabs.tell({ kind: 'time', server_ms: this.#clock.now_ms() })
        return
      case 'time':
        this.#clock.see(message.server_ms, 1, 0)
        return
      case 'forget':
        if (this.#sends) void this.#sender.forget(message.session_id)
        return
      case 'wake':
        if (this.#sends) this.#sender.wake(message.eager)
    }
  }

  #onVisibility(): void {
    if (document.visibilityState === 'hidden') this.#clock.noteHidden()
    else this.wake()
  }

  /** Ask for persistent storage once there is something to lose: browsers grant it to pages that are used. */
  #requestPersistence(): void {
    if (this.#asked) return
    this.#asked = true
    void navigator.storage?.persist?.().catch(() => {})
  }

  /** Removes entries sent on an earlier day, and the oldest ones above the limit. */
  async #tidy(): Promise<void> {
    // Use the clock that dates the entries. The device's own clock may have a wrong date.
    const today = new Date(this.#clock.now_ms()).toDateString()
    const sent = (await readAll(this.#database)).filter(({ state }) => state === 'sent')
    const tooMany = sent.length - MAX_SENT
    const old = sent.filter(({ sent_at }, i) => i < tooMany || new Date(sent_at ?? 0).toDateString() !== today).map(({ seq }) => seq)
    if (old.length === 0) return
    await remove(this.#database, old)
    this.#tabs.tell({ kind: 'changed', entries: [], removed: old })
  }
}

const newClock = (seen: Awaited<ReturnType<typeof readSeenClock>>): ServerClock =>
  new ServerClock({ wall: () => Date.now(), steady: () => performance.now(), isHidden: () => document.visibilityState === 'hidden' }, seen)

const newAttachment = (field: string, { size, type }: Blob): NonNullable<StoredEntry['attachment']> => ({
  field,
  size,
  content_type: type,
  document_id: null,
  uploaded_at: null,
})
