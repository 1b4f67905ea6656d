import { COUNTRIES } from '@backhaul/core/countries.ts'
import { currencyFault } from '@backhaul/core/currencies.ts'
import { hsCodeFault } from '@backhaul/core/hs-code.ts'
import { didYouMean } from '@backhaul/core/near.ts'
import { type FieldError, invalid, invalidField, MAX_LISTED_ERRORS, type Refusal } from '@backhaul/core/refusal.ts'
import type { TObject, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import Format from 'typebox/format'
import { Settings } from 'typebox/system'
import { pointer } from './json.ts'
import { COUNTRY_FORMAT, COUNTRY_PATTERN, CURRENCY_FORMAT, CURRENCY_PATTERN, HS_CODE_FORMAT } from './schemas.ts'

Settings.Set({ maxErrors: MAX_LISTED_ERRORS })

/**
 * Times that both Date and PostgreSQL can read: years 1 to 9999, no leap seconds, fractions of at most nine digits, and offsets below 16
 * hours. The check here prevents later failures.
 */
const TIME = /:\d{2}(\.\d{1,9})?(Z|[+-](0\d|1[0-5]):[0-5]\d)$/i
const LONGEST_TIME = '2026-11-20T09:30:00.123456789+00:00'.length
const FIRST_TIME_MS = Date.parse('0001-01-01T00:00:00Z')
const LAST_TIME_MS = Date.parse('9999-12-31T23:59:59.999Z')
Format.Set('date-time', (text) => {
  if (text.length > LONGEST_TIME || !Format.IsDateTime(text) || !TIME.test(text)) return false
  const ms = Date.parse(text)
  return ms >= FIRST_TIME_MS && ms <= LAST_TIME_MS
})

// A text that the pattern refuses is accepted here, so that it gets one error and not two.
Format.Set(COUNTRY_FORMAT, (text) => !new RegExp(COUNTRY_PATTERN.pattern).test(text) || COUNTRIES.has(text))
Format.Set(CURRENCY_FORMAT, (text) => !new RegExp(CURRENCY_PATTERN).test(text) || currencyFault(text) === null)
Format.Set(HS_CODE_FORMAT, (text) => hsCodeFault(text) === null)

interface Raw {
  keyword: string
  /** A pointer into the schema, after `#`. */
  schemaPath: string
  instancePath: string
  params: Record<string, unknown>
  message: string
}

const unknownField = (path: string, name: string, message = 'is not a known field; remove it or correct its name'): FieldError => ({
  path: pointer(path, name),
  rule: 'additionalProperties',
  message,
})

const TYPES: Record<string, string> = {
  ...{ string: 'text', integer: 'a whole number', number: 'a number', boolean: 'true or false' },
  ...{ object: 'an object', array: 'a list', null: 'null' },
}
const notOfType = (types: readonly string[]): string => `must be ${types.map((type) => TYPES[type] ?? type).join(' or ')}`

/** If an enum has more words than this, the error lists only similar ones. */
const MAX_WORDS = 20

const notOneOf = (value: unknown, allowed: readonly unknown[]): string => {
  const near = typeof value === 'string' && allowed.length > MAX_WORDS ? didYouMean(value, allowed.map(String)) : ''
  return near ? `must be one of the ${allowed.length} known words${near}` : `must be one of ${allowed.join(', ')}`
}

/** The expected form of each format, or what is wrong with a given text. Other patterns have their error sentence in the schema. */
const FORMS: Record<string, string | ((text: string) => string | null)> = {
  date: 'must be a valid date, such as 2026-11-20',
  'date-time': 'must be a valid time with its offset from UTC, such as 2026-11-20T09:30:00Z',
  [CURRENCY_FORMAT]: currencyFault,
  [CURRENCY_PATTERN]: currencyFault,
  [HS_CODE_FORMAT]: hsCodeFault,
  [COUNTRY_FORMAT]: COUNTRY_PATTERN.sentence,
}

const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('/')
    .slice(1)
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], value)

