// The webhooks that this worker holds. Claims and renews leases on the database's clock, shares webhooks with other workers, and carries
// out changes to all waiting deliveries of a webhook. worker.ts explains leases.
import type { Logger } from 'pino'
import { type Database, Unavailable } from '../database/db.ts'
import { REMEDY } from '../database/hold.ts'
import { warnOfOutage } from '../telemetry/outage-log.ts'
import { WebhookBacklog } from './backlog.ts'
import { endRecovery, recoverSome, skipWaiting } from './bulk-updates.ts'
import { claim } from './claim.ts'
import * as queries from './queries.ts'

const HEARTBEAT_MS = 2000
/**
 * Heartbeat interval while no worker holds a webhook. Leases, and records of live workers (WORKER_SEEN_S), last longer than this interval,
 * so none of them begins and expires unseen between two heartbeats.
 */
const QUIET_HEARTBEAT_MS = 4000
/** No attempt starts in the last part of a lease, because its renewal may be slow. */
const LEASE_MARGIN_MS = 2000
/**
 * Maximum number of webhooks that a worker holds. Together with the limit per webhook, it limits memory. A worker that holds this many
 * keeps giving some back, so that all webhooks are served.
 */
const MAX_HELD = 2000
const GIVEN_BACK_WHEN_FULL = 100
/** A lease without work is given back after this time. */
const IDLE_RELEASE_MS = 15_000
/** After giving up its excess webhooks, a worker claims nothing for this long, so that others can take them. */
const YIELD_PAUSE_MS = 1500
const CLAIM_EVERY_MS = 25
/**
 * Maximum share of time spent on claims. A claim examines every webhook with pending deliveries, so with very many of them claims become
 * less frequent.
 */
const CLAIM_SHARE_OF_TIME = 0.1
const RETRY_AFTER_ERROR_MS = 250

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Logs a failed statement: a warning while the database is unavailable, an error otherwise. */
export const logFailure = (log: Logger, error: unknown, what: string): void => {
  if (error instanceof Unavailable) warnOfOutage(log, { reason: error.message }, what)
  else log.error({ err: error }, what)
}

/** A worker's id, and the id of a dead worker whose webhooks it takes over. */
export interface Identity {
  id: string
  predecessor: string | null
}

/** Takes over the webhooks of the predecessor. If this fails, the predecessor's leases simply expire. */
export const takeOver = async (db: Database, log: Logger, predecessor: string | null): Promise<void> => {
  if (predecessor === null) return
  try {
    await queries.succeed(db, predecessor)
  } catch (error) {
    logFailure(log, error, 'taking over the webhooks of a dead worker failed')
  }
}

export class Leases {
  readonly held = new Map<string, WebhookBacklog>()
  /**
   * Whether deliveries are held (database/hold.ts), according to the last claim. Before the first claim, this worker has no webhooks
   * anyway.
   */
  isHeld = false
  readonly #db: Database
  readonly #log: Logger
  readonly #owner: string
  readonly #masterKeyIds: readonly string[]
  readonly #wake: () => void
  readonly #onGivenBack: () => void
  readonly #bulkUpdates = new Set<Promise<void>>()
  #claims = 0
  #claim_now = true
  #is_claim_owed = false
  #next_claim_ms = 0
  #next_due_ms = Number.POSITIVE_INFINITY
  #no_claim_until_ms = 0
  #beat_ms = Number.NEGATIVE_INFINITY
  #quietSince_ms = Number.POSITIVE_INFINITY

  /**
   * @param masterKeyIds the worker holds only webhooks whose secrets one of these keys decrypts
   * @param wake makes the worker's loop call `claim` soon
   * @param onGivenBack called when webhooks that may have work were given back, for other workers to take
   */
  constructor(
    db: Database,
    log: Logger,
    owner: string,
    masterKeyIds: readonly string[],
    wake: () => void,
    onGivenBack: () => void = () => {},
  ) {
    this.#db = db
    this.#log = log
    this.#owner = owner
    this.#masterKeyIds = masterKeyIds
    this.#wake = wake
    this.#onGivenBack = onGivenBack
  }

  /**
   * Handles the version of a held webhook that a statement returned. If it is newer than the version in memory, the webhook is read again
   * before further attempts start.
   */
  observe(backlog: WebhookBacklog, version: number, clock_offset_s: number): void {
    backlog.webhook.clock_offset_s = clock_offset_s
    if (version > backlog.webhook.version) this.reread(backlog)
  }

  /**
   * Requests a reread of the webhook, which may have changed. No attempt starts for it until a claim that begins after this call has read
   * it.
   */
  reread(backlog: WebhookBacklog): void {
    backlog.needs_claim = this.#claims + 1
    this.#claimSoon()
  }

