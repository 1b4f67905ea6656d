// Rules with which an operator refuses requests that the API would otherwise accept. By default the service accepts everything (ADR 34).
import { malformed, mismatched } from './check-address.ts'
import type { RateTables } from './rating.ts'
import { type FieldError, invalid, type Refusal } from './refusal.ts'
import { type Address, plain } from './shipment.ts'
import { marketCountry } from './territories.ts'

export const POLICY_WORDS = ['accept', 'refuse'] as const
export type PolicyWord = (typeof POLICY_WORDS)[number]
/** `reprice`: a redirect to another country is priced like a new shipment. */
export const REDIRECT_WORDS = [...POLICY_WORDS, 'reprice'] as const
export type RedirectWord = (typeof REDIRECT_WORDS)[number]

/** Description of each rule for the operators who set it. */
export const POLICY_RULES = {
  unknown_carriers: 'An unregistered carrier in a tender or an injection scan',
  unknown_facilities: 'An unregistered facility in a tender or a scan',
  pickups_outside_hours: "A pickup whose window is not within the store's opening hours; a store without hours is always open",
  pickups_on_closed_days:
    'A pickup on a day on which the store is closed by the calendars, or for today after the cut-off; without calendars a store is always open',
  early_disposal: 'Disposal of a parcel before its `dispose_after`; a parcel without that date can be disposed of at any time',
  approval_above_claim: 'Approval of more than the claimed amount; a claim without an amount has no limit',
  address_formats: 'Addresses of shipments with a malformed email address, or a malformed postal code in the US or Canada',
  address_mismatches: 'Addresses of shipments in the US or Canada whose state is unknown or does not match the postal code',
  redirects_abroad:
    'A redirect to a different country than the current destination. `accept`: the price does not change; `reprice`: the parcel gets the price of a new shipment. The carrier does not change in either case',
  incomplete_customs: 'Shipments that cross a border, or are redirected across one, with an incomplete customs declaration',
  negative_total: "A manual credit that takes a shipment's total below zero",
} as const
export type PolicyRule = keyof typeof POLICY_RULES

export type Policy = Readonly<Record<Exclude<PolicyRule, 'redirects_abroad'>, PolicyWord> & { redirects_abroad: RedirectWord }>

/** Returns the values that a rule can have. */
export const wordsOf = (rule: PolicyRule): readonly RedirectWord[] => (rule === 'redirects_abroad' ? REDIRECT_WORDS : POLICY_WORDS)

/** The rules that an operator has set. The others have their defaults. */
export type StoredPolicy = Partial<Policy>

const RULES = Object.keys(POLICY_RULES) as PolicyRule[]
const isWord = (rule: PolicyRule, value: unknown): boolean => (wordsOf(rule) as readonly unknown[]).includes(value)

/** Parses a stored policy. It may have rules and values of a later release, which are ignored. */
export const storedPolicy = (stored: object | null): StoredPolicy =>
  Object.fromEntries(
    RULES.flatMap((rule) => (isWord(rule, (stored as StoredPolicy | null)?.[rule]) ? [[rule, (stored as Policy)[rule]]] : [])),
  )

export const ACCEPT_ALL = Object.fromEntries(RULES.map((rule) => [rule, 'accept'])) as Policy

/** Rules that are not set have the value `accept`. */
export const policyOf = (stored: object | null): Policy => ({ ...ACCEPT_ALL, ...storedPolicy(stored) })

/**
 * Maximum number of codes in a message. A longer list would hide the rest of the message, and a bulk request with scans may repeat it a
 * thousand times.
 */
const MAX_NAMED = 20

const known = (thing: string, codes: readonly string[]): string => {
  if (codes.length === 0) return `is not registered, and no other ${thing} is registered; ask the operator`
  const named = codes.slice(0, MAX_NAMED).join(', ')
  return `is not registered; use one of ${named}${codes.length > MAX_NAMED ? ` and ${codes.length - MAX_NAMED} more` : ''}`
}

interface Registered extends Pick<RateTables, 'carriers'> {
  facilities: ReadonlyMap<string, { active: boolean }>
  policy: Policy
}

/** Checks the codes in a request. Inactive codes are also accepted, because they are registered, but no message suggests them. */
export const refuseUnregistered = (
  { carrier, facility }: { carrier?: string | undefined; facility?: string | undefined },
  { carriers, facilities, policy }: Registered,
): Refusal | null => {
  const errors: FieldError[] = []
  const check = (path: string, thing: string, code: string | undefined, table: ReadonlyMap<string, { active: boolean }>) => {
    if (code === undefined || table.has(code)) return
    const inUse = [...table].flatMap(([one, { active }]) => (active ? one : [])).sort()
    errors.push({ path, rule: 'registered', message: known(thing, inUse) })
  }
  if (policy.unknown_carriers === 'refuse') check('/carrier', 'carrier', carrier, carriers)
  if (policy.unknown_facilities === 'refuse') check('/facility', 'facility', facility, facilities)
  return errors.length > 0 ? invalid(errors) : null
}

/** Whether the redirect goes to another market, which changes the price and the carrier. */
export const isAbroad = (before: Address, to: Address): boolean => marketCountry(before.country) !== marketCountry(to.country)

export const refuseAbroad = (before: Address, to: Address, policy: Policy): Refusal | null => {
  if (policy.redirects_abroad !== 'refuse' || !isAbroad(before, to)) return null
  const message = `must be ${plain(before.country)}, the country of the current destination: the operator does not allow redirects to other countries`
  return invalid([{ path: '/to/country', rule: 'policy', message }])
}

const faultsOf = (path: string, address: Address, policy: Policy): FieldError[] => {
  const malformedOnes = policy.address_formats === 'refuse' ? malformed(address) : []
  const mismatches = policy.address_mismatches === 'refuse' ? mismatched(address).filter(({ code }) => code !== 'missing') : []
  const rules = { format: 'format', unknown: 'known', mismatch: 'match', missing: 'required' } as const
  // A malformed postal code also matches no state. One error for it is enough.
  const others = mismatches.filter(({ field }) => !malformedOnes.some((one) => one.field === field))
  return [...malformedOnes, ...others].map(({ field, code, message }) => ({ path: `${path}/${field}`, rule: rules[code], message }))
}

/**
 * Checks the addresses that a request contains. Other addresses, such as the partner's default, need no check, because they were entered by
 * an operator.
 */
export const refuseAddresses = ({ from, to }: { from?: Address | undefined; to?: Address | undefined }, policy: Policy): Refusal | null => {
  const errors = [...(from ? faultsOf('/from', from, policy) : []), ...(to ? faultsOf('/to', to, policy) : [])]
  return errors.length > 0 ? invalid(errors) : null
}
