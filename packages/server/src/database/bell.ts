// The bell tells workers that there is work: at once those in this process, and by NOTIFY those in all others on the same database.
//
// It has a connection of its own, because a NOTIFY inside a writing transaction makes all commits wait for each other, and on a connection
// that answers requests it would wait behind them. It rings after a commit. So a worker that hears it and reads sees what was committed:
// nothing has to be read again because it was not visible yet. A ring has no content; whoever hears it looks for itself.
//
// Not promised: that a ring arrives. One is lost while a connection is down, and workers poll as well (delivery/polling.ts). Nobody waits
// for a ring, none fails a request, and of those that are wanted only their number is kept.

import type { Logger } from 'pino'
import { DatabaseClient, type DatabaseConfig } from './database-client.ts'

const CHANNEL = 'backhaul_bell'
const CONNECT_TIMEOUT_MS = 3_000
/** A NOTIFY that has no answer by then was lost with its connection. */
const ANSWER_TIMEOUT_MS = 5_000
const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5_000
/** A connection that lasted this long was a good one: the next loss is a new one. */
const STEADY_AFTER_MS = 10_000
/** How long nothing passes before the system checks that the other side is still there. */
const KEEP_ALIVE_AFTER_MS = 10_000
/** A ring uses a transaction id, but it has nothing to make durable. No setting of the server may end a connection that only waits. */
const SETTINGS = '-c synchronous_commit=off -c idle_session_timeout=0'
/**
 * After a ring that stood for many commits comes a pause of a millisecond for each but the first, up to this: the busier the process, the
 * fewer rings for each commit, and none waits in a process that is not busy.
 */
const MAX_PAUSE_MS = 8
/** How long `close` waits for a ring that is still wanted. */
const LAST_RING_MS = 1_000

export class Bell {
  readonly #config: DatabaseConfig
  readonly #log: Logger
  readonly #listeners = new Set<() => void>()
  #client: DatabaseClient | null = null
  #opened_ms = 0
  #isOpen = false
  #isListening = false
  /** On which it was asked for rings: once, however many listen. */
  #attended: DatabaseClient | null = null
  #retry: NodeJS.Timeout | null = null
  #retry_ms = FIRST_RETRY_MS
  /** Commits that no ring stands for yet. */
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

  /** Something was committed that workers should see. `causes`: how many commits this stands for. */
  ring(causes = 1): void {
    this.#tell()
    if (this.#isClosed) return
    this.#wanted += causes
    this.#send()
  }

  /**
   * `hear` is called for every ring, from this process or another, and whenever rings may have been missed. It is quick and does not throw.
   * @returns a function that stops it
   */
  listen(hear: () => void): () => void {
    this.#listeners.add(hear)
    if (this.#isOpen && !this.#isListening) this.#attend(this.#client as DatabaseClient)
    else this.#open()
    return () => {
      this.#listeners.delete(hear)
    }
  }

  /** Rings of other processes arrive here. */
  get isListening(): boolean {
    return this.#isListening
  }

  /** There is a connection to ring on, and if anybody here listens, rings arrive on it. */
  get isUp(): boolean {
    return this.#isOpen && (this.#isListening || this.#listeners.size === 0)
  }

  /** Rings sent to other processes so far. */
  get rung(): number {
    return this.#rung
  }

  /** Rings that came from other processes so far. */
  get heard(): number {
    return this.#heard
  }

  /** Sends the ring that is still wanted, if it can be sent soon. */
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
    // PostgreSQL sends a connection its own rings, too. Those who listen here have heard them already.
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

  /** From here on rings arrive. Those before may have been missed. */
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
    if (this.#isReportedLost) this.#log.info('the connection of the bell is back')
    this.#isReportedLost = false
  }

  /** At most one ring is on its way. What is wanted meanwhile is one ring more, whatever it is for. */
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
        // Whether it was heard is not known.
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
      this.#log.warn({ reason: error.message }, 'the connection of the bell is lost: workers poll until it is back')
    this.#isReportedLost = true
    this.#retry = setTimeout(() => {
      this.#retry = null
      this.#open()
    }, this.#retry_ms)
    this.#retry_ms = Math.min(this.#retry_ms * 2, MAX_RETRY_MS)
    // They rest for as long as they may while rings arrive, and have to know that none does now.
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
