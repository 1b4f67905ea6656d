// The access and the name of a person, by the claims of the provider. People can set some claims themselves at their provider, so an address
// counts only if the provider verified it, and a name never looks like an address.
import { ACCESSES } from '@backhaul/core/access.ts'
import type { AccessOfClaim, EmailTrust, ProviderSettings } from '../../../process/provider-settings.ts'

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

/** Claims of which another one says whether the provider verified them: `email_verified`, `phone_number_verified`. */
const VERIFIABLE = ['email', 'phone_number']
/** Other names under which providers send addresses, such as `emails`, `mail` and `user.email`; `email_verified` is about them as well. */
const ADDRESSES = /(^|\.)(e[-_]?)?mails?([-_]?address(es)?)?$/i
const isOnAddress = (claim: string): boolean => VERIFIABLE.includes(claim) || ADDRESSES.test(claim)
const verdictOf = (name: string): string => `${name}_verified`

const isTrue = (value: unknown): boolean => value === true || (typeof value === 'string' && value.toLowerCase() === 'true')

/** An unverified address is whatever somebody entered into a form there. */
const isVerified = (claims: Claims, name: string, trust: EmailTrust): boolean => {
  const verdict = claims[verdictOf(name)]
  return isTrue(verdict) || (verdict === undefined && trust === 'unless_denied')
}

const isTrusted = (claims: Claims, name: string, trust: EmailTrust): boolean =>
  !isOnAddress(name) || isVerified(claims, VERIFIABLE.includes(name) ? name : 'email', trust)

/**
 * What the ID token and the userinfo endpoint say, the latter where both say something. Neither verifies an address that only the other one
 * names, and if one of them says that an address is not verified, none is.
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

/** Of several the one whose access comes first in the table of the guide, and of those the one written first; null: none. */
export const accessOfClaims = (rules: readonly AccessOfClaim[], claims: Claims, trust: EmailTrust): AccessOfClaim | null => {
  const given = rules.filter(({ claim, value }) => isTrusted(claims, claim, trust) && valuesOf(claimOf(claims, claim)).includes(value))
  for (const access of ACCESSES) {
    const found = given.find((rule) => rule.access === access)
    if (found) return found
  }
  return null
}

/** Control characters, and characters that reverse or hide text, except the joiners that some scripts need. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/gu

const textOf = (value: unknown, most: number): string | null => {
  if (typeof value !== 'string') return null
  const text = value.replace(INVISIBLE, ' ').trim()
  return text === '' ? null : [...text].slice(0, most).join('')
}

const MOST_NAME = 100
/** Only ASCII, in which no character looks like another. */
const EMAIL = /^[!-?A-~]{1,190}@[!-?A-~]{1,60}$/

const isLikeAddress = (text: string): boolean => text.normalize('NFKC').includes('@')
const nameOf = (value: unknown): string | null => {
  const name = textOf(value, MOST_NAME)
  return name === null || isLikeAddress(name) ? null : name
}

/** Who it is, without a verified address: the `sub`, which nobody chooses, and which is never taken for an address. */
const labelOf = (subject: string): string => {
  const label = textOf(subject, 250) ?? ''
  return label === '' || isLikeAddress(label) ? `sub:${label}` : label
}

/** What events and the audit trail call somebody: the e-mail address if the provider verified it, else the `sub`. */
export const personOfClaims = (claims: Claims, subject: string, trust: EmailTrust): { name: string; email: string } => {
  const address = isVerified(claims, 'email', trust) ? textOf(claims.email, 254) : null
  const email = address !== null && EMAIL.test(address) ? address : labelOf(subject)
  return { name: nameOf(claims.name) ?? nameOf(claims.preferred_username) ?? email.slice(0, MOST_NAME), email }
}

/** What people can choose for themselves at many providers. */
const CHOSEN = ['preferred_username', 'upn', 'name', 'nickname', 'given_name', 'family_name']

/** For every start. */
export const claimWarnings = (provider: Pick<ProviderSettings, 'access'> | null): string[] =>
  CHOSEN.filter((chosen) => provider?.access.some(({ claim }) => claim === chosen)).map(
    (claim) => `BACKHAUL_OIDC_ACCESS has a rule on ${claim}, which people choose themselves at many providers; use a group or sub instead`,
  )