  #claimSoon(): void {
    this.#claim_now = true
    this.#wake()
  }

  /** Notes that there may be something to claim. If the last claim was too recent, `due_ms` is the time of the next one. */
  oweClaim(): void {
    this.#is_claim_owed = true
  }

  /** When `claim` has to be called next, because there may be something to claim or because a delivery becomes due. */
  get due_ms(): number {
    return this.#is_claim_owed ? Math.min(this.#next_claim_ms, this.#next_due_ms) : this.#next_due_ms
  }

  #noteQuiet(isQuiet: boolean): void {
    const wasQuiet = Number.isFinite(this.#quietSince_ms)
    if (isQuiet === wasQuiet) return
    this.#quietSince_ms = isQuiet ? performance.now() : Number.POSITIVE_INFINITY
    // The current pause was chosen while no worker held a webhook, so it is now too long.
    if (wasQuiet) this.#wake()
  }

  /**
   * The time since which no worker has held a webhook, as far as the heartbeats show. Infinite while a worker holds one, and while
   * deliveries are held.
   */
  get quietSince_ms(): number {
    return this.held.size > 0 || this.isHeld ? Number.POSITIVE_INFINITY : this.#quietSince_ms
  }

  /** Whether the next retry that the last claim reported is now due. Returns true only once for each reported retry. */
  takeDue(now_ms: number): boolean {
    if (now_ms < this.#next_due_ms) return false
    this.#next_due_ms = Number.POSITIVE_INFINITY
    return true
  }

  /**
   * Claims more webhooks and rereads changed ones, if the time has come. Returns the webhooks claimed or reread. `read_at`: the time, on
   * the database's clock, of the last reading of everything due.
   */
  async claim(read_at: string | null = null): Promise<WebhookBacklog[]> {
    const now_ms = performance.now()
    if (!this.#claim_now && now_ms < this.#next_claim_ms) return []
    this.#claim_now = false
    this.#is_claim_owed = false
    const limit = now_ms < this.#no_claim_until_ms ? 0 : Math.max(0, MAX_HELD - this.held.size)
    const number = ++this.#claims
    const before = [...this.held.values()]
    const known = before.map(({ webhook: { id, version, clock_offset_s }, needs_claim, last_claim, hasMore, leased_until_ms }) => ({
      ...{ id, clock_offset_s },
      version: last_claim < needs_claim ? -1 : version,
      is_leased: now_ms < leased_until_ms,
      has_more: hasMore,
    }))
    const backlogs: WebhookBacklog[] = []
    const { webhooks, next_due_s, is_held } = await claim(this.#db, this.#owner, limit, known, this.#masterKeyIds, read_at)
    this.#hold(is_held)
    const answered_ms = performance.now()
    this.#next_due_ms = next_due_s === null ? Number.POSITIVE_INFINITY : answered_ms + next_due_s * 1000
    this.#next_claim_ms = answered_ms + Math.max(CLAIM_EVERY_MS, (answered_ms - now_ms) / CLAIM_SHARE_OF_TIME)
    for (const webhook of webhooks) {
      let backlog = this.held.get(webhook.id)
      const until_ms = now_ms + queries.LEASE_S * 1000 - LEASE_MARGIN_MS
      if (backlog) {
        backlog.refresh(webhook)
        // The secrets were encrypted again with a key that this worker does not have. A worker that has the key takes over.
        if (!this.#masterKeyIds.includes(webhook.master_key_id)) backlog.yielding = true
        // The lease had expired, and this claim took it again.
        if (webhook.claimed) backlog.leased_until_ms = until_ms
      } else if (webhook.claimed) backlog = new WebhookBacklog(webhook, until_ms, now_ms)
      else continue
      this.held.set(webhook.id, backlog)
      backlog.last_claim = number
      backlogs.push(backlog)
      this.startBulkUpdate(backlog)
    }
    for (const backlog of before) backlog.last_claim = number
    return backlogs
  }

  #hold(isHeld: boolean): void {
    if (isHeld === this.isHeld) return
    this.isHeld = isHeld
    if (isHeld) this.#log.warn(`deliveries are held, because the database was restored or an operator holds them; ${REMEDY}`)
    else this.#log.info('deliveries are no longer held')
  }

  /**
   * Skips the waiting deliveries of a webhook that is not enabled, or queues again those that its partner asked to recover. No attempt
   * starts meanwhile.
   */
  startBulkUpdate(backlog: WebhookBacklog): void {
    const { status, recover_since } = backlog.webhook
    if (backlog.bulkUpdating || (status === 'enabled' && !recover_since) || this.held.get(backlog.webhook.id) !== backlog) return
    backlog.bulkUpdating = true
    backlog.forgetWaiting()
    const update = this.#bulkUpdate(backlog).finally(() => {
      this.#bulkUpdates.delete(update)
      backlog.bulkUpdating = false
      this.#claimSoon()
    })
    this.#bulkUpdates.add(update)
  }

  async #bulkUpdate(backlog: WebhookBacklog): Promise<void> {
    const { id, status, recover_since, version } = backlog.webhook
    while (this.held.get(id) === backlog) {
      try {
        const under_way = backlog.open.map(({ delivery }) => delivery.event_seq)
        const count = status === 'enabled' ? await recoverSome(this.#db, id) : await skipWaiting(this.#db, id, under_way)
        if (count > 0) continue
        if (!recover_since) return
        await endRecovery(this.#db, id, version)
        this.reread(backlog)
        return
      } catch (error) {
        logFailure(this.#log, error, 'could not skip or recover deliveries')
        await sleep(RETRY_AFTER_ERROR_MS)
      }
    }
  }

  /** Renews the leases every HEARTBEAT_MS and gives back those that are idle or exceed this worker's share. */
  async beat(): Promise<void> {
    const now_ms = performance.now()
    if (now_ms - this.#beat_ms < (this.quietSince_ms < now_ms ? QUIET_HEARTBEAT_MS : HEARTBEAT_MS)) return
    this.#beat_ms = now_ms
    const released = [...this.held.values()].filter((backlog) => isReleasable(backlog, now_ms))
    const mayHaveWork = released.some(({ yielding }) => yielding)
    for (const backlog of released) this.#drop(backlog)
    const kept = [...this.held.values()]
    const answer = await queries.heartbeat(this.#db, this.#owner, states(kept), states(released))
    if (mayHaveWork) this.#onGivenBack()
    this.#noteQuiet(answer.others === 0 && this.held.size === 0)
    const mine = new Set(answer.kept)
    for (const backlog of kept) {
      if (mine.has(backlog.webhook.id)) backlog.leased_until_ms = now_ms + queries.LEASE_S * 1000 - LEASE_MARGIN_MS
      else this.#drop(backlog)
    }
    // While this worker hands webhooks to workers that hold fewer, the counts do not show the fair shares.
    const isHandingOver = [...this.held.values()].some(({ yielding }) => yielding)
    if (this.held.size >= MAX_HELD) for (const backlog of [...this.held.values()].slice(0, GIVEN_BACK_WHEN_FULL)) backlog.yielding = true
    // This worker's own leases are counted in this process, because the answer may predate a claim or come from a moment when the leases
    // had expired.
    if (!isHandingOver) this.#share(Math.ceil((answer.others + this.held.size + released.length) / answer.workers))
  }

  /** Gives up webhooks above the fair share, starting with those that have the fewest attempts under way. */
  #share(fair: number): void {
    const excess = this.held.size - Math.max(1, fair)
    if (excess <= 0) return
    const candidates = [...this.held.values()].sort((a, b) => a.open.length - b.open.length)
    for (const backlog of candidates.slice(0, excess)) backlog.yielding = true
    this.#no_claim_until_ms = performance.now() + HEARTBEAT_MS + YIELD_PAUSE_MS
    this.#beat_ms = Number.NEGATIVE_INFINITY
  }

  #drop(backlog: WebhookBacklog): void {
    this.held.delete(backlog.webhook.id)
    backlog.yielding = true
  }

  /** Gives all leases back and removes this worker from the list of workers. */
  async leave(): Promise<void> {
    const backlogs = [...this.held.values()]
    for (const backlog of backlogs) this.#drop(backlog)
    await Promise.all(this.#bulkUpdates)
    try {
      await queries.heartbeat(this.#db, this.#owner, [], states(backlogs))
      await queries.leave(this.#db, this.#owner)
      if (backlogs.length > 0) this.#onGivenBack()
    } catch (error) {
      logFailure(this.#log, error, 'could not release the leases; they will expire')
    }
  }
}

const isReleasable = (backlog: WebhookBacklog, now_ms: number): boolean =>
  backlog.open.length === 0 && !backlog.bulkUpdating && (backlog.yielding || now_ms - backlog.last_active_ms >= IDLE_RELEASE_MS)

const states = (backlogs: WebhookBacklog[]): queries.HeldHealth[] =>
  backlogs.map((backlog) => ({ webhook_id: backlog.webhook.id, ...backlog.health }))
