// Sends stored entries one after the other, in the order of confirmation. One tab of the device is the sender. It holds a lock that the
// browser passes on when the tab is gone. Each entry is settled before the next is sent, so a scan of a parcel never overtakes an earlier
// scan of it. An entry may be sent more than once without harm, because it is always sent with the same key and the same bytes.
import { type Later, type Verdict, verdictOn } from './answers.ts'
import { type ServerClock, TOLERANCE_MS } from './clock.ts'
import {
  type Change,
  change,
  nextOpen,
  type QueueDatabase,
  readAttachment,
  replaceUpload,
  type StoredEntry,
  writeSeenClock,
  writeSession,
} from './database.ts'
import { whyHeld, whyTooOld } from './fitting.ts'
import { MAX_FAILURES, SESSION_FRESH_MS, SIGN_IN_POLL_MS } from './limits.ts'
import type { Line } from './line.ts'
import { backOff, Pause } from './pause.ts'
import type { Sending } from './tabs.ts'
import type { Problem, QueueSession } from './types.ts'

/** The service deletes an uploaded image after a day if no record refers to it. An upload older than this is therefore repeated. */
const UPLOAD_GOOD_FOR_MS = 20 * 3_600_000

export interface SenderParts {
  database: QueueDatabase
  line: Line
  clock: ServerClock
  /** Returns the session that signed in last, as far as this device knows. */
  lastSession(): QueueSession | null
  /** Tells all tabs about a changed entry. */
  onChange(entry: StoredEntry): void
  onSending(sending: Sending): void
  onTime(server_ms: number): void
  /** Called whenever nothing is left to send. */
  onIdle(): Promise<void>
}

export class Sender {
  readonly #parts: SenderParts
  readonly #pause = new Pause()
  #sending: Sending = { line: 'idle', session: null, seq: null }
  /** The time at which the session was read, by the monotonic clock. Null if it must be read before anything is sent. */
  #read_ms: number | null = null
  /** The id of the session that signed out last. */
  #left: string | null = null
  /** Consecutive tries without an answer. */
  #tries = 0

  constructor(parts: SenderParts) {
    this.#parts = parts
  }

  get sending(): Sending {
    return this.#sending
  }

  wake(eager: boolean): void {
    if (eager) this.#read_ms = null
    this.#pause.wake(eager ? 'eager' : 'new')
  }

  /** Called after a sign-out in any tab. If an answer with this session arrives later, it is ignored. */
  async forget(session_id: string): Promise<void> {
    this.#left = session_id
    if (this.#sending.session?.id !== session_id) return
    this.#read_ms = null
    this.#show({ session: null })
    await writeSession(this.#parts.database, null)
  }

  async run(signal: AbortSignal): Promise<void> {
    // Without a connection the last session stays shown, but nothing is sent before the service has confirmed it.
    this.#sending = { ...this.#sending, session: this.#parts.lastSession() }
    while (!signal.aborted) {
      try {
        await this.#round(signal)
      } catch (error) {
        if (signal.aborted) return
        // The database failed. It is retried like a lost connection, and stored entries stay stored.
        console.error('The queue could not read or write its data', error)
        await this.#wait({ kind: 'later', wait_ms: null, line: 'no-connection' }, signal)
      }
    }
  }

  async #round(signal: AbortSignal): Promise<void> {
    const session = await this.#findSession(signal)
    if (!session) return
    const entry = await nextOpen(this.#parts.database, (one) => whyHeld(one, session) === null)
    if (entry) return this.#settle(entry, session, signal)
    this.#show({ line: 'idle', seq: null })
    await this.#parts.onIdle()
    await this.#pause.wait(null, ['new', 'eager'], signal)
  }

  #show(change: Partial<Sending>): void {
    this.#sending = { ...this.#sending, ...change }
    this.#parts.onSending(this.#sending)
  }

  /** Returns the session that the service reports. If there is none, waits and returns null, and the caller asks again. */
  async #findSession(signal: AbortSignal): Promise<QueueSession | null> {
    const { line, clock, database } = this.#parts
    const isFresh = this.#read_ms !== null && performance.now() - this.#read_ms < SESSION_FRESH_MS
    if (isFresh && this.#sending.session) return this.#sending.session
    const reading = await line.session(signal)
    if (signal.aborted) return null
    if (reading.clock) {
      const seen = clock.see(reading.clock.stamp_ms, reading.clock.precision_ms, reading.clock.took_ms)
      await writeSeenClock(database, seen)
      this.#parts.onTime(seen.server_ms)
    }
    const hasLeft = reading.session !== null && reading.session.id === this.#left
    if (reading.state === 'signed-in' && reading.session && !hasLeft) {
      this.#tries = 0
      this.#read_ms = performance.now()
      await writeSession(database, reading.session)
      this.#show({ session: reading.session, line: 'idle' })
      return reading.session
    }
    if (reading.state === 'signed-out' || hasLeft) await this.#waitForSignIn(signal)
    else await this.#wait(reading.later, signal)
    return null
  }

  async #waitForSignIn(signal: AbortSignal): Promise<void> {
    this.#read_ms = null
    this.#show({ line: 'signed-out', session: null, seq: null })
    await this.#pause.wait(SIGN_IN_POLL_MS, ['eager'], signal)
  }

  async #wait({ wait_ms, line }: Later, signal: AbortSignal): Promise<void> {
    this.#tries++
    const own_ms = backOff(this.#tries, Math.random())
    // A wait requested by the service is not cut short, even if the user asks for a retry.
    const ms = line === 'slow-down' ? (wait_ms ?? own_ms) : Math.max(wait_ms ?? 0, own_ms)
    this.#show({ line, seq: null })
    await this.#pause.wait(ms, line === 'slow-down' ? [] : ['eager'], signal)
  }

