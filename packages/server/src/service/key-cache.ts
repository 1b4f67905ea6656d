import type { BlockList } from 'node:net'
import type { ApiKey, Partner } from '@backhaul/core/partner.ts'
import { type Database, Unavailable } from '../database/db.ts'
import { KeyedReads } from '../database/keyed-reads.ts'
import { addressList } from '../process/addresses.ts'
import type { Clock } from '../process/clock.ts'
import type { Environment } from '../process/config.ts'
import { ALONE, type Peers } from '../process/peers.ts'
import { RefreshingCache } from '../process/refreshing-cache.ts'
import { decrypt, type MasterKey, sha256 } from '../storage/secrets.ts'
import { type CallerSession, isOver, isOverdue, type LinkRow, linkReads, type SessionRow, sessionAsKey, sessionReads } from './sessions.ts'

/** A key with its secrets decrypted, ready for use, or a session in the same form. */
export interface KnownKey extends ApiKey {
  secret_hash: Buffer
  /** Live signing secrets, newest first: two during a rotation. */
  secrets: { text: string; valid_until_ms: number }[]
  allowlist: BlockList | null
  /** Null: the caller uses a key, not a session. */
  session: CallerSession | null
}

/**
 * Maximum time for which a revoked key, or an old value of a setting, is still used after a change by the command line or on another
 * machine. Keys and settings are cached because every request needs them (ADR 22).
 */
const CACHE_MS = 1_000
const CACHE_LIMITS = { most_ms: CACHE_MS, refresh_ms: 700, entries: 10_000 }
/** Maximum number of ids that wait for a look-up. Further ones are refused. */
export const MAX_UNKNOWN_KEYS = 2_000

/** Authenticated context of a stored signing secret. A row that was moved to another key or environment cannot be decrypted. */
export const secretContext = (environment: Environment, keyId: string, secretId: string): string =>
  `signing-secret/${environment}/${keyId}/${secretId}`

/** How long a signing secret stays valid after the creation of a newer one (docs/guide/requests.md#rotating-a-signing-secret). */
export const SECRET_OVERLAP_MS = 24 * 3600 * 1000

const KEY_QUERY = `
  select k.*, coalesce((select json_agg(json_build_object('id', s.id, 'hex', encode(s.ciphertext, 'hex'), 'replaced_at', s.replaced_at)
                                        order by s.created_at desc, s.id desc)
           from (select *, lag(created_at) over (order by created_at desc, id desc) as replaced_at from signing_secrets where key_id = k.id) s),
         '[]') as encrypted_secrets
    from api_keys k where k.id = any($1::text[])`

type KeyRow = ApiKey & { secret_hash: Buffer; encrypted_secrets: { id: string; hex: string; replaced_at: string | null }[] }

/** How to read one kind of record by id: `anonymous` reads ids that a client may have invented, `known` reads ids that exist. */
interface Kind<Row extends { id: string }, T> {
  known: KeyedReads<Row>
  anonymous: KeyedReads<Row>
  open(row: Row | null): T | null
}

const keyReads = (db: Database): KeyedReads<KeyRow> => new KeyedReads((ids) => db.query<KeyRow>('keys', KEY_QUERY, [ids]))

/**
 * Caches keys, sessions and partners for a second at most. Every request needs them, and they hardly ever change.
 *
 * Anyone can send ids of keys that do not exist. So ids that are not in the cache are looked up together, on connections reserved for such
 * look-ups. Known keys are read again on the connections of commands.
 */
export class KeyCache {
  readonly #db: Database
  readonly #keys: Kind<KeyRow, KnownKey>
  readonly #sessions: Kind<SessionRow, SessionRow>
  readonly #links: KeyedReads<LinkRow>
  #anonymousWaiting = 0
  /** Number of invalidations. A value is not cached if there was an invalidation while the value was being read. */
  #forgotten = 0
  readonly #clock: Clock
  readonly #masterKey: MasterKey
  readonly #environment: Environment
  readonly #peers: Peers
  /** Called when a key is used again after a pause. */
  onRested: () => void = () => {}
  /** Called when a session is used and its check with the provider is overdue. */
  onOverdue: () => void = () => {}
  readonly #known = new RefreshingCache<unknown>(CACHE_LIMITS)
  readonly #unknown = new RefreshingCache<null>(CACHE_LIMITS)

  /** `anonymousDb` has the connections for ids that may not exist. */
  constructor(db: Database, anonymousDb: Database, clock: Clock, masterKey: MasterKey, environment: Environment, peers: Peers = ALONE) {
    this.#db = db
    this.#keys = { known: keyReads(db), anonymous: keyReads(anonymousDb), open: (row) => this.#open(row) }
    this.#sessions = { known: sessionReads(db), anonymous: sessionReads(anonymousDb), open: (row) => (row?.revoked_at ? null : row) }
    this.#links = linkReads(anonymousDb)
    this.#clock = clock
    this.#masterKey = masterKey
    this.#environment = environment
    this.#peers = peers
    peers.onChange('key', (id) => this.#drop(id))
  }

  /** The key with this id. Null: unknown or revoked. Errors: Unavailable when too many unknown ids wait. */
  key(id: string): Promise<KnownKey | null> {
    const last = this.#known.peek(id)
    if (last && performance.now() - last.read_ms >= CACHE_MS) void this.#refreshInBackground(last.value as Promise<KnownKey | null>)
    return this.#find(this.#keys, id)
  }

  /**
   * Called when a key is used after a pause. Refreshes the key's partner too, because the request needs the partner next. Errors are
   * ignored here; the request that needs the value gets them.
   */
  async #refreshInBackground(key: Promise<KnownKey | null>): Promise<void> {
    this.onRested()
    const partner_id = (await key.catch(() => null))?.partner_id
    if (partner_id) await this.partner(partner_id).catch(() => {})
  }

