// Texts for bookings with a carrier's service, and for their errors.
import { plainWords } from '../words.ts'

const STATES: Record<string, string> = {
  due: 'Pending',
  booked: 'Booked',
  refused: 'Refused',
  voiding: 'Cancellation pending',
  void: 'Canceled',
  done: 'Arrived',
}
export const bookingWords = (state: string): string => STATES[state] ?? plainWords(state)

/** Matches the request at the start of an error text, such as `PUT bookings/shp_…: `. Only developers of the service need it. */
const ASKED = /^(?:PUT|DELETE|GET) \S+: /
const CAUSES: [RegExp, string][] = [
  [/no answer within (\d+) s/, 'The service did not answer within $1 s.'],
  [/ECONNREFUSED/, 'The service refused the connection.'],
  [/ENOTFOUND|EAI_AGAIN/, 'The host name of the service was not found.'],
  [/ECONNRESET|socket hang up|other side closed/i, 'The service closed the connection.'],
  [/CERT|certificate|SSL|TLS/i, 'The certificate of the service was not accepted.'],
  [/address of the service is not allowed/, 'The address of the service is not allowed.'],
  [/^it answered with 401/, 'The service does not accept the signature. Check the shared secret.'],
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
