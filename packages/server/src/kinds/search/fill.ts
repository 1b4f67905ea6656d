// Fills the index of search as you type (suggest.ts).
//
// Promise: a shipment is in the index within 5 s after its commit, and a later change of its names or numbers too, unless an open
// transaction holds the feed back (kinds/events/feed.ts). This holds for any order of commits and any number of workers, even if a worker is
// killed at any moment. Each feed has a position up to which it was read (`search_reached`). A worker reads the events after it, below the
// oldest transaction in flight, where the feed never changes, and then the shipments. One statement writes their rows and advances the
// position, if no other worker has advanced it. So two workers never overwrite newer rows with older ones.
//
// Shipments from before the index are read from the newest to the oldest, a portion in each pass.
import type { EventType } from '@backhaul/core/events/catalog.ts'
import type { Logger } from 'pino'
import { BackgroundLoop } from '../../database/background-loop.ts'
import type { CommitNotifier } from '../../database/commit-notifier.ts'
import { type Database, Unavailable } from '../../database/db.ts'
import { HORIZON } from '../../storage/event-ranges.ts'
import { type Facts, indexed } from './words.ts'

/** Limits of the rest after a pass. A commit ends the rest, but not before `least_ms` have passed. */
const REST_MS = { least_ms: 1_000, most_ms: 3_000 }
const EVENTS_AT_ONCE = 500
const SHIPMENTS_AT_ONCE = 500
/** Portions of news that one pass reads of each partner. */
const PORTIONS = 10
/** Time of a pass for older shipments, so that news do not wait for them. */
const OLDER_MS = 1_500
const PARTNERS_AT_ONCE = 100

/** The events that may change what finds a shipment. */
const CHANGES: readonly EventType[] = [
  'shipment.created',
  'shipment.sold',
  'shipment.updated',
  'shipment.redirected',
  'shipment.return_to_sender',
]

const AFTER = 'e.partner_id = p.id and (e.xid, e.seq) > (r.xid, r.seq) and e.xid >= r.xid'

/** SQL: the shopper's address of the shipment `s`. */
const SHOPPER = "(case when s.direction = 'return' then s.from_address else s.to_address end)"
/** SQL: the columns of `Facts` of the shipment `s`. */
export const FACTS = `s.id, s.partner_id, s.tracking, s.barcode, s.order_id, s.rma, ${SHOPPER} ->> 'name' as name,
  ${SHOPPER} ->> 'company' as company, ${SHOPPER} ->> 'email' as email`

interface Progress {
  partner_id: string
  begun: boolean
  has_news: boolean
  has_older: boolean
}

const listProgress = (db: Database, after: string): Promise<Progress[]> =>
  db.query<Progress>(
    'search_progress',
    `select p.id as partner_id, r.partner_id is not null as begun, r.unread_at is not null as has_older,
            exists (select from events e where ${AFTER} and e.xid < ${HORIZON}) as has_news
       from (select id from partners where id > $1 order by id limit ${PARTNERS_AT_ONCE}) p
       left join search_reached r on r.partner_id = p.id order by p.id`,
    [after],
  )

/** The older shipments are those that committed before the statement. The feed from here on has all others. */
const BEGIN = `
  insert into search_reached (partner_id, xid, seq, unread_at, unread_id, version) values ($1, ${HORIZON}, 0, 'infinity', '', 0)
  on conflict do nothing`

interface Portion {
  version: number
  xid: string | null
  seq: number | null
  events: number
  older: number
  unread_at: string | null
  unread_id: string | null
  shipments: Facts[]
}

const READ = `
  with r as materialized (select * from search_reached where partner_id = $1),
  news as materialized (
    select e.* from r cross join lateral (
      select xid, seq, type, shipment_id from events
       where partner_id = $1 and (xid, seq) > (r.xid, r.seq) and xid >= r.xid and xid < ${HORIZON}
       order by events.xid, events.seq limit $2::int) e),
  older as materialized (
    select o.* from r cross join lateral (
      select created_at, id from shipments where partner_id = $1 and (created_at, id) < (r.unread_at, r.unread_id)
       order by created_at desc, id desc limit $3::int) o)
  select r.version, n.xid::text, n.seq, (select count(*) from news) as events, (select count(*) from older) as older,
         o.created_at::text as unread_at, o.id as unread_id,
         (select coalesce(json_agg(f), '[]') from (
            select ${FACTS} from shipments s where s.partner_id = $1 and s.id in (
              select shipment_id from news where type = any ($4::text[]) union select id from older)) f) as shipments
    from r left join (select xid, seq from news order by news.xid desc, news.seq desc limit 1) n on true
           left join (select created_at, id from older order by created_at, id limit 1) o on true`

