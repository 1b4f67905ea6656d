import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ID_PREFIXES } from '@backhaul/core/ids.ts'
import type { Database } from '../database/db.ts'
import type { Config, Environment } from '../process/config.ts'
import { reasonOf, StartupError } from '../process/startup-error.ts'

const KEY_BYTES = 32

/** 32 bytes that encrypt secrets at rest, with a short id, stored with each secret, that says which key encrypted it. */
export interface MasterKey {
  id: string
  bytes: Buffer
  /** Others that secrets may be encrypted with, while one takes the other's place. Nothing is encrypted with them. */
  others?: readonly MasterKey[]
}

/** The ids of all that can decrypt. */
export const idsOf = ({ id, others = [] }: MasterKey): string[] => [id, ...others.map((other) => other.id)]

const masterKey = (bytes: Buffer): MasterKey => ({ id: createHash('sha256').update(bytes).digest('hex').slice(0, 16), bytes })

/** Where a sandbox keeps the one that it generates. */
export const masterKeyFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'master-key')

/** The key in the text of its file; null: there is none. */
const keyIn = (text: string): MasterKey | null => {
  const bytes = Buffer.from(text.trim(), 'base64')
  return bytes.length === KEY_BYTES ? masterKey(bytes) : null
}

/** From BACKHAUL_MASTER_KEY, else (sandbox only) from the data directory, where the first start generates it. */
export const loadMasterKey = (config: Config): MasterKey => {
  const key = loadCurrent(config)
  return { ...key, others: config.otherMasterKeys.map(masterKey).filter(({ id }) => id !== key.id) }
}

const keptKey = (config: Config): MasterKey | null => {
  try {
    return keyIn(readFileSync(masterKeyFile(config), 'utf8'))
  } catch {
    return null
  }
}

/** The ids of the master keys that this process would have, without making one. */
export const masterKeysAtHand = (config: Config): string[] => {
  const current = config.masterKey ? masterKey(config.masterKey) : keptKey(config)
  return [current, ...config.otherMasterKeys.map(masterKey)].flatMap((key) => key?.id ?? [])
}

const loadCurrent = (config: Config): MasterKey => {
  if (config.masterKey) return masterKey(config.masterKey)
  const file = masterKeyFile(config)
  const key = keyIn(readOrMake(file))
  if (!key) throw new StartupError(`${file} does not hold ${KEY_BYTES} bytes in base64; restore it, or set BACKHAUL_MASTER_KEY`)
  return key
}

const readOrMake = (file: string): string => {
  try {
    if (!existsSync(file)) {
      mkdirSync(dirname(file), { recursive: true })
      make(file)
    }
    chmodSync(file, 0o600)
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartupError(`cannot keep a master key in the data directory: ${reasonOf(error)}; fix that, or set BACKHAUL_MASTER_KEY`)
  }
}

/** Several processes may start at once; the key of the first one is kept. */
const make = (file: string): void => {
  try {
    writeFileSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** The id of the key that the database's newest secret was encrypted with; null: it has none. */
export const masterKeyInUse = async (db: Database): Promise<string | null> => {
  const newest = await db.one<{ master_key_id: string }>(
    'master_key_in_use',
    'select master_key_id from signing_secrets order by created_at desc limit 1',
  )
  return newest?.master_key_id ?? null
}

/** Whether the database's newest secret was encrypted with another key, so that `key` decrypts none of them. */
const isForeign = async (db: Database, key: MasterKey): Promise<boolean> => {
  const inUse = await masterKeyInUse(db)
  return inUse !== null && !idsOf(key).includes(inUse)
}

/** What is wrong with the master key of this process, in words that may be public; null: nothing. */
export const masterKeyFault = async (db: Database, key: MasterKey): Promise<string | null> =>
  (await isForeign(db, key)) ? 'BACKHAUL_MASTER_KEY is not the key that the secrets in the database were encrypted with' : null

/**
 * Throws StartupError unless the database's secrets were encrypted with this master key: no signature could be checked, no webhook sent, and
 * no other process would accept keys made with it. Usual causes: the wrong data directory, or a variable that was not set.
 */
export const checkMasterKey = async ({ db, masterKey, config }: { db: Database; masterKey: MasterKey; config: Config }): Promise<void> => {
  if (!(await isForeign(db, masterKey))) return
  const remedy = config.masterKey
    ? 'set BACKHAUL_MASTER_KEY to that key'
    : `set BACKHAUL_MASTER_KEY to that key, or BACKHAUL_DATA_DIR (now ${config.dataDir}) to the directory that has it`
  throw new StartupError(`this master key is not the one that the secrets in the database were encrypted with; ${remedy}`)
}

const IV_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM: iv, tag, ciphertext. `context` (owner, environment, id) is authenticated, so a row swapped with another cannot be decrypted. */
export const encrypt = (key: MasterKey, text: string, context: string): Buffer => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, iv)
  cipher.setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** Reverses `encrypt`. Throws unless context and bytes are the same, and the key, or one of its others. */
export const decrypt = (key: MasterKey, encrypted: Buffer, context: string): string => {
  try {
    return decryptWith(key, encrypted, context)
  } catch (error) {
    for (const other of key.others ?? []) {
      try {
        return decryptWith(other, encrypted, context)
      } catch {
        // The first one says why.
      }
    }
    throw error
  }
}

/** Reverses `encrypt` with this one key. Throws unless it was that. */
export const decryptWith = (key: Pick<MasterKey, 'bytes'>, encrypted: Buffer, context: string): string => {
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, encrypted.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(encrypted.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(encrypted.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}

export const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest()

/** 256 random bits as base64url text. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** The same as base64 with its padding, which whoever expects base64 decodes. */
export const newBase64Secret = (): string => randomBytes(32).toString('base64')

/** What is shown once and sent with requests: a key, the token of a sign-in link, the cookie of a session. Of it only the hash is stored. */
export const newCredential = (environment: Environment, id: string): string => `bh_${environment}_${id}_${newSecret()}`

const CREDENTIAL = /^bh_([a-z]+)_(([a-z]+)_[0-9a-z]{26})_[A-Za-z0-9_-]{43}$/

/** The environment and the id that a credential names; null: it is none of a thing of this kind. */
export const readCredential = (kind: 'key' | 'link' | 'session', text: string): { environment: string; id: string } | null => {
  const [, environment, id, prefix] = CREDENTIAL.exec(text) ?? []
  return environment !== undefined && id !== undefined && prefix === ID_PREFIXES[kind] ? { environment, id } : null
}

const HEX_SHA256 = /^[0-9a-f]{64}$/

/**
 * HMAC-SHA256 over `head`, whose characters stand for bytes as in the text of a request's head, and the body; compared in constant time on
 * exactly 32 decoded bytes.
 */
export const signatureFits = (secret: string, head: string, body: Buffer, signature: string): boolean => {
  if (!HEX_SHA256.test(signature)) return false
  const expected = createHmac('sha256', secret).update(head, 'latin1').update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}