  /** Sends one entry once and acts on the answer. */
  async #settle(entry: StoredEntry, session: QueueSession, signal: AbortSignal): Promise<void> {
    const old = whyTooOld(entry, this.#parts.clock.now_ms())
    if (old) return this.#refuse(entry.seq, old)
    this.#show({ seq: entry.seq })
    const ready = await this.#upload(entry, session, signal)
    if (ready.kind !== 'ready') return this.#act(entry, ready, session, signal)
    const marked = await this.#mark(ready.entry, session)
    if (!marked || signal.aborted) return
    const answer = await this.#parts.line.post(marked.path, JSON.stringify(marked.body), 'application/json', marked.key, session.id, signal)
    if (signal.aborted && answer === null) return
    await this.#act(entry, verdictOn(answer), session, signal)
  }

  /**
   * Records the first try of an entry on the disk before it is sent, because its bytes may not change after that. If the entry's time is in
   * the future by the service's clock, the current time replaces it. Such a time means that the device's clock was ahead when the entry was
   * confirmed, and that this was not noticed then.
   */
  async #mark(entry: StoredEntry, session: QueueSession): Promise<StoredEntry | null> {
    if (entry.tried_at !== null) return entry
    const now_ms = this.#parts.clock.now_ms()
    const now = new Date(now_ms).toISOString()
    const isAhead = Date.parse(entry.occurred_at) > now_ms + TOLERANCE_MS
    return this.#change(
      entry.seq,
      ({ body }) => ({
        tried_at: now,
        tried_as: session.principal,
        ...(isAhead ? { occurred_at: now } : {}),
        ...(isAhead && 'occurred_at' in body ? { body: { ...body, occurred_at: now } } : {}),
      }),
      true,
    )
  }

  async #upload(
    entry: StoredEntry,
    session: QueueSession,
    signal: AbortSignal,
  ): Promise<{ kind: 'ready'; entry: StoredEntry } | Exclude<Verdict, { kind: 'done' }>> {
    const { attachment } = entry
    if (!attachment || entry.tried_at !== null) return { kind: 'ready', entry }
    const { database, clock, line } = this.#parts
    const isOld = attachment.uploaded_at !== null && clock.now_ms() - Date.parse(attachment.uploaded_at) > UPLOAD_GOOD_FOR_MS
    if (attachment.document_id !== null && !isOld) return { kind: 'ready', entry }
    const kept = isOld ? await replaceUpload(database, entry.seq, crypto.randomUUID()) : await readAttachment(database, entry.seq)
    if (!kept) return { kind: 'ready', entry }
    const verdict = verdictOn(await line.post('/v2/documents', kept.blob, attachment.content_type, kept.key, session.id, signal))
    if (verdict.kind !== 'done') return verdict
    const document_id = String(verdict.json.id)
    const uploaded_at = new Date(clock.now_ms()).toISOString()
    const changed = await this.#change(
      entry.seq,
      ({ body }) => ({ attachment: { ...attachment, document_id, uploaded_at }, body: { ...body, [attachment.field]: document_id } }),
      false,
    )
    return { kind: 'ready', entry: changed ?? entry }
  }

  /** `entry` is the entry as it was before this try. */
  async #act(entry: StoredEntry, verdict: Verdict, session: QueueSession, signal: AbortSignal): Promise<void> {
    const { seq } = entry
    switch (verdict.kind) {
      case 'done': {
        this.#tries = 0
        const sent_at = new Date(this.#parts.clock.now_ms()).toISOString()
        await this.#change(seq, () => ({ state: 'sent', sent_at, outcome: verdict.outcome, problem: null }), false)
        return
      }
      case 'later':
        return this.#wait(verdict, signal)
      case 'signed-out':
        return this.#waitForSignIn(signal)
      case 'failed': {
        const failed = await this.#change(seq, ({ failures }) => ({ failures: failures + 1 }), false)
        if (failed && failed.failures >= MAX_FAILURES) return this.#refuse(seq, verdict.problem)
        return this.#wait({ kind: 'later', wait_ms: null, line: 'no-connection' }, signal)
      }
      case 'refused':
        this.#tries = 0
        return this.#refuseIfStill(entry, verdict.problem, session, signal)
    }
  }

  /**
   * Marks an entry as refused if the session under which it was sent is still signed in, because a refusal is valid only for that session.
   * If another session has signed in meanwhile, in this or another tab, the entry waits for its own store. The waiting entry gets a new
   * key, because the service may have stored the refusal under the old one. It keeps its key if an earlier try may have had an effect.
   */
  async #refuseIfStill(entry: StoredEntry, problem: Problem, session: QueueSession, signal: AbortSignal): Promise<void> {
    this.#read_ms = null
    const now = await this.#findSession(signal)
    if (now?.id === session.id) return this.#refuse(entry.seq, problem)
    if (entry.tried_at === null) await this.#change(entry.seq, () => ({ key: crypto.randomUUID(), tried_at: null, tried_as: null }), true)
  }

  async #refuse(seq: number, problem: Problem): Promise<void> {
    await this.#change(seq, () => ({ state: 'refused', problem }), false)
  }

  async #change(seq: number, make: Change, strict: boolean): Promise<StoredEntry | null> {
    const changed = await change(this.#parts.database, seq, make, strict)
    if (changed) this.#parts.onChange(changed)
    return changed
  }
}
