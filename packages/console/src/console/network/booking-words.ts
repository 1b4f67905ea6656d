// Texts for bookings with a carrier's service, and for their errors.
import type { CarrierPurchase } from '@backhaul/client'
import { moneyText, plainWords } from '../words.ts'

const STATES: Record<string, string> = {
  due: 'Pending',
  buying: 'Being booked',
  uncertain: 'Being checked',
  undecided: 'To be decided',
  booked: 'Booked',
  refused: 'Refused',
  voiding: 'Cancellation pending',
  void: 'Canceled',
  done: 'Arrived',
}
export const bookingWords = (state: string): string => STATES[state] ?? plainWords(state)

const PURCHASES: Record<string, string> = {
  buying: 'being bought',
  uncertain: 'being checked',
  undecided: 'to be decided',
  absent: 'not bought',
  refused: 'refused',
  held: 'valid',
  voiding: 'to be voided',
  void_submitted: 'void requested',
  void_refused: 'not voided',
  void: 'void',
  void_not_needed: 'void, not charged',
}
/** Describes a label that was bought, or an attempt: its number, state and cost. */
export const purchaseWords = ({ state, numbers, cost_cents, currency }: CarrierPurchase): string => {
  const cost = cost_cents !== null && currency !== null ? `, ${moneyText(cost_cents, currency)}` : ''
  return `${numbers[0] ?? 'No label'}: ${PURCHASES[state] ?? plainWords(state)}${cost}`
}

/** Matches the request at the start of an error text, such as `PUT bookings/shp_…: `. Only developers of the service need it. */
const ASKED = /^(?:POST|PUT|DELETE|GET) \S+: /
const CAUSES: [RegExp, string][] = [
  [/no answer within (\d+) s/, 'The service did not answer within $1 s.'],
  [/ECONNREFUSED/, 'The service refused the connection.'],
  [/ENOTFOUND|EAI_AGAIN/, 'The host name of the service was not found.'],
  [/ECONNRESET|socket hang up|other side closed/i, 'The service closed the connection.'],
  [/CERT|certificate|SSL|TLS/i, 'The certificate of the service was not accepted.'],
  [/address of the service is not allowed/, 'The address of the service is not allowed.'],
  [/^it answered with 40[13]/, 'The service does not accept the signature. Check the shared secret.'],
  [/^it answered with 402/, 'The account at the carrier has no money.'],
  [/^it answered without/, 'The answer of the service could not be read.'],
  [/^it answered with 429/, 'The service received too many requests.'],
  [/^it answered with (5\d\d)/, 'The service is unavailable ($1).'],
]

/** Says why the service did not accept the booking. The carrier's own message is kept unchanged. */
export const errorWords = (error: string): string => {
  const said = error.replace(ASKED, '')
  for (const [pattern, words] of CAUSES) {
    const found = pattern.exec(said)
    if (found) return words.replace('$1', found[1] ?? '')
  }
  return said
}
