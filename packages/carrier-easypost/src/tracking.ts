// EasyPost's trackers become lines of Backhaul's reports, and events that EasyPost pushes are checked.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { CarrierCodes } from '@backhaul/core/carrier-scan.ts'
import { isObject, type Json, jsonOf, objectsIn, textOf } from './api.ts'

/** The first movement of a parcel. It shows that the carrier has it. */
const FIRST = 'first_scan'
/** A delivery after a return: the parcel is back with its sender. */
const BACK = 'delivered_to_sender'
/** On the way to the sender's door after a return. */
const BACK_SOON = 'out_for_return'
/** Statuses that say what happened, whatever their detail is. */
const PLAIN = new Set(['delivered', 'out_for_delivery'])
/** Details that add nothing to the status. */
const FOLLOWS = new Set([
  ...['label_created', 'awaiting_information', 'status_update', 'unknown', 'in_transit', 'out_for_delivery', 'arrived_at_destination'],
])
const RETURNS = new Set(['return_to_sender', 'return'])
/** EasyPost's clock and that of the server may differ, and a carrier may round a time. */
const TOLERANCE_MS = 24 * 3_600_000

/**
 * What EasyPost's words mean. A line has the detail of an entry, or its status if the detail adds nothing. Words for attempts that failed,
 * pickup points, delays and returns are null: no scan fits them.
 */
export const CODES: CarrierCodes = {
  ...{
    [FIRST]: 'inject',
    in_transit: 'movement',
    out_for_delivery: 'out-for-delivery',
    delivered: 'deliver',
    [BACK]: null,
    [BACK_SOON]: null,
  },
  ...{ unknown: null, pre_transit: null, available_for_pickup: null, return_to_sender: null, failure: null, cancelled: null, error: null },
  ...{ received_at_origin_facility: 'movement', departed_origin_facility: 'movement', arrived_at_facility: 'movement' },
  ...{ departed_facility: 'movement', received_at_destination_facility: 'movement', transferred_to_destination_carrier: 'movement' },
  ...{ arrived_at_pickup_location: null, held: null, address_correction: null, delayed: null, weather_delay: null, missorted: null },
  ...{ transit_exception: null, delivery_exception: null, refused: null, damaged: null, lost: null, return: null, expired: null },
}

const isCountry = (value: unknown): boolean => /^[A-Z]{2}$/.test(String(value))

const wordOf = ({ status, status_detail }: Json): string => {
  const [plain, detail] = [textOf(status) ?? 'unknown', textOf(status_detail)]
  const word = detail === null || FOLLOWS.has(detail) || PLAIN.has(plain) ? plain : detail
  if (Object.hasOwn(CODES, word)) return word
  // EasyPost may add words. An unknown one would keep the whole report from being read.
  return Object.hasOwn(CODES, plain) ? plain : 'unknown'
}

/** Longest optional texts of a report. */
const LIMITS = { city: 100, state: 50, postal_code: 20, country: 2, signed_by: 100, scheduled_delivery_date: 10 } as const

/** A time in the future would be refused, and the scan would be lost. */
const timeOf = (datetime: unknown): string => new Date(Math.min(Date.parse(datetime as string), Date.now())).toISOString()

const line = (tracker: Json, entry: Json, code: string): Record<string, string> => {
  const { city, state, zip, country } = isObject(entry.tracking_location) ? entry.tracking_location : {}
  const facts = {
    ...{ city, state, postal_code: zip, country: isCountry(country) ? country : null },
    ...(code === 'delivered' && { signed_by: tracker.signed_by }),
    ...(code === 'out_for_delivery' && { scheduled_delivery_date: /^\d{4}-\d\d-\d\d/.exec(String(tracker.est_delivery_date))?.[0] }),
  }
  const given = Object.entries(facts).flatMap(([name, value]) => {
    const text = textOf(value)
      ?.replace(/[\p{Cc}\p{Cs}]/gu, ' ')
      .slice(0, LIMITS[name as keyof typeof LIMITS])
      .toWellFormed()
      .trim()
    return text ? [[name, text]] : []
  })
  return { number: String(tracker.tracking_code), code, occurred_at: timeOf(entry.datetime), ...Object.fromEntries(given) }
}

const HAS_OFFSET = /(Z|[+-]\d\d:?\d\d)$/

/**
 * The entries of a tracker as lines of a report. Carriers reuse numbers, so entries from before `since` belong to an earlier parcel. In test
 * mode all times are invented, and none is left out.
 */
export const linesOf = (tracker: Json, since: string): Record<string, string>[] => {
  const least_ms = tracker.mode === 'test' ? Number.NEGATIVE_INFINITY : Date.parse(since) - TOLERANCE_MS
  const entries = objectsIn(tracker.tracking_details)
    .filter(({ datetime }) => HAS_OFFSET.test(String(datetime)) && Date.parse(datetime as string) >= least_ms)
    .sort((a, b) => Date.parse(a.datetime as string) - Date.parse(b.datetime as string))
  let isMoving = false
  let isReturning = false
  return entries.map((entry) => {
    let word = wordOf(entry)
    isReturning ||= [word, entry.status, entry.status_detail].some((one) => RETURNS.has(String(one)))
    if (word === 'delivered' && isReturning) word = BACK
    else if (word === 'out_for_delivery' && isReturning) word = BACK_SOON
    else if (CODES[word] === 'movement' && !isMoving) word = FIRST
    isMoving ||= word === FIRST || CODES[word] === 'out-for-delivery' || CODES[word] === 'deliver'
    return line(tracker, entry, word)
  })
}

/**
 * The secret of EasyPost's webhook for a key. It is derived, so that only the key must be kept. EasyPost makes the secret of a webhook from
 * the text that it is given.
 */
export const pushSecretOf = (key: string): string => createHmac('sha256', key).update('backhaul easypost webhook').digest('hex')

/**
 * Whether EasyPost signed these bytes. The signature covers the body exactly as it was sent. A secret counts in its decomposed form, however
 * it was typed.
 */
export const isSigned = (body: Uint8Array, header: string | undefined, secret: string): boolean => {
  const expected = Buffer.from(`hmac-sha256-hex=${createHmac('sha256', secret.normalize('NFKD')).update(body).digest('hex')}`)
  const given = Buffer.from(header ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** EasyPost pushes an event for days if it is not received. */
const PUSHED_MS = 7 * 24 * 3_600_000
/**
 * The time from which entries of a pushed tracker count. EasyPost pushes the old tracker of a number that a carrier uses again, with the
 * entries of the earlier parcel.
 */
export const pushedSince = ({ created_at }: Json): string =>
  new Date(Math.max(Date.parse(String(created_at)) || 0, Date.now() - PUSHED_MS)).toISOString()

/** The id of an event, and the tracker in it, if the event is about one. Null: the body is not an event. */
export const eventIn = (body: Uint8Array): { id: string; tracker: Json | null } | null => {
  const json = jsonOf(body)
  const id = textOf(json?.id)
  if (json === null || id === null || json.object !== 'Event') return null
  const isTracker = isObject(json.result) && json.result.object === 'Tracker' && textOf(json.result.tracking_code) !== null
  return { id, tracker: isTracker ? (json.result as Json) : null }
}
