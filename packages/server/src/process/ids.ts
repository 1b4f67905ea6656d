import { randomBytes } from 'node:crypto'
import { CROCKFORD, crockfordCheck, gs1CheckDigit } from '@backhaul/core/check-characters.ts'
import { ID_PREFIXES, type IdKind } from '@backhaul/core/ids.ts'

const UPPER = Buffer.from(CROCKFORD)
const LOWER = Buffer.from(CROCKFORD.toLowerCase())

// A shared buffer. Building a text one character at a time creates garbage, and creating a shipment needs eight such texts.
const text = Buffer.alloc(256)

/** Encodes `bytes` as base32 with these digits: 8 characters for every 5 bytes. */
const encode = (bytes: Uint8Array, digits: Uint8Array): string => {
  let length = 0
  let buffer = 0
  let bits = 0
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xffff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text[length++] = digits[(buffer >> bits) & 31] as number
    }
  }
  if (bits > 0) text[length++] = digits[(buffer << (5 - bits)) & 31] as number
  if (length > text.length) throw new Error(`${bytes.length} bytes are too many for an id`)
  return text.toString('latin1', 0, length)
}

// Random bytes are drawn in blocks, because one system call per id is visible in the profile of shipment creates.
const POOL_BYTES = 8192
let pool = randomBytes(POOL_BYTES)
let used = 0
const random = (count: number): Uint8Array => {
  if (used + count > POOL_BYTES) {
    pool = randomBytes(POOL_BYTES)
    used = 0
  }
  used += count
  return pool.subarray(used - count, used)
}

/**
 * The time of the last id, and a counter of the ids within that millisecond. The counter has 12 bits and starts at a low random number in
 * each millisecond.
 */
let lastMs = 0
let sequence = 0
const MAX_SEQUENCE = 0xfff
const MAX_START = 0x7f

const tick = (): number => {
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    sequence = (random(1)[0] as number) & MAX_START
  } else if (++sequence > MAX_SEQUENCE) {
    lastMs++
    sequence = 0
  }
  return lastMs
}

/**
 * Makes an id: `<prefix>_` and a UUIDv7 (millisecond time, a 12-bit counter, 62 random bits) as 26 lower-case Crockford base32 characters.
 * The ids of one process ascend in the order of creation, so rows of the same moment keep their order.
 */
export const newId = (kind: IdKind): string => {
  const bytes = new Uint8Array(16)
  const now = tick()
  bytes.set(random(8), 8)
  bytes[0] = now / 2 ** 40
  bytes[1] = now / 2 ** 32
  bytes[2] = now / 2 ** 24
  bytes[3] = now / 2 ** 16
  bytes[4] = now / 2 ** 8
  bytes[5] = now
  bytes[6] = 0x70 | (sequence >> 8)
  bytes[7] = sequence & 0xff
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return `${ID_PREFIXES[kind]}_${encode(bytes, LOWER)}`
}

/** A lower bound for ids. Ids made at this moment or later are not below it, and ids made earlier are below it. */
export const idAt = (kind: IdKind, ms: number): string => {
  const bytes = new Uint8Array(16)
  for (let i = 0; i < 6; i++) bytes[i] = ms / 2 ** (8 * (5 - i))
  return `${ID_PREFIXES[kind]}_${encode(bytes, LOWER)}`
}

/** The time when `newId` made an id, in Unix milliseconds. */
export const idMade_ms = (id: string): number => {
  // The ten characters hold 50 bits. The last two of these bits are not part of the time.
  const start = id.indexOf('_') + 1
  const digits = [...id.slice(start, start + 10).toUpperCase()].map((digit) => CROCKFORD.indexOf(digit))
  return Math.floor(digits.reduce((bits, digit) => bits * 32 + digit, 0) / 4)
}

/** Makes a text of `characters` upper-case Crockford base32 characters with cryptographic randomness (5 bits each). */
export const randomText = (characters: number): string => encode(random(Math.ceil((characters * 5) / 8)), UPPER).slice(0, characters)

