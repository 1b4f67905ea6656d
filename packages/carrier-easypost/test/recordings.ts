// EasyPost's recorded answers, byte for byte where a test needs the bytes. Without them, the tests run on data of our own of the same shape.
import { existsSync, readFileSync } from 'node:fs'

// biome-ignore lint/suspicious/noExplicitAny: tests read many forms of answers
export type Json = Record<string, any>

const FOLDER = new URL('../../../../shared/recordings/easypost/', import.meta.url)
export const ARE_HERE = existsSync(FOLDER)
if (!ARE_HERE) console.warn(`The recordings of carriers are not at ${FOLDER.pathname}: EasyPost's answers are of our own making.`)

const address = {
  id: 'adr_own',
  object: 'Address',
  mode: 'test',
  street1: '1 Main St',
  city: 'Reno',
  state: 'NV',
  zip: '89501',
  country: 'US',
}
const rate = (id: string, service: string, price: string, delivery_days: number) => ({
  ...{ id, object: 'Rate', mode: 'test', carrier: 'USPS', service, rate: price, currency: 'USD', delivery_days },
})
const rates = [
  rate('rate_own1', 'Express', '33.10', 2),
  rate('rate_own2', 'Priority', '6.90', 2),
  rate('rate_own3', 'GroundAdvantage', '5.93', 3),
]
const entry = (status: string, status_detail: string, datetime: string) => ({
  ...{ object: 'TrackingDetail', status, status_detail, datetime },
  tracking_location: { object: 'TrackingLocation', city: 'HOUSTON', state: 'TX', country: null, zip: '77063' },
})
const tracker = {
  ...{ id: 'trk_own', object: 'Tracker', mode: 'test', tracking_code: '9400100000000000000001', status: 'pre_transit' },
  ...{ status_detail: 'status_update', created_at: '2024-07-30T16:12:15Z', updated_at: '2024-07-30T16:12:15Z', signed_by: null },
  ...{ est_delivery_date: '2024-07-30T16:12:15Z', carrier: 'USPS', carrier_detail: { alternate_identifier: null } },
  tracking_details: [entry('pre_transit', 'status_update', '2024-07-01T04:49:15Z')],
}
const fee = (type: string, amount: string) => ({ object: 'Fee', type, amount, charged: true, refunded: false })
const created = {
  ...{ id: 'shp_own', object: 'Shipment', mode: 'test', status: 'unknown', messages: [], rates, fees: [], forms: [], refund_status: null },
  ...{ tracking_code: null, postage_label: null, selected_rate: null, tracker: null, from_address: address, to_address: address },
}
const bought = {
  ...{ ...created, tracking_code: tracker.tracking_code, tracker: { ...tracker, tracking_details: [] }, selected_rate: rates[2] },
  fees: [fee('LabelFee', '0.00000'), fee('PostageFee', '5.93000'), fee('InsuranceFee', '0.50000')],
  postage_label: {
    ...{ id: 'pl_own', object: 'PostageLabel', label_file: null, label_file_type: 'image/png' },
    label_url: 'https://easypost-files.s3.us-west-2.amazonaws.com/files/postage_label/20240730/own.png',
  },
}
const failure = (code: string, message: string, errors: unknown[]) => ({ error: { code, message, errors } })
const journey = (status: string, status_detail: string, signed_by: string | null) => ({
  ...{ ...tracker, id: `trk_own_${status}`, status, status_detail, signed_by },
  tracking_details: [
    ...tracker.tracking_details,
    entry('in_transit', 'arrived_at_facility', '2024-07-01T18:28:49Z'),
    entry('in_transit', 'status_update', '2024-07-02T02:59:49Z'),
    entry('out_for_delivery', 'out_for_delivery', '2024-07-02T03:09:49Z'),
    entry('delivered', 'arrived_at_destination', '2024-07-02T08:01:49Z'),
  ],
})

/** Name of each recording, and data of our own for a machine without it. */
const OWN = {
  'address-01-create': address,
  'shipment-01-create-with-rates': created,
  'shipment-02-buy': bought,
  'shipment-04-read-before-buy': created,
  'shipment-06-read-after-buy': bought,
  'shipment-14-create-rates-partly-failed': {
    ...created,
    messages: [{ carrier: 'UPS', carrier_account_id: 'ca_own', type: 'rate_error', message: 'Too Many Requests' }],
  },
  'refund-02-refund-shipment': { ...bought, refund_status: 'submitted' },
  'tracker-02-read': tracker,
  'tracker-06-list-page-with-five-statuses': { trackers: [tracker, journey('delivered', 'arrived_at_destination', 'John Tester')] },
  'error-01-422-parameter-required': failure('PARAMETER.REQUIRED', 'Missing required parameter.', [
    { field: 'shipment', message: 'cannot be blank' },
  ]),
  'error-02-404-errors-are-strings': failure('NOT_FOUND', 'The requested resource could not be found.', ['No eligible insurance found.']),
  'error-03-403-key-inactive': failure('APIKEY.INACTIVE', 'This api key is no longer active.', []),
  'error-04-404-not-found': failure('NOT_FOUND', 'The requested resource could not be found.', []),
} satisfies Record<string, Json>
export type Recording = keyof typeof OWN
export const RECORDINGS = Object.keys(OWN) as Recording[]
export const ownOf = (name: Recording): Json => OWN[name]

const STATUSES: Record<string, number> = { shipment: 201, address: 201, tracker: 200, refund: 200 }
const statusOf = (name: string): number => Number(/^error-\d+-(\d{3})/.exec(name)?.[1] ?? STATUSES[name.split('-')[0] as string])

/** The status and the body of a recorded answer. */
export const recorded = (name: Recording): { status: number; body: Json } =>
  ARE_HERE ? JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')).response : { status: statusOf(name), body: OWN[name] }

/** A file of the recordings. Null: the recordings are not here. */
export const fileOf = (name: string): Buffer | null => (ARE_HERE ? readFileSync(new URL(name, FOLDER)) : null)

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='
export const labelFile = (): Buffer => fileOf('files/label-04-inline-png.png') ?? Buffer.from(PIXEL, 'base64')
