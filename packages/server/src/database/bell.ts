// The bell tells workers that there is work. It calls the workers in this process directly, and uses NOTIFY for all other processes on the
// same database.
//
// The bell has its own connection. A NOTIFY inside a writing transaction would make all commits wait for each other, and on a connection
// that answers requests it would wait behind them. The bell rings after a commit, so a worker that hears it sees what was committed and
// never has to read again. A ring has no content; each worker looks for its own work.
//
// Not promised: that a ring arrives. Rings are lost while a connection is down, so workers poll as well (delivery/polling.ts). Nothing
// waits for a ring, and a lost ring fails no request. The bell stores only the number of commits that still need a ring.

import type { Logger } from 'pino'
import { DatabaseClient, type DatabaseConfig } from './database-client.ts'

const CHANNEL = 'backhaul_bell'
const CONNECT_TIMEOUT_MS = 3_000
/** Time limit for a NOTIFY. A later answer counts as lost. */
const ANSWER_TIMEOUT_MS = 5_000
const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5_000
/** After a connection that lasted this long, retries start again with the shortest delay. */
const STEADY_AFTER_MS = 10_000
/** Idle time after which the operating system checks that the other side still exists. */
const KEEP_ALIVE_AFTER_MS = 10_000
/** A ring uses a transaction id, but has nothing to make durable. The server's idle limit must not end a connection that only waits. */
const SETTINGS = '-c synchronous_commit=off -c idle_session_timeout=0'
/**
 * Maximum pause after a ring that announced many commits. The pause is one millisecond for each commit except the first. A busy process
 * thus sends fewer rings per commit, and an idle process rings without delay.
 */
const MAX_PAUSE_MS = 8
/** How long `close` waits for the last ring to be sent. */
const LAST_RING_MS = 1_000

export class Bell {
  readonly #config: DatabaseConfig
  readonly #log: Logger
  readonly #listeners = new Set<() => void>()
  #client: DatabaseClient | null = null
  #opened_ms = 0
  #isOpen = false
  #isListening = false
  /** The connection on which LISTEN was sent. It is sent once for all listeners. */
  #attended: DatabaseClient | null = null
  #retry: NodeJS.Timeout | null = null
  #retry_ms = FIRST_RETRY_MS
  /** Commits that no ring has announced yet. */
  #wanted = 0
  #isRinging = false
  #pause: NodeJS.Timeout | null = null
  #isReportedLost = false
  #isClosed = false
  #onLastRing: () => void = () => {}
  #rung = 0
  #heard = 0

  constructor(config: DatabaseConfig, log: Logger) {
    this.#config = config
    this.#log = log
  }

  /** Opens the connection ahead of the first ring, and keeps it open. */
  start(): void {
    this.#open()
  }

  /** Announces that something was committed that workers should see. `causes`: number of commits. */
  ring(causes = 1): void {
    this.#tell()
    if (this.#isClosed) return
    this.#wanted += causes
    this.#send()
  }

  /**
   * Calls `hear` for every ring, from this process or another, and whenever rings may have been missed. `hear` must be quick and must not
   * throw.
   * @returns a function that stops the calls
   */
  listen(hear: () => void): () => void {
    this.#listeners.add(hear)
    if (this.#isOpen && !this.#isListening) this.#attend(this.#client as DatabaseClient)
    else this.#open()
    return () => {
      this.#listeners.delete(hear)
    }
  }

  /** Whether rings from other processes arrive here. */
  get isListening(): boolean {
    return this.#isListening
  }

  /** Whether the bell can ring and, if this process has listeners, whether rings arrive. */
  get isUp(): boolean {
    return this.#isOpen && (this.#isListening || this.#listeners.size === 0)
  }

  /** Number of rings sent to other processes so far. */
  get rung(): number {
    return this.#rung
  }

  /** Number of rings received from other processes so far. */
  get heard(): number {
    return this.#heard
  }

  /** Sends the pending ring if that is possible soon, then closes the connection. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    const isWanted = this.#wanted > 0 || this.#isRinging
    if (isWanted && !this.#retry) await this.#lastRing()
    if (this.#retry) clearTimeout(this.#retry)
    if (this.#pause) clearTimeout(this.#pause)
    this.#drop()
  }

  #lastRing(): Promise<void> {
    return new Promise((resolve) => {
      const limit = setTimeout(resolve, LAST_RING_MS)
      this.#onLastRing = () => {
        clearTimeout(limit)
        resolve()
      }
      this.#endPause()
    })
  }

  #tell(): void {
    for (const hear of this.#listeners) hear()
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
    // PostgreSQL also sends a connection its own rings. The listeners in this process have heard them already.
    client.on('notification', ({ processId }) => {
      if (processId === (client as unknown as { processID: number }).processID) return
      this.#heard++
      this.#tell()
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

  /** Starts to receive rings. Earlier rings may have been missed. */
  #attend(client: DatabaseClient): void {
    if (client === this.#attended) return
    this.#attended = client
    client.query(`listen ${CHANNEL}`).then(
      () => {
        if (client !== this.#client) return
        this.#isListening = true
        this.#back()
        this.#tell()
      },
      (error) => this.#lost(client, error),
    )
  }

  #back(): void {
    if (this.#isReportedLost) this.#log.info('the notification connection (LISTEN) is open again')
    this.#isReportedLost = false
  }

  /** At most one NOTIFY is under way. All commits meanwhile share the next one. */
  #send(): void {
    if (this.#wanted === 0 || this.#isRinging || this.#pause) return
    const client = this.#client
    if (!client || !this.#isOpen) {
      this.#open()
      return
    }
    const causes = this.#wanted
    this.#wanted = 0
    this.#isRinging = true
    client.query(`notify ${CHANNEL}`).then(
      () => this.#sent(client, causes),
      (error) => {
        // It is unknown whether the ring arrived, so it is sent again.
        this.#wanted += causes
        this.#lost(client, error)
      },
    )
  }

  #sent(client: DatabaseClient, causes: number): void {
    if (client !== this.#client) return
    this.#isRinging = false
    this.#rung++
    this.#back()
    if (this.#wanted === 0) this.#onLastRing()
    if (causes > 1 && !this.#isClosed) this.#pause = setTimeout(() => this.#endPause(), Math.min(causes - 1, MAX_PAUSE_MS))
    else this.#send()
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
    this.#onLastRing()
    if (this.#isClosed) return
    if (!this.#isReportedLost)
      this.#log.warn({ reason: error.message }, 'the notification connection (LISTEN) is lost; workers poll until it is open again')
    this.#isReportedLost = true
    this.#retry = setTimeout(() => {
      this.#retry = null
      this.#open()
    }, this.#retry_ms)
    this.#retry_ms = Math.min(this.#retry_ms * 2, MAX_RETRY_MS)
    // Listeners take their longest rest while rings arrive, so they must learn that rings no longer do.
    if (wasListening) this.#tell()
  }

  #drop(): void {
    const client = this.#client
    this.#client = null
    this.#isOpen = false
    this.#isListening = false
    this.#isRinging = false
    if (client) client.hangUp()
  }
}