  /**
   * The live session with this id, in the form of a key. Null: unknown, ended, or created by a revoked key. The creating key is read like
   * any other, so a change of the key applies to its sessions at the same moment. Errors: as `key`.
   */
  async session(id: string): Promise<KnownKey | null> {
    const row = await this.#find(this.#sessions, id)
    if (!row || isOver(row, this.#clock.now())) return null
    if (isOverdue(row, this.#clock.now())) this.onOverdue()
    if (row.made_by_key === null) return sessionAsKey(row, null)
    const maker = await this.#existing(this.#keys, row.made_by_key)
    return maker && sessionAsKey(row, maker)
  }

  /** The sign-in link with this id, or null. It is not cached, because it is used once. Errors: as `key`. */
  link(id: string): Promise<LinkRow | null> {
    return this.#amongAnonymous(() => this.#links.find(null, id))
  }

  /** Number of ids that wait for a look-up because they may not exist. */
  get anonymous(): number {
    return this.#anonymousWaiting
  }

  partner(id: string): Promise<Partner | null> {
    const read = () => this.#db.one<Partner>('partner', 'select * from partners where id = $1', [id])
    return this.#known.find(id, read) as Promise<Partner | null>
  }

  /** The caller that uses this key. */
  async caller(key: KnownKey): Promise<Caller> {
    if (!key.partner_id) return { key, partner: null }
    const partner = await this.partner(key.partner_id)
    if (!partner) throw new Error(`the partner of key ${key.id} does not exist`)
    return { key, partner }
  }

  /** Must be called after a change of a key or partner. Resolves when all processes of this machine see the change. */
  forget(id: string): Promise<void> {
    this.#drop(id)
    return this.#peers.announce('key', id)
  }

  /** The same as `forget`, after a change that may affect many keys. */
  forgetAll(): Promise<void> {
    return this.forget('')
  }

  #drop(id: string): void {
    this.#forgotten++
    for (const kept of [this.#known, this.#unknown]) kept.forget(id || undefined)
  }

  #find<Row extends { id: string }, T>(kind: Kind<Row, T>, id: string): Promise<T | null> {
    if (this.#known.peek(id)) return this.#existing(kind, id)
    const unknown = this.#unknown.peek(id)
    if (unknown && performance.now() - unknown.read_ms < CACHE_MS) return unknown.value
    return this.#lookUp(kind, id)
  }

  /** Finds a record whose id comes from a stored record. */
  #existing<Row extends { id: string }, T>({ known, open }: Kind<Row, T>, id: string): Promise<T | null> {
    return this.#known.find(id, async () => open(await known.find(null, id))) as Promise<T | null>
  }

  /** Finds a record by an id that may not exist. */
  async #lookUp<Row extends { id: string }, T>({ anonymous, open }: Kind<Row, T>, id: string): Promise<T | null> {
    const read_ms = performance.now()
    const forgotten = this.#forgotten
    const found = open(await this.#amongAnonymous(() => anonymous.find(null, id)))
    if (forgotten !== this.#forgotten) return found
    if (found) this.#known.keep(id, found, read_ms)
    else this.#unknown.keep(id, null, read_ms)
    return found
  }

  async #amongAnonymous<T>(find: () => Promise<T>): Promise<T> {
    if (this.#anonymousWaiting >= MAX_UNKNOWN_KEYS) throw new Unavailable(`${MAX_UNKNOWN_KEYS} look-ups of unknown keys are waiting`)
    this.#anonymousWaiting++
    try {
      return await find()
    } finally {
      this.#anonymousWaiting--
    }
  }

  #open(row: KeyRow | null): KnownKey | null {
    if (!row || row.revoked_at) return null
    const { encrypted_secrets, ...key } = row
    const dated = encrypted_secrets.map(({ id: secretId, hex, replaced_at }) => ({
      secretId,
      hex,
      valid_until_ms: replaced_at ? Date.parse(replaced_at) + SECRET_OVERLAP_MS : Number.POSITIVE_INFINITY,
    }))
    const secrets = dated
      .filter(({ valid_until_ms }) => valid_until_ms > this.#clock.now())
      .map(({ secretId, hex, valid_until_ms }) => ({
        text: decrypt(this.#masterKey, Buffer.from(hex, 'hex'), secretContext(this.#environment, row.id, secretId)),
        valid_until_ms,
      }))
    return { ...key, secrets, allowlist: addressList(key.allow_ips), session: null }
  }
}

/** Whether `text` is the text of the key. Hashes are compared, so neither the database nor the timing reveals the text. */
export const keyTextFits = (key: KnownKey, text: string): boolean => sha256(text).equals(key.secret_hash)

/** The sender of a request: a partner, which sees only its own data, or an operator, which sees everything. */
export interface Caller {
  key: KnownKey
  /** Null for an operator. */
  partner: Partner | null
}

/** The caller of an endpoint that only partners can call. */
export interface PartnerCaller extends Caller {
  partner: Partner
}
