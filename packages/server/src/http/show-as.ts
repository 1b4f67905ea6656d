import { type Static, type TEnum, type TObject, Type } from 'typebox'

/** The names of the schema's fields that are always present. */
type Always<S extends TObject> = {
  [Name in keyof Static<S>]-?: Record<never, never> extends Pick<Static<S>, Name> ? never : Name
}[keyof Static<S>]

type Shown<S extends TObject, Row, Own> = {
  [Name in Always<S> | keyof Own]: Name extends keyof Own
    ? Own[Name]
    : Name extends keyof Row
      ? Row[Name]
      : Static<S>[Name & keyof Static<S>]
}

/**
 * Shows a row in an answer: exactly the fields of the answer's schema, in its order. Each value comes from `own`, or else from the row.
 * Optional fields are shown only if `own` has them. `object` comes from the schema.
 */
export const showAs = <
  S extends TObject,
  Row extends object,
  Own extends { [Name in keyof S['properties']]?: unknown } = Record<never, never>,
>(
  schema: S,
  row: Row & { [Name in Exclude<Always<S>, keyof Own | 'object'>]: unknown },
  own?: Own & { [Name in Exclude<keyof Own, keyof S['properties']>]: never },
): Shown<S, Row, Own> => {
  const [from, more = {}] = [row, own] as Record<string, unknown>[]
  const shown: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(schema.properties)) {
    if (name in more) shown[name] = more[name]
    else if (name === 'object') shown[name] = (field as TEnum<string[]>).enum[0]
    else if (!Type.IsOptional(field)) shown[name] = from?.[name]
  }
  return shown as Shown<S, Row, Own>
}
