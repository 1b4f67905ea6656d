// Tells a database that hangs from one that is slow: a connection of its own asks `select 1`, seldom at rest and all the time while others wait.
// Without an answer for HUNG_AFTER_MS, everybody who waits is told so at once, and nobody else begins to wait, until there is an answer.
//
// What was sent before stays with PostgreSQL: its connections are left alone, so that it is carried out when the database goes on. Whoever
// was waiting for it knows only that its outcome is unknown. A database that refuses connections does not hang: it says no by itself. When it
// cannot even be asked any more (its queue of connections is full, the network is gone), that says nothing new.
import type pg from 'pg'
import { DatabaseClient, type DatabaseConfig } from './database-client.ts'

export const HUNG_AFTER_MS = 2_000
/** What PostgreSQL shows of its connection; what else is known of this process may follow. */
export const WATCH_NAME = 'backhaul watch'
/** While nobody waits; else at every tick. Longer than the rest of database/clock-check.ts, whose question on this connection counts as well. */
const ASK_EVERY_MS = 12_000
/** While it hangs: those who would wait are refused at once, and an answer ends that. */
const ASK_HUNG_EVERY_MS = 3_000
const TICK_MS = 200
/** An answer that has not come on this connection may come on another: something in between may have forgotten the connection. */
const REOPEN_AFTER_MS = 5_000

/**
 * Why a connection could not be opened although nobody refused it: EAGAIN is a socket file whose queue is full. 25006 is a standby, which says
 * nothing of the host that hangs.
 */
const UNANSWERED = /^(EAGAIN|EMFILE|ENFILE|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|25006)$/

export class DatabaseWatch {
  readonly #config: DatabaseConfig
  readonly #onChange: (isHung: boolean) => void
  readonly #waiting = new Set<() => void>()
  #client: DatabaseClient | null = null
  /** Settled when the connection is free: it takes one statement at a time. */
  #free: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | null = null
  #name = WATCH_NAME
  #isAsking = false
  #isHung = false
  #asked_ms = Number.NEGATIVE_INFINITY
  #opened_ms = 0
  #ticked_ms = 0
  #unanswered_ms = 0

  constructor(config: DatabaseConfig, onChange: (isHung: boolean) => void) {
    this.#config = config
    this.#onChange = onChange
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS)
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
    this.#close()
  }

  get isStarted(): boolean {
    return this.#timer !== null
  }

  /** There is a connection, or one is being opened. */
  get isOpen(): boolean {
    return this.#client !== null
  }

  /** As which PostgreSQL shows the connection: database/clock-check.ts. */
  get name(): string {
    return this.#name
  }

  set name(name: string) {
    if (name === this.#name) return
    this.#name = name
    // Behind a question that may be under way. Whatever goes wrong shows there too, and a new connection begins with the name.
    if (this.#client) this.#query(this.#client, "select set_config('application_name', $1, false)", [name]).catch(() => {})
  }

  /** The first row of what is asked beside the watch's own question, on its connection; null: there is none, or no answer. */
  async one<Row>(text: string): Promise<Row | null> {
    const asked_ms = performance.now()
    const result = this.#client && (await this.#query(this.#client, text).catch(() => null))
    if (result && !this.#isAsking) this.#asked_ms = Math.max(this.#asked_ms, asked_ms)
    return (result?.rows[0] as Row | undefined) ?? null
  }

  get isHung(): boolean {
    return this.#isHung
  }

  /** Calls back once when the database hangs; call what is returned when it does not matter any more. */
  whenHung(then: () => void): () => void {
    this.#waiting.add(then)
    return () => this.#waiting.delete(then)
  }

  #tick(): void {
    const now_ms = performance.now()
    // After a pause of this process the answer may lie unread in its socket: a late tick counts no more than two.
    const passed_ms = Math.min(now_ms - this.#ticked_ms, 2 * TICK_MS)
    this.#ticked_ms = now_ms
    if (!this.#isAsking) {
      const every_ms = this.#isHung ? ASK_HUNG_EVERY_MS : ASK_EVERY_MS
      if (this.#waiting.size > 0 || now_ms - this.#asked_ms >= every_ms) this.#ask(now_ms)
      return
    }
    this.#unanswered_ms += passed_ms
    if (this.#unanswered_ms >= HUNG_AFTER_MS) this.#set(true)
    if (now_ms - Math.max(this.#asked_ms, this.#opened_ms) < REOPEN_AFTER_MS) return
    // Asked again at the next tick, elsewhere if there is such a place.
    this.#client?.passOver()
    this.#close()
  }

  #ask(now_ms: number): void {
    this.#asked_ms = now_ms
    this.#unanswered_ms = 0
    this.#isAsking = true
    const client = this.#client ?? this.#open(now_ms)
    this.#query(client, 'select 1').then(
      () => this.#answered(client),
      (error) => this.#failed(client, error),
    )
  }

  #query(client: DatabaseClient, text: string, values: string[] = []): Promise<pg.QueryResult> {
    const answer = this.#free.then(() => client.query(text, values))
    this.#free = answer.catch(() => {})
    return answer
  }

  #open(now_ms: number): DatabaseClient {
    const client = new DatabaseClient({ ...this.#config, keepAlive: true, application_name: this.#name })
    this.#client = client
    this.#opened_ms = now_ms
    client.on('error', (error) => this.#failed(client, error))
    this.#free = client.connect().catch((error) => this.#failed(client, error))
    return client
  }

  #close(): void {
    const client = this.#client
    this.#client = null
    this.#isAsking = false
    client?.hangUp()
  }

  #answered(client: DatabaseClient): void {
    if (client !== this.#client) return
    this.#isAsking = false
    if (this.#isHung) client.places?.leaveOthers(client.place)
    this.#set(false)
  }

  /** It is down, and whoever asks it is told so by the connection. */
  #failed(client: DatabaseClient, error: unknown): void {
    if (client !== this.#client) return
    this.#close()
    if (!UNANSWERED.test((error as { code?: string }).code ?? '')) this.#set(false)
  }

  #set(isHung: boolean): void {
    if (isHung === this.#isHung) return
    this.#isHung = isHung
    this.#onChange(isHung)
    if (!isHung) return
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const then of waiting) then()
  }
}
