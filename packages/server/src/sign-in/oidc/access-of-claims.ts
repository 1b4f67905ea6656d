// Which access somebody has by what the provider says of him.
import { ACCESSES } from '../../domain/access.ts'
import type { AccessOfClaim } from '../../platform/provider-settings.ts'

export type Claims = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Claims => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The claim of this name; else what the parts between its dots lead to. */
const claimOf = (claims: Claims, name: string): unknown => {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) value = isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined
  return value
}

/** Some providers write a truth as text. */
const isFalse = (value: unknown): boolean => value === false || (typeof value === 'string' && value.toLowerCase() === 'false')
const isDenied = (value: unknown): boolean => value === null || value === 0 || isFalse(value)

/** A list has its members, an object the names of what it does not deny, anything else itself. */
const valuesOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string')
  if (isRecord(value)) return Object.keys(value).filter((name) => !isDenied(value[name]))
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : []
}

/** An address that the provider did not verify is what somebody wrote into a form there. */
const isTrusted = (claims: Claims, name: string): boolean => name !== 'email' || !isDenied(claims.email_verified)

/** Of several the one whose access comes first in the table of the guide, and of those the one written first; null: none. */
export const accessOfClaims = (rules: readonly AccessOfClaim[], claims: Claims): AccessOfClaim | null => {
  const given = rules.filter(({ claim, value }) => isTrusted(claims, claim) && valuesOf(claimOf(claims, claim)).includes(value))
  for (const access of ACCESSES) {
    const found = given.find((rule) => rule.access === access)
    if (found) return found
  }
  return null
}

const textOf = (value: unknown, most: number): string | null => {
  if (typeof value !== 'string') return null
  const text = value.replace(/\p{Cc}/gu, ' ').trim()
  return text === '' ? null : [...text].slice(0, most).join('')
}

const MOST_NAME = 100
const EMAIL = /^[^\s@\p{Cc}]{1,190}@[^\s@\p{Cc}]{1,60}$/u

/** What events and the audit trail call somebody; null: the provider tells no e-mail address. */
export const personOfClaims = (claims: Claims): { name: string; email: string } | null => {
  const addresses = [claims.email, claims.preferred_username, claims.upn].map((value) => textOf(value, 254))
  const email = addresses.find((address) => address !== null && EMAIL.test(address))
  if (!email) return null
  return { name: textOf(claims.name, MOST_NAME) ?? textOf(claims.preferred_username, MOST_NAME) ?? email.slice(0, MOST_NAME), email }
}