/** Missing fields that the schema requires under a condition. */
const missingUnderCondition = (schema: unknown, { schemaPath, instancePath }: Raw, value: unknown): FieldError[] => {
  const { then } = (valueAt(schema, schemaPath.slice(1)) ?? {}) as { then?: { required?: readonly string[] } }
  const given = (valueAt(value, instancePath) ?? {}) as Record<string, unknown>
  const country = typeof given.country === 'string' ? given.country : null
  const isAbsent = (one: unknown): boolean => one === undefined || one === null || (typeof one === 'string' && one.trim() === '')
  const missing = then?.required?.filter((name) => isAbsent(given[name])) ?? []
  return missing.map((name) => ({
    path: pointer(instancePath, name),
    rule: 'required',
    message: country ? `is required in ${country}` : 'is required',
  }))
}

/** The missing fields of an object in the order of its schema, including those that only a condition requires. */
const inFieldOrder = (errors: readonly FieldError[], schema: unknown, { schemaPath, instancePath }: Raw): FieldError[] => {
  const { properties = {} } = (valueAt(schema, schemaPath.slice(1)) ?? {}) as { properties?: object }
  const paths = Object.keys(properties).map((name) => pointer(instancePath, name))
  const isOwn = ({ path, rule }: FieldError): boolean => rule === 'required' && paths.includes(path)
  const own = errors.filter(isOwn).sort((a, b) => paths.indexOf(a.path) - paths.indexOf(b.path))
  return errors.map((error) => (isOwn(error) ? (own.shift() as FieldError) : error))
}

const flatten = (raw: Raw, value: unknown, schema: unknown): FieldError[] => {
  const { keyword, schemaPath, instancePath, params, message } = raw
  const { sentence } = (valueAt(schema, schemaPath.slice(1)) ?? {}) as { sentence?: string }
  if (keyword === 'if') return missingUnderCondition(schema, raw, value)
  if (keyword === 'required') {
    return (params.requiredProperties as string[]).map((name) => ({
      path: pointer(instancePath, name),
      rule: 'required',
      message: 'is required',
    }))
  }
  if (keyword === 'additionalProperties') {
    return (params.additionalProperties as string[]).map((name) => unknownField(instancePath, name, sentence))
  }
  if (keyword === 'boolean') return []
  if (keyword === 'enum') {
    const allowed = params.allowedValues as unknown[]
    return [{ path: instancePath, rule: 'enum', message: notOneOf(valueAt(value, instancePath), allowed) }]
  }
  if (keyword === 'format' || keyword === 'pattern') {
    const form = FORMS[String(params[keyword])] ?? sentence
    const text = typeof form === 'function' ? form(String(valueAt(value, instancePath))) : form
    return [{ path: instancePath, rule: keyword, message: text ?? 'does not have the documented format' }]
  }
  if (keyword === 'type') return [{ path: instancePath, rule: keyword, message: notOfType([params.type as string | string[]].flat()) }]
  return [{ path: instancePath, rule: keyword, message: keyword === 'anyOf' ? 'matches none of the documented forms' : message }]
}

/**
 * A union reports the errors of every branch plus "matches none". Keeps only the errors of the branch that the value was meant for.
 */
const withoutEchoes = (errors: FieldError[]): FieldError[] =>
  errors.filter(({ path, rule }) => {
    if (rule !== 'anyOf' && rule !== 'type') return true
    const closer = errors.some((other) =>
      other.path === path ? other.rule !== 'anyOf' && other.rule !== rule : other.path.startsWith(`${path}/`),
    )
    return !closer
  })

/** A body with more unknown fields than this is not just misspelled. Only these fields are reported, and the rest is not checked. */
const FEW_UNKNOWN = 20

interface Node {
  properties?: Record<string, Node>
  additionalProperties?: unknown
  patternProperties?: unknown
  items?: Node
  anyOf?: Node[]
}

/** Adds unknown fields to `found` until there are too many. */
const findUnknown = (
  { properties, additionalProperties, patternProperties, items, anyOf }: Node,
  value: unknown,
  path: string,
  found: FieldError[],
): void => {
  if (typeof value !== 'object' || value === null || found.length > FEW_UNKNOWN) return
  if (anyOf) {
    const objects = anyOf.filter((branch) => branch.properties ?? branch.items)
    if (objects.length === 1) findUnknown(objects[0] as Node, value, path, found)
  } else if (Array.isArray(value)) {
    if (items) for (let i = 0; i < value.length && found.length <= FEW_UNKNOWN; i++) findUnknown(items, value[i], pointer(path, i), found)
  } else if (properties) {
    const isClosed = additionalProperties === false && patternProperties === undefined
    for (const [name, below] of Object.entries(value)) {
      if (found.length > FEW_UNKNOWN) return
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (known) findUnknown(known, below, pointer(path, name), found)
      else if (isClosed) found.push(unknownField(path, name))
    }
  }
}

