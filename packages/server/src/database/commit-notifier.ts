// The notifier tells workers that there is work. It calls the workers in this process directly, and uses NOTIFY for all other processes on
// the same database.
//
// The notifier has its own connection. A NOTIFY inside a writing transaction would make all commits wait for each other, and a NOTIFY on a
// connection that answers requests would wait for their statements. The notifier sends NOTIFY only after a commit, so a notified worker
// sees what was committed and never has to read again. A notification has no content; each worker looks for its own work.
//
// Not promised: that a notification arrives. Notifications are lost while a connection is down, so workers poll as well
// (delivery/polling.ts). Nothing waits for a notification, and a lost notification fails no request. The notifier stores only the number of
// commits that still need a notification.

import type { Logger } from 'pino'
import { DatabaseClient, type DatabaseConfig } from './database-client.ts'

const CHANNEL = 'backhaul_bell'
const CONNECT_TIMEOUT_MS = 3_000
/** Time limit for a NOTIFY. If the answer takes longer, the NOTIFY counts as lost. */
const ANSWER_TIMEOUT_MS = 5_000
const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5_000
/** After a connection that lasted this long, retries start again with the shortest delay. */
const STEADY_AFTER_MS = 10_000
/** Idle time after which the operating system checks that the other side still exists. */
const KEEP_ALIVE_AFTER_MS = 10_000
/**
 * A notification is a transaction, but it writes nothing that must be durable. The server's idle limit must not end a connection that only
 * waits.
 */
const SETTINGS = '-c synchronous_commit=off -c idle_session_timeout=0'
/**
 * Minimum and maximum pause after a notification. In between, the pause is one millisecond for each commit that it announced. A busy process
 * thus sends fewer notifications per commit, and an idle process notifies without delay.
 */
const MIN_PAUSE_MS = 2
const MAX_PAUSE_MS = 8
/** How long `close` waits for the last notification to be sent. */
const LAST_NOTIFY_LIMIT_MS = 1_000

export class CommitNotifier {
  readonly #config: DatabaseConfig
  readonly #log: Logger
  readonly #listeners = new Set<() => void>()
  #client: DatabaseClient | null = null
  #opened_ms = 0
  #isOpen = false
  #isListening = false
  /** The connection that receives notifications. One LISTEN on it serves all listeners. */
  #attended: DatabaseClient | null = null
  #retry: NodeJS.Timeout | null = null
  #retry_ms = FIRST_RETRY_MS
  /** Commits that no notification has announced yet. */
  #pending = 0
  #isNotifying = false
  #pause: NodeJS.Timeout | null = null
  #isReportedLost = false
  #isClosed = false
  #onLastNotify: () => void = () => {}
  #sent_count = 0
  #received_count = 0

  constructor(config: DatabaseConfig, log: Logger) {
    this.#config = config
    this.#log = log
  }

  /** Opens the connection before the first notification, and keeps it open. */
  start(): void {
    this.#open()
  }