/** A random number of 31 bits. */
export const randomNumber = (): number => {
  const [a = 0, b = 0, c = 0, d = 0] = random(4)
  return ((a & 0x7f) << 24) | (b << 16) | (c << 8) | d
}

/** Makes a number of 26 random Crockford base32 characters (130 bits) and a check character (docs/guide/shipments.md#numbers). */
export const newTracking = (): string => {
  const body = randomText(26)
  return body + crockfordCheck(body)
}

const CARRIER_NUMBER_CHARACTERS = 18
const CARRIER_NUMBER_BYTES = 12

/**
 * A shipment's number for a carrier without a series of its own (docs/guide/shipments.md#numbers): 18 Crockford base32 characters, with 45
 * bits of time in milliseconds and 45 random bits. It is not secret. Because numbers ascend with time, a new number is added at the end of
 * its index (ADR 7).
 */
export const newCarrierNumber = (): string => {
  const bytes = Uint8Array.from(random(CARRIER_NUMBER_BYTES))
  const eighths = Date.now() * 8
  for (let i = 0; i < 5; i++) bytes[i] = eighths / 2 ** (8 * (5 - i))
  bytes[5] = (eighths & 0xf8) | ((bytes[5] as number) & 7)
  return encode(bytes, UPPER).slice(0, CARRIER_NUMBER_CHARACTERS)
}

/** The time in barcodes has 14 digits. Its first digit is not 0, because SSCCs begin with 00. The values start over in May 2052. */
const UNITS_PER_MS = 100
const BARCODE_EPOCH = 1_700_000_000_000 * UNITS_PER_MS
const BARCODE_UNITS = 900_000_000_000 * UNITS_PER_MS
const FIRST_BARCODE = 100_000_000_000 * UNITS_PER_MS
const BARCODE_RANDOM_DIGITS = 5
let lastUnit = 0

/**
 * A barcode: 14 digits of time in hundredths of a millisecond, 5 random digits and a GS1 mod-10 check digit
 * (docs/guide/shipments.md#numbers). Barcodes ascend with time, like the numbers of `newCarrierNumber`. No two barcodes of a process have
 * the same time. The database rejects duplicates from other processes.
 */
export const newBarcode = (): string => {
  lastUnit = Math.max(lastUnit + 1, Date.now() * UNITS_PER_MS + (randomNumber() % UNITS_PER_MS))
  // The remainder must not be negative, even if the clock is set to a time before the epoch.
  const time = FIRST_BARCODE + ((((lastUnit - BARCODE_EPOCH) % BARCODE_UNITS) + BARCODE_UNITS) % BARCODE_UNITS)
  const chance = String(randomNumber() % 10 ** BARCODE_RANDOM_DIGITS).padStart(BARCODE_RANDOM_DIGITS, '0')
  const digits = `${time}${chance}`
  return digits + gs1CheckDigit(digits)
}

/**
 * The time when a delivery was created, in Unix milliseconds. PostgreSQL writes it as the first 12 hexadecimal digits of the delivery's id
 * (see the table).
 */
export const deliveryMade_ms = (id: string): number => {
  const start = ID_PREFIXES.delivery.length + 1
  return Number.parseInt(id.slice(start, start + 12), 16)
}

/** The prefix of the ids of deliveries created at this moment. */
export const deliveryIdOf = (ms: number): string => `${ID_PREFIXES.delivery}_${ms.toString(16).padStart(12, '0')}`

/** SQL: the creation time in Unix seconds of the delivery whose id is the given expression. */
export const deliveryMade_s = (id: string): string =>
  `('x' || substr(${id}, ${ID_PREFIXES.delivery.length + 2}, 12))::bit(48)::bigint / 1000.0`

/** SQL: the prefix of the ids of deliveries created at `moment` (an expression of type timestamptz). */
export const deliveryIdAt = (moment: string): string =>
  `'${ID_PREFIXES.delivery}_' || lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0')`

/** The id of a delivery worker. No API resource shows it. */
export const newWorkerId = (): string => newId('request').replace('req_', 'wrk_')
