// Derives a person's access and name from the provider's claims. People can set some claims themselves at their provider. So an email
// address counts only if the provider verified it, and a name never looks like an address.
import { ACCESSES } from '@backhaul/core/access.ts'
import type { AccessOfClaim, EmailTrust, ProviderSettings } from '../../../process/provider-settings.ts'

export type Claims = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Claims => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of the claim with this name. If there is none, the name is split at its dots and taken as the path to a nested value. */
const claimOf = (claims: Claims, name: string): unknown => {
  if (Object.hasOwn(claims, name)) return claims[name]
  let value: unknown = claims
  for (const part of name.split('.')) value = isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined
  return value
}

/** Some providers send booleans as text. */
const isFalse = (value: unknown): boolean => value === false || (typeof value === 'string' && value.toLowerCase() === 'false')
const isDenied = (value: unknown): boolean => value === null || value === 0 || isFalse(value)

/**
 * The values of a claim. For a list, these are its members. For an object, these are its names, except those with the value null, 0 or
 * false. Any other claim has a single value.
 */
const valuesOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string')
  if (isRecord(value)) return Object.keys(value).filter((name) => !isDenied(value[name]))
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : []
}

/** Claims with a companion claim that tells whether the provider verified them: `email_verified`, `phone_number_verified`. */
const VERIFIABLE = ['email', 'phone_number']
/**
 * Other claim names under which providers send addresses, such as `emails`, `mail` and `user.email`. `email_verified` applies to them as
 * well.
 */
const ADDRESSES = /(^|\.)(e[-_]?)?mails?([-_]?address(es)?)?$/i
const isOnAddress = (claim: string): boolean => VERIFIABLE.includes(claim) || ADDRESSES.test(claim)
const verdictOf = (name: string): string => `${name}_verified`

const isTrue = (value: unknown): boolean => value === true || (typeof value === 'string' && value.toLowerCase() === 'true')

/** An unverified address may be any text that a person entered in a form at the provider. */
const isVerified = (claims: Claims, name: string, trust: EmailTrust): boolean => {
  const verdict = claims[verdictOf(name)]
  return isTrue(verdict) || (verdict === undefined && trust === 'unless_denied')
}

const isTrusted = (claims: Claims, name: string, trust: EmailTrust): boolean =>
  !isOnAddress(name) || isVerified(claims, VERIFIABLE.includes(name) ? name : 'email', trust)

/**
 * Merges the claims of the ID token (`told`) with those of the userinfo endpoint (`more`). A claim that both have is taken from the
 * userinfo endpoint. A source can verify an address only if it names that address itself. An address counts as unverified if either source
 * says so.
 */
export const mergeClaims = (told: Claims | null, more: Claims): Claims => {
  const all: Record<string, unknown> = { ...told, ...more }
  const both = [more, told ?? {}]
  for (const name of VERIFIABLE) {
    const verdict = verdictOf(name)
    const said = both.flatMap((one) =>
      one[name] !== undefined && one[name] === all[name] && one[verdict] !== undefined ? [one[verdict]] : [],
    )
    all[verdict] = both.some((one) => isFalse(one[verdict])) ? false : said[0]
  }
  return all
}

/**
 * The rule that gives the access. If several rules match, the one whose access comes first in the guide's table wins. If several of them
 * give that access, the first of those in the setting wins. Null if no rule matches.
 */
export const accessOfClaims = (rules: readonly AccessOfClaim[], claims: Claims, trust: EmailTrust): AccessOfClaim | null => {
  const given = rules.filter(({ claim, value }) => isTrusted(claims, claim, trust) && valuesOf(claimOf(claims, claim)).includes(value))
  for (const access of ACCESSES) {
    const found = given.find((rule) => rule.access === access)
    if (found) return found
  }
  return null
}

/** Control characters, and characters that reverse or hide text. Joiners that some scripts need are allowed. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu

const textOf = (value: unknown, most: number): string | null => {
  if (typeof value !== 'string') return null
  const text = value.replace(INVISIBLE, ' ').trim()
  return text === '' ? null : [...text].slice(0, most).join('')
}

const MAX_NAME = 100
/** Only ASCII is allowed, so that no character looks like another. */
const EMAIL = /^[!-?A-~]{1,190}@[!-?A-~]{1,60}$/

const isLikeAddress = (text: string): boolean => text.normalize('NFKC').includes('@')
const nameOf = (value: unknown): string | null => {
  const name = textOf(value, MAX_NAME)
  return name === null || isLikeAddress(name) ? null : name
}

/** Identifies a person without a verified address by the `sub`. Nobody can choose the `sub`, and the label never looks like an address. */
const labelOf = (subject: string): string => {
  const label = textOf(subject, 250) ?? ''
  return label === '' || isLikeAddress(label) ? `sub:${label}` : label
}

/** The name of a person in events and the audit trail: the email address if the provider verified it, otherwise the `sub`. */
export const personOfClaims = (claims: Claims, subject: string, trust: EmailTrust): { name: string; email: string } => {
  const address = isVerified(claims, 'email', trust) ? textOf(claims.email, 254) : null
  const email = address !== null && EMAIL.test(address) ? address : labelOf(subject)
  return { name: nameOf(claims.name) ?? nameOf(claims.preferred_username) ?? email.slice(0, MAX_NAME), email }
}

/** Claims that people can choose themselves at many providers. */
const CHOSEN = ['preferred_username', 'upn', 'name', 'nickname', 'given_name', 'family_name']

/** Warnings that the service logs each time it starts. */
export const claimWarnings = (provider: Pick<ProviderSettings, 'access'> | null): string[] =>
  CHOSEN.filter((chosen) => provider?.access.some(({ claim }) => claim === chosen)).map(
    (claim) =>
      `BACKHAUL_OIDC_ACCESS has a rule on ${claim}, a claim that people can choose themselves at many providers; use a group or sub instead`,
  )
