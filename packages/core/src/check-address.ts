// Checks an address without asking a postal service: whether postal code, state and country match, and how the address is usually written
// (docs/guide/shipments.md#addresses).
import { hasStates, stateCode, statesByPostal, withLeadingZeros } from './regions.ts'
import { type Address, plain } from './shipment.ts'
import { domesticAddress, marketCountry } from './territories.ts'

const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/
const POSTAL_CODES: Readonly<Record<string, { pattern: RegExp; example: string }>> = {
  US: { pattern: /^\d{5}(-\d{4})?$/, example: '43004 or 43004-1234' },
  CA: { pattern: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d$/i, example: 'M5V 2A5' },
}

export const FINDING_FIELDS = ['postal_code', 'state', 'email'] as const
export const FINDING_CODES = ['format', 'unknown', 'mismatch', 'missing'] as const

export const ADDRESS_VERDICTS = ['consistent', 'inconsistent', 'unchecked'] as const
export const POSITION_PRECISIONS = ['area', 'region'] as const

export interface Finding {
  field: (typeof FINDING_FIELDS)[number]
  /** `missing` is not an error: the API does not require a state. */
  code: (typeof FINDING_CODES)[number]
  message: string
  /** The value that would agree with the other fields of the address. Null: unknown. */
  suggestion: string | null
}

/** Checks the postal code and the email address, each by itself. */
export const malformed = ({ country, postal_code, email }: Pick<Address, 'country' | 'postal_code' | 'email'>): Finding[] => {
  const findings: Finding[] = []
  const postal = POSTAL_CODES[marketCountry(country)]
  if (postal && !postal.pattern.test(postal_code ?? '')) {
    const message = `is not a postal code of ${country}; write it like ${postal.example}`
    findings.push({ field: 'postal_code', code: 'format', message, suggestion: null })
  }
  if (email != null && !EMAIL.test(email)) {
    const message = 'is not an email address; write it like ada@example.com'
    findings.push({ field: 'email', code: 'format', message, suggestion: null })
  }
  return findings
}

const only = (states: readonly string[]): string | null => (states.length === 1 ? (states[0] as string) : null)

/** Checks that state and postal code match, in countries whose states are known. */
export const mismatched = (address: Pick<Address, 'country' | 'state' | 'postal_code'>): Finding[] => {
  const { country, state, postal_code } = domesticAddress(address)
  if (!hasStates(country)) return []
  const findings: Finding[] = []
  const byPostal = statesByPostal(country, postal_code)
  const where = byPostal.join(' or ')
  const add = (field: Finding['field'], code: Finding['code'], message: string, suggestion: string | null) =>
    findings.push({ field, code, message, suggestion })
  if (byPostal.length === 0) add('postal_code', 'unknown', `does not begin like a postal code of ${country}; check it`, null)
  const said = plain(state)
  const code = said === '' ? null : stateCode(country, said)
  const hint = where === '' ? 'use its code' : `the postal code belongs to ${where}`
  if (said === '') add('state', 'missing', `is missing; ${hint}`, only(byPostal))
  else if (code === null) add('state', 'unknown', `is not a state of ${country}; ${hint}`, only(byPostal))
  else if (byPostal.length > 0 && !byPostal.includes(code))
    add('state', 'mismatch', `is ${code}, but the postal code ${postal_code} belongs to ${where}; correct one of them`, only(byPostal))
  return findings
}

const cleaned = (text: string | null | undefined): string | null => {
  const clean = (text ?? '').normalize('NFC').replace(/\s+/g, ' ').trim()
  return clean === '' ? null : clean
}

/**
 * Formats a postal code as the country's post writes it, such as `43004-1234` or `M5V 2A5`. If the text is not a postal code of the
 * country, only spaces and capitals are corrected.
 */
const postalCode = (country: string, given: string | null | undefined): string | null => {
  const clean = cleaned(given)?.toUpperCase() ?? null
  if (clean === null) return null
  const bare = clean.replace(/[\s-]/g, '')
  if (country === 'US' && /^\d{9}$/.test(bare)) return `${bare.slice(0, 5)}-${bare.slice(5)}`
  if (country === 'US' && /^\d{5}$/.test(bare)) return bare
  if (country === 'CA' && POSTAL_CODES.CA?.pattern.test(bare)) return `${bare.slice(0, 3)} ${bare.slice(3)}`
  return clean
}

/** Returns the address as it is usually written. Adds the state if the postal code allows only one. Never replaces a given value. */
export const normalized = (address: Address): Required<Address> => {
  const country = plain(address.country)
  const postal_code = postalCode(marketCountry(country), withLeadingZeros(address))
  const state = cleaned(address.state)
  return {
    name: cleaned(address.name),
    company: cleaned(address.company),
    line1: cleaned(address.line1) ?? '',
    line2: cleaned(address.line2),
    city: cleaned(address.city) ?? '',
    state: state === null ? only(statesByPostal(country, postal_code)) : (stateCode(country, state) ?? state),
    postal_code,
    country,
    phone: cleaned(address.phone),
    email: cleaned(address.email),
  }
}
