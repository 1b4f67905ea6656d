const SECOND_MS = 1000
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

// The three date forms of RFC 9110 §5.6.7. Date.parse is not used, because it reads the asctime form in local time and accepts far more.
const IMF_FIXDATE = /^[a-z]{3}, (?<day>\d{2}) (?<month>[a-z]{3}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) gmt$/
const RFC_850_DATE = /^[a-z]{6,9}, (?<day>\d{2})-(?<month>[a-z]{3})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) gmt$/
const ASCTIME_DATE = /^[a-z]{3} (?<month>[a-z]{3}) (?<day>[ \d]\d) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/

/**
 * Reads a Retry-After header in both of its forms: whole seconds, or an HTTP date (RFC 9110 §10.2.3).
 *
 * @returns the seconds after now_ms, never negative; null if the header is absent or unreadable
 */
export function parseRetryAfter(value: string | undefined, now_ms: number): number | null {
  if (value === undefined) return null
  const text = value.trim().toLowerCase()
  if (/^\d+$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER)
  const fields = (IMF_FIXDATE.exec(text) ?? RFC_850_DATE.exec(text) ?? ASCTIME_DATE.exec(text))?.groups
  if (fields === undefined) return null
  const month = MONTHS.indexOf(fields.month ?? '')
  if (month === -1) return null
  const [hour, minute, second] = (fields.time ?? '').split(':').map(Number)
  const at_ms = Date.UTC(fullYear(Number(fields.year), now_ms), month, Number(fields.day), hour, minute, second)
  return Math.max(0, (at_ms - now_ms) / SECOND_MS)
}

/** A two-digit year that would be more than 50 years ahead means the previous century (RFC 9110 §5.6.7). */
function fullYear(year: number, now_ms: number): number {
  if (year >= 100) return year
  const this_year = new Date(now_ms).getUTCFullYear()
  const candidate = this_year - (this_year % 100) + year
  return candidate > this_year + 50 ? candidate - 100 : candidate
}
