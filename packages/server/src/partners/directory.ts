import { BlockList, isIP } from 'node:net'
import type { Clock } from '../platform/clock.ts'
import type { Environment } from '../platform/config.ts'
import type { Database } from '../platform/db.ts'
import { type MasterKey, open, sha256 } from '../platform/secrets.ts'
import type { ApiKey, Partner } from './model.ts'

/** A key with what a request needs of it, ready for use. */
export interface KnownKey extends ApiKey {
  secret_hash: Buffer
  /** Live signing secrets, newest first: two during a rotation. */
  secrets: { text: string; valid_until_ms: number }[]
  allowlist: BlockList | null
}

/** How long a revoked key, or a setting changed by another process, may go on being seen: decision 12. */
const CACHE_MS = 1_000
const CACHE_ENTRIES = 10_000

/** Authenticated context of a signing secret at rest: a row moved to another key or environment does not open. */
export const secretContext = (environment: Environment, keyId: string, secretId: string): string =>
  `signing-secret/${environment}/${keyId}/${secretId}`

/** How long a signing secret stays valid after a newer one was made; contract §2. */
export const SECRET_OVERLAP_MS = 24 * 3600 * 1000

const KEY_QUERY = `
  select k.*, coalesce((select json_agg(json_build_object('id', s.id, 'hex', encode(s.ciphertext, 'hex'), 'replaced_at', s.replaced_at)
                                        order by s.created_at desc, s.id desc)
           from (select *, lag(created_at) over (order by created_at desc, id desc) as replaced_at from signing_secrets where key_id = k.id) s),
         '[]') as sealed
    from api_keys k where k.id = $1`

type KeyRow = ApiKey & { secret_hash: Buffer; sealed: { id: string; hex: string; replaced_at: string | null }[] }

const allowlist = (cidrs: string[]): BlockList | null => {
  if (cidrs.length === 0) return null
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [address = '', bits] = cidr.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** Keys and partners, each read again at most once a second: every request needs them and they hardly ever change. */
export class Directory {
  readonly #db: Database
  readonly #clock: Clock
  readonly #masterKey: MasterKey
  readonly #environment: Environment
  readonly #entries = new Map<string, { until: number; value: Promise<unknown> }>()

  constructor(db: Database, clock: Clock, masterKey: MasterKey, environment: Environment) {
    this.#db = db
    this.#clock = clock
    this.#masterKey = masterKey
    this.#environment = environment
  }

  /** The key with this id, or null: unknown or revoked. */
  key(id: string): Promise<KnownKey | null> {
    return this.#cached(id, async () => {
      const row = await this.#db.one<KeyRow>('key', KEY_QUERY, [id])
      if (!row || row.revoked_at) return null
      const { sealed, ...key } = row
      const dated = sealed.map(({ id: secretId, hex, replaced_at }) => ({
        secretId,
        hex,
        valid_until_ms: replaced_at ? Date.parse(replaced_at) + SECRET_OVERLAP_MS : Number.POSITIVE_INFINITY,
      }))
      const secrets = dated
        .filter(({ valid_until_ms }) => valid_until_ms > this.#clock.now())
        .map(({ secretId, hex, valid_until_ms }) => ({
          text: open(this.#masterKey, Buffer.from(hex, 'hex'), secretContext(this.#environment, id, secretId)),
          valid_until_ms,
        }))
      return { ...key, secrets, allowlist: allowlist(key.allow_ips) }
    })
  }

  partner(id: string): Promise<Partner | null> {
    return this.#cached(id, () => this.#db.one<Partner>('partner', 'select * from partners where id = $1', [id]))
  }

  /** Call after changing a key or a partner: this process sees the change at once. */
  forget(id: string): void {
    this.#entries.delete(id)
  }

  /** Call after a change that many keys may share. */
  forgetAll(): void {
    this.#entries.clear()
  }

  #cached<T>(id: string, load: () => Promise<T>): Promise<T> {
    const now = this.#clock.now()
    const known = this.#entries.get(id)
    if (known && known.until > now) return known.value as Promise<T>
    const value = load()
    // Unknown ids are remembered too, so that guessing keys does not load the database; the oldest entries make room.
    this.#entries.delete(id)
    this.#entries.set(id, { until: now + CACHE_MS, value })
    if (this.#entries.size > CACHE_ENTRIES) this.#entries.delete(this.#entries.keys().next().value as string)
    value.catch(() => this.#entries.delete(id))
    return value
  }
}

/** True when `text` is the key's own text: compared by hash, so that neither the database nor a timing tells it. */
export const keyTextFits = (key: KnownKey, text: string): boolean => sha256(text).equals(key.secret_hash)
