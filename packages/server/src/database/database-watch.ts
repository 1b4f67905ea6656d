// Distinguishes a database that hangs from one that is slow. A separate connection sends `select 1`: rarely while idle, and constantly
// while statements wait. After HUNG_AFTER_MS without an answer, all waiting statements fail at once and new ones are refused, until an
// answer arrives.
//
// Statements that were already sent stay with PostgreSQL. Their connections remain open, so PostgreSQL executes them when it continues.
// Their callers learn only that the outcome is unknown.
//
// A database that refuses connections does not hang, because its refusal is an answer. When the database cannot be asked at all (full
// connection queue, no network), its state is considered unchanged.
import type pg from 'pg'
import { DatabaseClient, type DatabaseConfig } from './database-client.ts'

export const HUNG_AFTER_MS = 2_000
/** Name of the connection in PostgreSQL. A clock offset may follow (database/clock-check.ts). */
export const WATCH_NAME = 'backhaul watch'
/**
 * Interval of checks while no statement waits. While statements wait, every tick makes a check. The interval is longer than that of
 * database/clock-check.ts, whose query on this connection also counts as a check.
 */
const PROBE_INTERVAL_MS = 12_000
/** Interval of checks while the database hangs. Meanwhile new statements are refused at once. */
const PROBE_HUNG_INTERVAL_MS = 3_000
const TICK_MS = 200
/** After this time without an answer, the watch opens a new connection. A device on the network path may have dropped the old one. */
const REOPEN_AFTER_MS = 5_000

/**
 * Codes of connection attempts that failed without being refused. EAGAIN: the queue of a socket file is full. 25006: a standby answered,
 * which says nothing about the host that hangs.
 */
const UNANSWERED = /^(EAGAIN|EMFILE|ENFILE|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|25006)$/

export class DatabaseWatch {
  readonly #config: DatabaseConfig
  readonly #onChange: (isHung: boolean) => void
  readonly #waiting = new Set<() => void>()
  #client: DatabaseClient | null = null
  /** Settles when the connection is free. The connection runs one statement at a time. */
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

  /** Whether a connection exists or is being opened. */
  get isOpen(): boolean {
    return this.#client !== null
  }

  /** The connection's application name in PostgreSQL; see database/clock-check.ts. */
  get name(): string {
    return this.#name
  }

  set name(name: string) {
    if (name === this.#name) return
    this.#name = name
    // Runs after the current check. A failure may be ignored: the next check fails too and opens a new connection, which starts with the
    // name.
    if (this.#client) this.#query(this.#client, "select set_config('application_name', $1, false)", [name]).catch(() => {})
  }

  /** Runs an additional query on the watch's connection. Returns its first row; null when there is no row, no connection or no answer. */
  async one<Row>(text: string): Promise<Row | null> {
    const asked_ms = performance.now()
    const result = this.#client && (await this.#query(this.#client, text).catch(() => null))
    if (result && !this.#isAsking) this.#asked_ms = Math.max(this.#asked_ms, asked_ms)
    return (result?.rows[0] as Row | undefined) ?? null
  }

  get isHung(): boolean {
    return this.#isHung
  }

  /** Calls `then` once when the database hangs. Call the returned function when the notification is no longer needed. */
  whenHung(then: () => void): () => void {
    this.#waiting.add(then)
    return () => this.#waiting.delete(then)
  }

  #tick(): void {
    const now_ms = performance.now()
    // If this process itself was paused, the answer may already be in the socket, unread. So a late tick counts as at most two ticks
    // without an answer.
    const passed_ms = Math.min(now_ms - this.#ticked_ms, 2 * TICK_MS)
    this.#ticked_ms = now_ms
    if (!this.#isAsking) {
      const every_ms = this.#isHung ? PROBE_HUNG_INTERVAL_MS : PROBE_INTERVAL_MS
      if (this.#waiting.size > 0 || now_ms - this.#asked_ms >= every_ms) this.#ask(now_ms)
      return
    }
    this.#unanswered_ms += passed_ms
    if (this.#unanswered_ms >= HUNG_AFTER_MS) this.#set(true)
    if (now_ms - Math.max(this.#asked_ms, this.#opened_ms) < REOPEN_AFTER_MS) return
    // The next tick asks again, at another place if there is one.
    this.#client?.skipServer()
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

  /** A refused connection means that the database is down, not that it hangs. The callers' own connections report the refusal. */
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