  /** Announces that something was committed that workers should see. `causes`: number of commits. */
  notify(causes = 1): void {
    this.#callListeners()
    if (this.#isClosed) return
    this.#pending += causes
    this.#send()
  }

  /**
   * Calls `onNotify` for every notification, from this process or another, and whenever notifications may have been missed. `onNotify` must
   * be quick and must not throw.
   * @returns a function that stops the calls
   */
  listen(onNotify: () => void): () => void {
    this.#listeners.add(onNotify)
    if (this.#isOpen && !this.#isListening) this.#attend(this.#client as DatabaseClient)
    else this.#open()
    return () => {
      this.#listeners.delete(onNotify)
    }
  }

  /** Whether notifications from other processes arrive here. */
  get isListening(): boolean {
    return this.#isListening
  }

  /** Whether the notifier can send and, if this process has listeners, whether notifications arrive. */
  get isUp(): boolean {
    return this.#isOpen && (this.#isListening || this.#listeners.size === 0)
  }

  /** Number of notifications sent to other processes so far. */
  get sentCount(): number {
    return this.#sent_count
  }

  /** Number of notifications received from other processes so far. */
  get receivedCount(): number {
    return this.#received_count
  }

  /** Sends the pending notification if that is possible soon, then closes the connection. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    const hasPending = this.#pending > 0 || this.#isNotifying
    if (hasPending && !this.#retry) await this.#lastNotify()
    if (this.#retry) clearTimeout(this.#retry)
    if (this.#pause) clearTimeout(this.#pause)
    this.#drop()
  }

  #lastNotify(): Promise<void> {
    return new Promise((resolve) => {
      const limit = setTimeout(resolve, LAST_NOTIFY_LIMIT_MS)
      this.#onLastNotify = () => {
        clearTimeout(limit)
        resolve()
      }
      this.#endPause()
    })
  }

  #callListeners(): void {
    for (const listener of this.#listeners) listener()
  }

  #open(): void {
    if (this.#client || this.#retry) return
    const client = new DatabaseClient({
      ...this.#config,
      settings: SETTINGS,
      application_name: 'backhaul bell',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    })
    this.#client = client
    client.on('error', (error) => this.#lost(client, error))
    client.on('end', () => this.#lost(client, new Error('the connection was closed')))
    // PostgreSQL also sends a connection its own notifications. The listeners in this process were called already.
    client.on('notification', ({ processId }) => {
      if (processId === (client as unknown as { processID: number }).processID) return
      this.#received_count++
      this.#callListeners()
    })
    client.connect().then(
      () => this.#opened(client),
      (error) => this.#lost(client, error),
    )
  }

  #opened(client: DatabaseClient): void {
    if (client !== this.#client) return
    this.#isOpen = true
    this.#opened_ms = performance.now()
    if (this.#listeners.size > 0) this.#attend(client)
    this.#send()
  }

  /** Starts to receive notifications. Earlier ones may have been missed. */
  #attend(client: DatabaseClient): void {
    if (client === this.#attended) return
    this.#attended = client
    client.query(`listen ${CHANNEL}`).then(
      () => {
        if (client !== this.#client) return
        this.#isListening = true
        this.#back()
        this.#callListeners()
      },
      (error) => this.#lost(client, error),
    )
  }

  #back(): void {
    if (this.#isReportedLost) this.#log.info('the notification connection (LISTEN) is open again')
    this.#isReportedLost = false
  }

  /** At most one NOTIFY is under way. Commits that occur meanwhile share the next NOTIFY. */
  #send(): void {
    if (this.#pending === 0 || this.#isNotifying || this.#pause) return
    const client = this.#client
    if (!client || !this.#isOpen) {
      this.#open()
      return
    }
    const causes = this.#pending
    this.#pending = 0
    this.#isNotifying = true
    client.query(`notify ${CHANNEL}`).then(
      () => this.#sent(client, causes),
      (error) => {
        // It is unknown whether the notification arrived, so it is sent again.
        this.#pending += causes
        this.#lost(client, error)
      },
    )
  }

  #sent(client: DatabaseClient, causes: number): void {
    if (client !== this.#client) return
    this.#isNotifying = false
    this.#sent_count++
    this.#back()
    if (this.#pending === 0) this.#onLastNotify()
    if (this.#isClosed) this.#send()
    else this.#pause = setTimeout(() => this.#endPause(), Math.min(Math.max(causes, MIN_PAUSE_MS), MAX_PAUSE_MS))
  }

  #endPause(): void {
    if (this.#pause) clearTimeout(this.#pause)
    this.#pause = null
    this.#send()
  }

  #lost(client: DatabaseClient, error: Error): void {
    if (client !== this.#client) return
    const wasListening = this.#isListening
    if (this.#isOpen && performance.now() - this.#opened_ms >= STEADY_AFTER_MS) this.#retry_ms = FIRST_RETRY_MS
    this.#drop()
    this.#onLastNotify()
    if (this.#isClosed) return
    if (!this.#isReportedLost)
      this.#log.warn({ reason: error.message }, 'the notification connection (LISTEN) is lost; workers poll until it is open again')
    this.#isReportedLost = true
    this.#retry = setTimeout(() => {
      this.#retry = null
      this.#open()
    }, this.#retry_ms)
    this.#retry_ms = Math.min(this.#retry_ms * 2, MAX_RETRY_MS)
    // While notifications arrive, listeners take their longest rest. So they must learn when notifications no longer arrive.
    if (wasListening) this.#callListeners()
  }

  #drop(): void {
    const client = this.#client
    this.#client = null
    this.#isOpen = false
    this.#isListening = false
    this.#isNotifying = false
    if (client) client.hangUp()
  }
}