/**
 * Checks a body against its schema. The schema is compiled at the first use, because few processes serve every endpoint, and compiling all
 * of them would delay the start.
 */
export class BodyCheck {
  readonly #schema: TSchema
  #compiled: Validator | null = null

  constructor(schema: TSchema) {
    this.#schema = schema
  }

  check(value: unknown): Refusal | null {
    this.#compiled ??= Compile(this.#schema)
    if (this.#compiled.Check(value)) return null
    const unknown: FieldError[] = []
    findUnknown(this.#schema as Node, value, '', unknown)
    if (unknown.length > FEW_UNKNOWN) return invalid(unknown)
    const seen = new Map<string, FieldError>()
    const raws = this.#compiled.Errors(value) as unknown as Raw[]
    for (const raw of raws) {
      for (const error of flatten(raw, value, this.#schema))
        if (!seen.has(error.path + error.rule)) seen.set(error.path + error.rule, error)
    }
    const errors = raws
      .filter(({ keyword }) => keyword === 'if')
      .reduce((found, raw) => inFieldOrder(found, this.#schema, raw), withoutEchoes([...seen.values()]))
    return invalid(
      errors.length > 0 ? errors : [{ path: '', rule: 'schema', message: 'does not match the schema; compare it with the documentation' }],
    )
  }
}

const WHOLE = /^-?\d{1,21}$/
/**
 * Every form in which programs print a number, such as `0.30000000000000004`, `1e-7` and `1e+21`. A plus sign that was not escaped arrives
 * as a space. No double is printed with more characters than the limit allows. The schema checks the range.
 */
const DECIMAL = /^-?(\d+(\.\d*)?|\.\d+)(e[-+ ]?\d{1,4})?$/i
const MAX_NUMBER_CHARACTERS = 1_100

const decimal = (text: string): number | string => {
  const value = text.length <= MAX_NUMBER_CHARACTERS && DECIMAL.test(text) ? Number(text.replace(' ', '+')) : Number.NaN
  return Number.isFinite(value) ? value : text
}

type Property = TSchema & { type?: string; items?: TSchema }

const convert = (schema: Property, text: string): unknown => {
  if (schema.type === 'integer') return WHOLE.test(text) ? Number(text) : text
  if (schema.type === 'number') return decimal(text)
  return text
}

/**
 * Reads a query string by its schema: numbers from text, repeated parameters as arrays. Unknown parameters are refused by name, or ignored
 * if the schema is open.
 */
export class QueryCheck {
  readonly #properties: Record<string, Property>
  readonly #isOpen: boolean
  readonly #body: BodyCheck
  readonly #notAParameter: string

  constructor(schema: TObject) {
    this.#properties = schema.properties as Record<string, Property>
    const names = Object.keys(this.#properties).join(', ')
    this.#notAParameter = `is not a parameter of this endpoint${names && `, which has ${names}`}; remove it or correct its name`
    this.#isOpen = (schema as { additionalProperties?: unknown }).additionalProperties === true
    this.#body = new BodyCheck(schema)
  }

  read(search: string): { value: Record<string, unknown> } | Refusal {
    const value: Record<string, unknown> = Object.create(null)
    for (const [name, text] of new URLSearchParams(search)) {
      const schema = Object.hasOwn(this.#properties, name) ? this.#properties[name] : undefined
      if (!schema && this.#isOpen) continue
      if (!schema) return invalidField(`?${name}`, 'additionalProperties', this.#notAParameter)
      if (text.includes('\0')) return invalidField(`?${name}`, 'characters', 'must not contain the character U+0000')
      if (schema.type === 'array') value[name] = [...((value[name] as unknown[]) ?? []), convert((schema.items ?? {}) as Property, text)]
      else if (name in value) return invalidField(`?${name}`, 'unique', 'must be given only once')
      else value[name] = convert(schema, text)
    }
    const refusal = this.#body.check({ ...value })
    if (!refusal) return { value }
    const errors = refusal.details.errors as FieldError[]
    return invalid(errors.map((error) => ({ ...error, path: `?${error.path.split('/')[1] ?? ''}` })))
  }
}
