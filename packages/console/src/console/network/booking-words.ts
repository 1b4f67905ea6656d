// Texts for bookings with a carrier's service, and for their errors.
import { plainWords } from '../words.ts'

const STATES: Record<string, string> = {
  due: 'To be told',
  booked: 'Booked',
  refused: 'Refused',
  voiding: 'To be taken back',
  void: 'Taken back',
  done: 'Arrived',
}
export const bookingWords = (state: string): string => STATES[state] ?? plainWords(state)

/** The request in front of the error, such as `PUT bookings/shp_…: `. It only helps developers of the service. */
const ASKED = /^(?:PUT|DELETE|GET) \S+: /
const CAUSES: [RegExp, string][] = [
  [/no answer within (\d+) s/, 'It did not answer within $1 s.'],
  [/ECONNREFUSED/, 'Nothing answers at the address of its service.'],
  [/ENOTFOUND|EAI_AGAIN/, 'The name of its service leads nowhere.'],
  [/ECONNRESET|socket hang up|other side closed/i, 'It broke the connection off.'],
  [/CERT|certificate|SSL|TLS/i, 'Its certificate is not accepted.'],
  [/address of the service is not allowed/, 'The address of its service is not allowed here.'],
  [/^it answered with 401/, 'The service does not accept the signature. Check the shared secret.'],
  [/^it answered with 429/, 'It asks for fewer requests.'],
  [/^it answered with (5\d\d)/, 'It cannot answer now ($1).'],
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