const WRITE = `
  with moved as (
    update search_reached set xid = coalesce($3::xid8, xid), seq = coalesce($4::bigint, seq), version = version + 1,
           unread_at = case $5 when 'none' then unread_at when 'end' then null else $6::timestamptz end,
           unread_id = case $5 when 'none' then unread_id when 'end' then null else $7 end
     where partner_id = $1 and version = $2::int returning partner_id),
  words as (
    insert into search_words (word) select w.word from moved cross join jsonb_array_elements_text($8::jsonb) as w(word)
    on conflict do nothing),
  written as (
    insert into search_shipments as s (shipment_id, partner, order_key, rma_key, keys)
    select i.* from moved cross join jsonb_to_recordset($9::jsonb) as i(shipment_id text, partner int, order_key text, rma_key text, keys int[])
    on conflict (shipment_id) do update set order_key = excluded.order_key, rma_key = excluded.rma_key, keys = excluded.keys
     where (s.order_key, s.rma_key, s.keys) is distinct from (excluded.order_key, excluded.rma_key, excluded.keys))
  select count(*) as moved from moved`

/**
 * Reads the next events of a partner, and up to `older` of its older shipments, and writes their rows. Returns whether there may be more.
 */
export const fillOnce = async (db: Database, partnerId: string, older: number): Promise<boolean> => {
  const portion = await db.one<Portion>('search_read', READ, [partnerId, EVENTS_AT_ONCE, older, CHANGES])
  if (!portion) return false
  const { version, xid, seq, unread_at, unread_id, shipments } = portion
  const isEnd = portion.older < older
  if (portion.events === 0 && older === 0) return false
  const rows = shipments.map(indexed)
  // In one order, so that two workers do not wait for each other's words.
  const words = [...new Set(rows.flatMap((one) => one.words))].toSorted()
  const reached = older === 0 ? 'none' : isEnd ? 'end' : 'at'
  await db.query('search_write', WRITE, [
    partnerId,
    version,
    xid,
    seq,
    reached,
    unread_at,
    unread_id,
    JSON.stringify(words),
    JSON.stringify(rows.map(({ row }) => row)),
  ])
  return portion.events === EVENTS_AT_ONCE || (older > 0 && !isEnd)
}

export class SearchIndex {
  readonly #db: Database
  readonly #log: Logger
  readonly #notifier: CommitNotifier
  readonly #loop = new BackgroundLoop()
  #ended: Promise<void> | null = null
  /** The partner whose older shipments were read last. */
  #last = ''

  constructor({ reads, log, notifier }: { reads: Database; log: Logger; notifier: CommitNotifier }) {
    this.#db = reads
    this.#log = log
    this.#notifier = notifier
  }

  start(): void {
    this.#ended ??= this.#loop.runOnNotifications(
      this.#notifier,
      REST_MS,
      () => this.pass(),
      (err) => this.#log.error({ err }, 'filling the search index failed'),
    )
  }

  /** Resolves when no statement is running anymore. */
  async stop(): Promise<void> {
    this.#loop.stop()
    await this.#ended
  }

  /** News of all partners come first, so that they do not wait for older shipments. Returns whether there is more. */
  async pass(): Promise<boolean> {
    const behind: string[] = []
    let hasMore = false
    for (let after: string | null = ''; after !== null && !this.#loop.stopped; ) {
      const page: Progress[] = await listProgress(this.#db, after)
      for (const { partner_id, begun, has_news, has_older } of page) {
        if (!begun) await this.#db.query('search_begin', BEGIN, [partner_id])
        if (!begun || has_older) behind.push(partner_id)
        if (has_news) hasMore = (await this.#attempt(partner_id, () => this.#readNews(partner_id))) || hasMore
      }
      after = page.length < PARTNERS_AT_ONCE ? null : (page.at(-1)?.partner_id ?? null)
    }
    return (await this.#readOlder(behind)) || hasMore
  }

  /** What cannot be read of one partner does not stop the others. */
  async #attempt(partner_id: string, work: () => Promise<boolean>): Promise<boolean> {
    try {
      return await work()
    } catch (err) {
      if (err instanceof Unavailable) throw err
      this.#log.error({ err, partner_id }, 'filling the search index failed')
      return false
    }
  }

  async #readNews(partnerId: string): Promise<boolean> {
    for (let portion = 0; portion < PORTIONS && !this.#loop.stopped; portion++) if (!(await fillOnce(this.#db, partnerId, 0))) return false
    return true
  }

  /** Reads older shipments of each partner in turn, a portion at a time. The next pass continues with the next partner. */
  async #readOlder(partners: readonly string[]): Promise<boolean> {
    const until_ms = performance.now() + OLDER_MS
    let left = [...partners.filter((id) => id > this.#last), ...partners.filter((id) => id <= this.#last)]
    while (left.length > 0) {
      const again: string[] = []
      for (const partner_id of left) {
        if (this.#loop.stopped || performance.now() > until_ms) return true
        this.#last = partner_id
        const hasMore = await this.#attempt(partner_id, () => fillOnce(this.#db, partner_id, SHIPMENTS_AT_ONCE))
        if (hasMore) again.push(partner_id)
      }
      left = again
    }
    return false
  }
}
