// Links that shoppers open without an account, to a parcel page or a return page. A link consists of a record's id and a MAC over it, so no
// link is stored. Making a link costs a hash, and a forged link is recognized without the database.
//
// The key of the MAC is random. The database stores it encrypted with the master key, like all secrets there. When secrets are encrypted
// with a new master key, all links stay valid.

import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import { ID_PREFIXES } from '@backhaul/core/ids.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Row } from '@backhaul/core/tables.ts'
import { bytea } from '../database/columns.ts'
import type { Database } from '../database/db.ts'
import { StartupError } from '../process/startup-error.ts'
import { decrypt, encrypt, idsOf, type MasterKey, masterKeyFault, newBase64Secret } from '../storage/secrets.ts'

/** Id of the only row of `link_keys`. */
const KEY_ID = 'shoppers'
export const LINK_KEY_CONTEXT = 'link-key'
const MAC_BYTES = 18
/** The token of a parcel link: the characters of the shipment's id, the generation of the link if it is not 0, and the MAC in base64url. */
const PARCEL_TOKEN = /^([0-9a-z]{26})([1-9a-z][0-9a-z]{0,4})?([\w-]{24})$/
const RETURN_TOKEN = /^([0-9a-z]{26})([\w-]{24})$/

/**
 * Value of a shipment's `parcel_link` if its page was withdrawn. Any other value is the generation of its link; null is the first
 * generation.
 */
export const WITHDRAWN = -1

interface ParcelToken {
  shipment_id: string
  generation: number
}

/** Returns an id without its prefix. */
const bare = (id: string): string => id.slice(id.indexOf('_') + 1)

export class Links {
  readonly #key: KeyObject | null
  /** Public address of the service for shoppers, without a trailing slash. Set when the listening address is known. */
  base: string
  /** Address of the API for programs on this machine. Null: there is none. */
  local: string | null = null

  /** `key` is null if the link key cannot be decrypted. */
  constructor(key: Buffer | null, base: string) {
    this.#key = key && createSecretKey(key)
    this.base = base
  }

  parcelToken(shipment_id: string, generation: number): string {
    const id = bare(shipment_id)
    return `${id}${generation === 0 ? '' : generation.toString(36)}${this.#mac('parcel', id, generation)}`
  }

  parcelUrlOf(shipment_id: string, generation: number): string {
    return `${this.base}/p/${this.parcelToken(shipment_id, generation)}`
  }

  /** The parcel page of a loaded shipment. Null: the page was withdrawn. */
  parcelUrl({ id, parcel_link }: Pick<Shipment, 'id' | 'parcel_link'>): string | null {
    return parcel_link === WITHDRAWN ? null : this.parcelUrlOf(id, parcel_link ?? 0)
  }

  /** Returns null if this service did not make the token. */
  readParcelToken(token: string): ParcelToken | null {
    const [, id, digits = '0', mac] = PARCEL_TOKEN.exec(token) ?? []
    if (!id || !mac) return null
    const generation = Number.parseInt(digits, 36)
    return this.#fits(mac, 'parcel', id, generation) ? { shipment_id: `${ID_PREFIXES.shipment}_${id}`, generation } : null
  }

  returnUrl(link_id: string): string {
    const id = bare(link_id)
    return `${this.base}/r/${id}${this.#mac('return', id, 0)}`
  }

  /** Returns the id of the return link; null if this service did not make the token. */
  readReturnToken(token: string): string | null {
    const [, id, mac] = RETURN_TOKEN.exec(token) ?? []
    return id && mac && this.#fits(mac, 'return', id, 0) ? `${ID_PREFIXES.return_link}_${id}` : null
  }

  #mac(page: 'parcel' | 'return', id: string, generation: number): string {
    if (!this.#key)
      throw new StartupError('the key of the links was encrypted with another master key; set BACKHAUL_MASTER_KEY to that master key')
    return createHmac('sha256', this.#key).update(`${page}/${id}/${generation}`).digest().toString('base64url', 0, MAC_BYTES)
  }

  #fits(mac: string, page: 'parcel' | 'return', id: string, generation: number): boolean {
    return timingSafeEqual(Buffer.from(mac, 'latin1'), Buffer.from(this.#mac(page, id, generation), 'latin1'))
  }
}

type LinkKeyRow = Pick<Row<'link_keys', Buffer>, 'ciphertext' | 'master_key_id'>

const readKey = (db: Database): Promise<LinkKeyRow | null> =>
  db.one<LinkKeyRow>('link_key', 'select ciphertext, master_key_id from link_keys where id = $1', [KEY_ID])

const MAKE = `
  insert into link_keys as k (id, ciphertext, master_key_id) values ($1, $2, $3)
  on conflict (id) do update set ciphertext = excluded.ciphertext, master_key_id = excluded.master_key_id where k.master_key_id = $4`

/** Creates a key that replaces `before`. If several processes start at once, the key of the first process stays. */
const makeKey = async (db: Database, masterKey: MasterKey, before: LinkKeyRow | null): Promise<LinkKeyRow> => {
  const ciphertext = bytea(encrypt(masterKey, newBase64Secret(), LINK_KEY_CONTEXT))
  await db.query('link_key_make', MAKE, [KEY_ID, ciphertext, masterKey.id, before?.master_key_id ?? ''])
  return (await readKey(db)) as LinkKeyRow
}

/**
 * Loads the link key. The first start creates it. If the secrets in the database are encrypted with this master key but the link key is
 * encrypted with another one, that other master key was lost. In this case a new link key is created, and earlier links stop working. If
 * this master key is not the one of the database, there are no links: a server does not start, and a command that needs a link says why.
 */
export const loadLinks = async (db: Database, masterKey: MasterKey, base: string): Promise<Links> => {
  let row = (await readKey(db)) ?? (await makeKey(db, masterKey, null))
  if (!idsOf(masterKey).includes(row.master_key_id) && (await masterKeyFault(db, masterKey)) === null)
    row = await makeKey(db, masterKey, row)
  const isOurs = idsOf(masterKey).includes(row.master_key_id)
  return new Links(isOurs ? Buffer.from(decrypt(masterKey, row.ciphertext, LINK_KEY_CONTEXT), 'base64') : null, base)
}
