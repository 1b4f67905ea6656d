import { isRefusal, type Refusal, refuse } from '../platform/refusal.ts'

const MAX_DEPTH = 32
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

interface Shape {
  /** Colons outside strings: one for each `"key":` that was written. */
  keys: number
  depth: number
}

/** One pass over the bytes, without building anything. Only meaningful for well-formed JSON. */
const shapeOf = (bytes: Uint8Array): Shape => {
  let keys = 0
  let depth = 0
  let deepest = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number
    if (byte === QUOTE) {
      for (i++; i < bytes.length && bytes[i] !== QUOTE; i++) if (bytes[i] === BACKSLASH) i++
    } else if (byte === COLON) keys++
    else if (byte === 0x7b || byte === 0x5b) deepest = Math.max(deepest, ++depth)
    else if (byte === 0x7d || byte === 0x5d) depth--
  }
  return { keys, depth: deepest }
}

const unusable = (path: string, rule: string, message: string): Refusal =>
  refuse('validation_failed', `The field ${path || '/'} ${message}.`, { errors: [{ path, rule, message }] })

export const pointer = (path: string, key: string | number): string => `${path}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`

/** Counts the keys that survived parsing and refuses text that cannot be stored as it came: NUL, lone surrogates, `__proto__`. */
const inspect = (value: unknown, path: string): number | Refusal => {
  if (typeof value === 'string') {
    if (value.includes('\0')) return unusable(path, 'characters', 'must not contain the character U+0000')
    return value.isWellFormed() ? 0 : unusable(path, 'characters', 'must not contain half of a surrogate pair')
  }
  if (typeof value !== 'object' || value === null) return 0
  let keys = 0
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value)
  for (const [key, child] of entries) {
    if (typeof key === 'string') {
      keys++
      if (key === '__proto__') return unusable(pointer(path, key), 'additionalProperties', 'is not a known field; remove it')
      if (key.includes('\0') || !key.isWellFormed()) return unusable(pointer(path, key), 'characters', 'has an unusable name')
    }
    const below = inspect(child, pointer(path, key))
    if (isRefusal(below)) return below
    keys += below
  }
  return keys
}

/**
 * The JSON value of a body, strictly: UTF-8, one value, at most 32 levels, no key twice in an object (the second would silently win).
 * Errors: `invalid_json`; `validation_failed` with the path for text that cannot be stored.
 */
export const parseJson = (bytes: Uint8Array): { value: unknown } | Refusal => {
  let value: unknown
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return refuse('invalid_json', 'The body is not UTF-8; encode it as UTF-8.')
  }
  const { keys, depth } = shapeOf(bytes)
  if (depth > MAX_DEPTH) return refuse('invalid_json', `The body nests deeper than ${MAX_DEPTH} levels.`, { max_depth: MAX_DEPTH })
  try {
    value = JSON.parse(text)
  } catch (error) {
    return refuse('invalid_json', 'The body is not well-formed JSON; see details.reason.', {
      reason: (error as Error).message.slice(0, 200),
    })
  }
  const found = inspect(value, '')
  if (isRefusal(found)) return found
  if (found !== keys)
    return refuse('invalid_json', 'A key appears twice in one object of the body; send it once.', { reason: 'duplicate_key' })
  return { value }
}
