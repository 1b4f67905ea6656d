import { invalidField, type Refusal, refuse } from '@backhaul/core/refusal.ts'

const MAX_DEPTH = 32
/**
 * Limit on values in a body. A batch of 1,000 shipments with every field has 75,000 values. Only a batch with long customs declarations can
 * need more, and the client must divide it.
 */
export const MAX_VALUES = 100_000
/** Limit on fields of an object. No valid object has a tenth of this. Very large objects are slow to build and to search. */
const MAX_FIELDS = 1_000
const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

interface Shape {
  /** Number of colons outside strings: one for each `"key":` in the text. */
  keys: number
  /** Number of fields in the largest object. */
  fields: number
  depth: number
  /**
   * Commas and opening brackets outside strings, plus one. This equals the number of values, except that each empty list or object adds one
   * more.
   */
  values: number
}

/** Counts in one pass over the bytes, without building anything. The result is meaningful only for well-formed JSON. */
const shapeOf = (bytes: Uint8Array): Shape => {
  let keys = 0
  let fields = 0
  /** Number of fields of the open object at each depth. Deeper bodies are refused anyway. */
  const open = new Uint32Array(MAX_DEPTH + 1)
  let depth = 0
  let deepest = 0
  let values = 1
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number
    if (byte === QUOTE) {
      for (i++; i < bytes.length && bytes[i] !== QUOTE; i++) if (bytes[i] === BACKSLASH) i++
    } else if (byte === COLON) {
      keys++
      if (depth <= MAX_DEPTH) {
        const own = (open[depth] as number) + 1
        open[depth] = own
        if (own > fields) fields = own
      }
    } else if (byte === COMMA) values++
    else if (byte === 0x7b || byte === 0x5b) {
      values++
      if (++depth > deepest) deepest = depth
      if (depth <= MAX_DEPTH) open[depth] = 0
    } else if (byte === 0x7d || byte === 0x5d) depth--
  }
  return { keys, fields, depth: deepest, values }
}

/** Maximum length of a field name. Valid names are shorter. Error paths cut names to MAX_NAME_CHARACTERS. */
const MAX_KEY_CHARACTERS = 1_000
const MAX_NAME_CHARACTERS = 100

/** Appends a step to a JSON pointer. */
export const pointer = (path: string, key: string | number): string => {
  const name = String(key)
  const shown = name.length > MAX_NAME_CHARACTERS ? `${name.slice(0, MAX_NAME_CHARACTERS)}…` : name
  return `${path}/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** A text that cannot be stored unchanged. Its path is built only when there is an error. */
class Unusable {
  readonly path: (string | number)[] = []
  readonly rule: string
  readonly message: string

  constructor(rule: string, message: string) {
    this.rule = rule
    this.message = message
  }

  under(key: string | number): this {
    this.path.unshift(key)
    return this
  }
}

/** Counts the keys that remain after parsing, and refuses text that cannot be stored unchanged: NUL, lone surrogates, `__proto__`. */
const inspect = (value: unknown): number | Unusable => {
  if (typeof value === 'string') {
    if (value.includes('\0')) return new Unusable('characters', 'must not contain the character U+0000')
    return value.isWellFormed() ? 0 : new Unusable('characters', 'must not contain an unpaired surrogate')
  }
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const below = inspect(value[i])
      if (typeof below !== 'number') return below.under(i)
      count += below
    }
    return count
  }
  for (const key of Object.keys(value)) {
    if (key === '__proto__' || key.length > MAX_KEY_CHARACTERS) {
      return new Unusable('additionalProperties', 'is not a known field; remove it').under(key)
    }
    if (key.includes('\0') || !key.isWellFormed()) return new Unusable('characters', 'has invalid characters in its name').under(key)
    const below = inspect((value as Record<string, unknown>)[key])
    if (typeof below !== 'number') return below.under(key)
    count += 1 + below
  }
  return count
}

/**
 * Parses the JSON body strictly: UTF-8, one value, at most 32 levels, no key twice in an object (the second would silently win).
 * `max_values`: maximum number of values in a valid request. Values are counted before anything is built. Errors: `invalid_json`, or
 * `validation_failed` with the path of text that cannot be stored.
 */
export const parseJson = (bytes: Uint8Array, max_values = MAX_VALUES): { value: unknown } | Refusal => {
  let value: unknown
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch {
    return refuse('invalid_json', 'The body is not UTF-8; encode it as UTF-8.')
  }
  if (text.startsWith('\ufeff'))
    return refuse('invalid_json', 'The body begins with a byte order mark; remove it.', { reason: 'byte_order_mark' })
  const { keys, fields, depth, values } = shapeOf(bytes)
  if (depth > MAX_DEPTH) return refuse('invalid_json', `The body is nested more than ${MAX_DEPTH} levels deep.`, { max_depth: MAX_DEPTH })
  if (values > max_values)
    return refuse('invalid_json', `The body contains more than ${max_values} values, which is more than any valid body has.`, {
      max_values,
    })
  if (fields > MAX_FIELDS)
    return refuse('invalid_json', `An object in the body has more than ${MAX_FIELDS} fields.`, { max_fields: MAX_FIELDS })
  try {
    value = JSON.parse(text)
  } catch (error) {
    return refuse('invalid_json', 'The body is not well-formed JSON; see details.reason.', {
      reason: (error as Error).message.slice(0, 200),
    })
  }
  const found = inspect(value)
  if (typeof found !== 'number') return invalidField(found.path.reduce(pointer, ''), found.rule, found.message)
  if (found !== keys)
    return refuse('invalid_json', 'A key appears twice in one object of the body; send each key only once.', { reason: 'duplicate_key' })
  return { value }
}
