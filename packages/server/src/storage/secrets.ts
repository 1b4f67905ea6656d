import { createCipheriv, createDecipheriv, createHash, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ID_PREFIXES } from '@backhaul/core/ids.ts'
import type { Database } from '../database/db.ts'
import type { Config, Environment } from '../process/config.ts'
import { reasonOf, StartupError } from '../process/startup-error.ts'

const KEY_BYTES = 32

/** 32 bytes that encrypt secrets at rest. The short id is stored with each secret to show which key encrypted it. */
export interface MasterKey {
  id: string
  bytes: Buffer
  /** Old or new keys with which secrets may be encrypted during a key rotation. They are only used to decrypt. */
  others?: readonly MasterKey[]
}

/** Ids of all keys that can decrypt. */
export const idsOf = ({ id, others = [] }: MasterKey): string[] => [id, ...others.map((other) => other.id)]

const masterKey = (bytes: Buffer): MasterKey => ({ id: createHash('sha256').update(bytes).digest('hex').slice(0, 16), bytes })

/** File in which a sandbox stores the key that it generates. */
export const masterKeyFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'master-key')

/** Reads the key from the text of its file; null if there is none. */
const keyIn = (text: string): MasterKey | null => {
  const bytes = Buffer.from(text.trim(), 'base64')
  return bytes.length === KEY_BYTES ? masterKey(bytes) : null
}

/** Reads the key from BACKHAUL_MASTER_KEY, or else (sandbox only) from the data directory, where the first start generates it. */
export const loadMasterKey = (config: Config): MasterKey => {
  const key = loadCurrent(config)
  return { ...key, others: config.otherMasterKeys.map(masterKey).filter(({ id }) => id !== key.id) }
}

const storedKey = (config: Config): MasterKey | null => {
  try {
    return keyIn(readFileSync(masterKeyFile(config), 'utf8'))
  } catch {
    return null
  }
}

/** Ids of the master keys available to this process. Does not generate one. */
export const masterKeysAtHand = (config: Config): string[] => {
  const current = config.masterKey ? masterKey(config.masterKey) : storedKey(config)
  return [current, ...config.otherMasterKeys.map(masterKey)].flatMap((key) => key?.id ?? [])
}

const loadCurrent = (config: Config): MasterKey => {
  if (config.masterKey) return masterKey(config.masterKey)
  const file = masterKeyFile(config)
  const key = keyIn(readOrMake(file))
  if (!key) throw new StartupError(`${file} does not contain ${KEY_BYTES} bytes in base64; restore the file, or set BACKHAUL_MASTER_KEY`)
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
    throw new StartupError(
      `cannot store a master key in the data directory: ${reasonOf(error)}; fix this problem, or set BACKHAUL_MASTER_KEY`,
    )
  }
}

/** Several processes may start at once. All of them use the key that the first process stored. */
const make = (file: string): void => {
  try {
    writeFileSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Id of the key that encrypted the newest secret of the database; null if there is no secret. */
export const masterKeyInUse = async (db: Database): Promise<string | null> => {
  const newest = await db.one<{ master_key_id: string }>(
    'master_key_in_use',
    'select master_key_id from signing_secrets order by created_at desc limit 1',
  )
  return newest?.master_key_id ?? null
}

/** Whether the newest secret of the database is encrypted with another key. If so, `key` can decrypt none of the secrets. */
const isForeign = async (db: Database, key: MasterKey): Promise<boolean> => {
  const inUse = await masterKeyInUse(db)
  return inUse !== null && !idsOf(key).includes(inUse)
}

/** Description of a problem with this process's master key, in words that may be published; null if there is none. */
export const masterKeyFault = async (db: Database, key: MasterKey): Promise<string | null> =>
  (await isForeign(db, key)) ? 'BACKHAUL_MASTER_KEY is not the key that the secrets in the database were encrypted with' : null

/**
 * Throws StartupError unless this master key encrypted the database's secrets. With a wrong key, no signature could be checked and no
 * webhook sent, and other processes would not accept keys created here. Usual causes: the wrong data directory, or a variable that was not
 * set.
 */
export const checkMasterKey = async ({ db, masterKey, config }: { db: Database; masterKey: MasterKey; config: Config }): Promise<void> => {
  if (!(await isForeign(db, masterKey))) return
  const remedy = config.masterKey
    ? 'set BACKHAUL_MASTER_KEY to that master key'
    : `set BACKHAUL_MASTER_KEY to that master key, or BACKHAUL_DATA_DIR (now ${config.dataDir}) to the directory that contains that master key`
  throw new StartupError(`the secrets in the database were encrypted with another master key; ${remedy}`)
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

/**
 * Reverses `encrypt`. Throws unless the context and the bytes are unchanged and the bytes were encrypted with the key or one of its
 * `others`.
 */
export const decrypt = (key: MasterKey, encrypted: Buffer, context: string): string => {
  try {
    return decryptWith(key, encrypted, context)
  } catch (error) {
    for (const other of key.others ?? []) {
      try {
        return decryptWith(other, encrypted, context)
      } catch {
        // If no key works, the error of the first key is reported.
      }
    }
    throw error
  }
}

/** Reverses `encrypt` with this one key. Throws if another key was used. */
export const decryptWith = (key: Pick<MasterKey, 'bytes'>, encrypted: Buffer, context: string): string => {
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, encrypted.subarray(0, IV_BYTES))
  decipher.setAAD(Buffer.from(context))
  decipher.setAuthTag(encrypted.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(encrypted.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
}

export const sha256 = (text: string | Buffer): Buffer => hash('sha256', text, 'buffer')

/** 256 random bits as base64url text. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** 256 random bits as padded base64, for receivers that expect standard base64. */
export const newBase64Secret = (): string => randomBytes(32).toString('base64')

/**
 * A credential that is shown once and sent with requests: a key, the token of a sign-in link, or a session cookie. Only its hash is stored.
 */
export const newCredential = (environment: Environment, id: string): string => `bh_${environment}_${id}_${newSecret()}`

const CREDENTIAL = /^bh_([a-z]+)_(([a-z]+)_[0-9a-z]{26})_[A-Za-z0-9_-]{43}$/

/** Returns the environment and the id that a credential contains; null if the text is no credential of this kind. */
export const readCredential = (kind: 'key' | 'link' | 'session', text: string): { environment: string; id: string } | null => {
  const [, environment, id, prefix] = CREDENTIAL.exec(text) ?? []
  return environment !== undefined && id !== undefined && prefix === ID_PREFIXES[kind] ? { environment, id } : null
}

const HEX_SHA256 = /^[0-9a-f]{64}$/

/**
 * HMAC-SHA256 over `head` and the body. Each character of `head` is one byte, as in the head of an HTTP request. The comparison takes
 * constant time and requires exactly 32 decoded bytes.
 */
export const signatureFits = (secret: string, head: string, body: Buffer, signature: string): boolean => {
  if (!HEX_SHA256.test(signature)) return false
  const expected = createHmac('sha256', secret).update(head, 'latin1').update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'))
}
