// Tells the story of three parcels, using only the public API: a printed return, a return with a QR code that is reweighed at the counter,
// and a parcel abroad that nobody accepts.
import { randomUUID } from 'node:crypto'
import type {
  Adjustment,
  AdjustmentList,
  DropOffLocationList,
  ErrorEnvelope,
  Qr,
  ScanAnswer,
  Shipment,
  Tracking,
  WebhookCreated,
} from '@backhaul/client'
import type { EventType } from '@backhaul/core/events/catalog.ts'
import { codedText, fromMinorUnits } from '@backhaul/core/money.ts'
import type { DemoAnswer } from './client.ts'
import { DemoFailure } from './failure.ts'
import { type Play, WEBHOOKS_LIMIT_MS } from './play.ts'
import { qrAsText } from './qr-text.ts'

const SHOPPER = { name: 'Ada Example', line1: '12 W 23rd St', city: 'New York', state: 'NY', postal_code: '10010', country: 'US' }
const TORONTO = { name: 'Tom Example', line1: '80 Spadina Ave', city: 'Toronto', state: 'ON', postal_code: 'M5V 2J4', country: 'CA' }
const NEIGHBOR = { name: 'Nia Example', line1: '400 E Gay St', city: 'Columbus', state: 'OH', postal_code: '43215', country: 'US' }
const SCHEDULED_DAYS = 2
const DAY_MS = 86_400_000

/** Data that one part of the story passes to the next. */
interface Parcel {
  id: string
  tracking: string
  barcode: string
}

const money = (cents: number, currency: string): string => codedText(fromMinorUnits(cents), currency)
const must = (holds: boolean, otherwise: string): void => {
  if (!holds) throw new DemoFailure(otherwise)
}
const statusOf = ({ json }: DemoAnswer<Shipment | ScanAnswer>): string => ('shipment' in json ? json.shipment : json).status

/** Registers the receiver for every event type. */
export const register = async (play: Play, url: string): Promise<string> => {
  play.narrator.heading('A webhook')
  const { json } = await play.step<WebhookCreated>('POST /v2/webhooks', {
    body: { url, enabled_events: ['*'], description: 'backhaul demo' },
    answers: 201,
    tells: ({ json }) => `${json.id} gets every event at ${url}`,
  })
  play.receiver.trust(json.secret)
  return json.id
}

export const printedReturn = async (play: Play): Promise<Parcel> => {
  play.narrator.heading('A return with a label to print')
  const body = { direction: 'return', fulfillment: 'print_label', order_id: 'demo-1001', from: SHOPPER, declared_value: 8900 }
  const idempotencyKey = randomUUID()
  const created = await play.step<Shipment>('POST /v2/shipments', {
    body,
    idempotencyKey,
    answers: 201,
    tells: ({ json }) => `${json.id} is ${json.status}, ${money(json.amount, json.currency)} with ${json.carrier}`,
    fires: ['shipment.created', 'shipment.label_ready'],
  })
  await play.step('POST /v2/shipments', {
    body,
    idempotencyKey,
    answers: 201,
    tells: ({ bytes, headers }) => {
      must(bytes.equals(created.bytes), 'the bytes of the replayed answer differ from the first answer')
      must(headers.get('idempotent-replayed') === 'true', 'the replayed answer lacks the header "Idempotent-Replayed: true"')
      return 'the same Idempotency-Key again: the same bytes, replayed, nothing created'
    },
  })
  const parcel: Parcel = created.json
  await play.step(`GET /v2/shipments/${parcel.id}/label`, {
    answers: 200,
    tells: ({ bytes }) => {
      must(bytes.subarray(0, 5).toString() === '%PDF-', 'the label is not a PDF')
      return `${bytes.length} bytes of PDF, saved as ${play.save('label', `label-${parcel.tracking}.pdf`, bytes)}`
    },
  })
  return parcel
}

export const qrReturn = async (play: Play): Promise<Parcel & { token: string }> => {
  play.narrator.heading('A return with a QR')
  const { json: parcel } = await play.step<Shipment>('POST /v2/shipments', {
    body: {
      direction: 'return',
      fulfillment: 'qr_code',
      order_id: 'demo-1002',
      from: SHOPPER,
      parcel: { weight: 2, length: 12, width: 9, height: 4 },
    },
    idempotencyKey: randomUUID(),
    answers: 201,
    tells: ({ json }) => `${json.id} is ${json.status}: the counter will print its label`,
    fires: ['shipment.created'],
  })
  const { json: qr } = await play.step<Qr>(`GET /v2/qr/${parcel.qr_id}`, {
    answers: 200,
    tells: ({ json }) => `${json.status} until ${json.expires_at}`,
  })
  const image = await play.step(`GET /v2/qr/${parcel.qr_id}/image?format=svg`, {
    answers: 200,
    tells: ({ bytes }) => `saved as ${play.save('qr', `qr-${parcel.tracking}.svg`, bytes)}`,
  })
  play.narrator.line(qrAsText(image.bytes.toString()))
  return { ...parcel, token: qr.token }
}

export const atTheCounter = async (play: Play, printed: Parcel, withQr: Parcel & { token: string }): Promise<void> => {
  play.narrator.heading('At the counter')
  const { json: stores } = await play.step<DropOffLocationList>('GET /v2/drop-off-locations?postal_code=10011&country=US', {
    answers: 200,
    tells: ({ json }) => `nearest is ${json.data[0]?.name}, ${json.data[0]?.line1}`,
  })
  const [store] = stores.data
  if (!store) throw new DemoFailure('no counter is near 10011')
  const { store_id } = store
  const scanner = { store_id, scanner_name: 'Cleo Counter', scanner_email: 'cleo@example.com' }
  await play.step<ScanAnswer>('POST /v2/scan-events/accept', {
    body: { barcode: printed.barcode, ...scanner },
    idempotencyKey: randomUUID(),
    answers: 200,
    tells: (answer) => `the printed return is ${statusOf(answer)}`,
    fires: ['shipment.ready_for_pickup'],
    about: printed.id,
  })
  await play.step<ScanAnswer>('POST /v2/scan-events/walk-in', {
    body: { qr_token: withQr.token, reweigh: { weight: 3.5 }, ...scanner },
    idempotencyKey: randomUUID(),
    answers: 200,
    tells: (answer) => `the QR return weighs 3.5 lb instead of 2 and is ${statusOf(answer)}`,
    fires: ['shipment.label_ready', 'qr.scanned', 'shipment.in_possession', 'shipment.adjusted'],
    about: withQr.id,
  })
}

export const disputedAdjustment = async (play: Play, parcel: Parcel): Promise<void> => {
  play.narrator.heading('A disputed reweigh')
  const { json: adjustments } = await play.step<AdjustmentList>(`GET /v2/shipments/${parcel.id}/adjustments`, {
    answers: 200,
    tells: ({ json }) => {
      const [adjustment] = json.data
      if (!adjustment) throw new DemoFailure('the reweigh created no adjustment')
      const { delta_amount, currency, original_weight, new_weight } = adjustment
      return `${money(delta_amount, currency)} more for ${original_weight} -> ${new_weight} lb`
    },
  })
  const { id } = adjustments.data[0] as Adjustment
  await play.step<Adjustment>(`POST /v2/adjustments/${id}/dispute`, {
    body: { reason: 'Our scale says 2 lb' },
    idempotencyKey: randomUUID(),
    answers: 200,
    tells: ({ json }) => `dispute ${json.dispute_status}: ${json.dispute_reason}`,
    fires: ['adjustment.disputed'],
    about: parcel.id,
  })
  await play.step<Adjustment>(`POST /v2/test/adjustments/${id}/resolve`, {
    body: { outcome: 'upheld' },
    idempotencyKey: randomUUID(),
    answers: 200,
    tells: ({ json }) => `the sandbox resolves the dispute for the operator: ${json.dispute_status}`,
  })
}

const advance = (play: Play, parcel: Parcel, ...fires: EventType[]): Promise<DemoAnswer<Shipment>> =>
  play.step<Shipment>(`POST /v2/test/shipments/${parcel.id}/advance`, {
    answers: 200,
    tells: (answer) => `one step further: ${statusOf(answer)}`,
    fires,
    about: parcel.id,
  })

const scan = (play: Play, kind: string, body: object, parcel: Parcel, ...fires: EventType[]): Promise<DemoAnswer<ScanAnswer>> =>
  play.step<ScanAnswer>(`POST /v2/scan-events/${kind}`, {
    body: { tracking: parcel.tracking, ...body },
    idempotencyKey: randomUUID(),
    answers: 200,
    tells: (answer) => (answer.json.applied ? statusOf(answer) : `recorded without effect: still ${statusOf(answer)}`),
    ...(fires.length > 0 && { fires }),
    about: parcel.id,
  })

const command = (
  play: Play,
  parcel: Parcel,
  name: string,
  body: object,
  note: string,
  ...fires: EventType[]
): Promise<DemoAnswer<Shipment>> =>
  play.step<Shipment>(`POST /v2/shipments/${parcel.id}/${name}`, {
    body,
    idempotencyKey: randomUUID(),
    answers: 200,
    tells: (answer) => `${note}: ${statusOf(answer)}`,
    fires,
    about: parcel.id,
  })

export const throughTheNetwork = async (play: Play, parcel: Parcel): Promise<void> => {
  play.narrator.heading('The printed return travels through the network')
  await advance(play, parcel, 'shipment.picked_up')
  await command(play, parcel, 'hold', {}, 'on hold, status unchanged', 'shipment.held')
  await play.step<ErrorEnvelope>(`POST /v2/test/shipments/${parcel.id}/advance`, {
    answers: 409,
    tells: ({ json }) => `${json.error.code}: the network does not move a held parcel`,
  })
  await scan(play, 'arrive', { facility: 'EWR-SORT' }, parcel, 'shipment.at_sort_center')
  await command(play, parcel, 'release', {}, 'released', 'shipment.released')
  await scan(play, 'custody', { facility: 'EWR-SORT' }, parcel)
  await advance(play, parcel, 'shipment.sorted')
  await scan(play, 'inject', { facility: 'EWR-SORT', carrier: 'northline' }, parcel, 'shipment.injected')
  const scheduled_delivery_date = new Date(Date.now() + SCHEDULED_DAYS * DAY_MS).toISOString().slice(0, 10)
  await scan(play, 'movement', { scheduled_delivery_date }, parcel, 'shipment.in_transit', 'tracking.updated')
  await command(play, parcel, 'redirect', { to: NEIGHBOR }, `to ${NEIGHBOR.line1}, ${NEIGHBOR.city}`, 'shipment.redirected')
  await advance(play, parcel, 'shipment.out_for_delivery')
  await advance(play, parcel, 'shipment.delivered')
  await play.step(`GET /v2/shipments/${parcel.id}/pod`, {
    answers: 200,
    tells: ({ bytes, headers }) => {
      const type = headers.get('content-type') ?? ''
      must(type.startsWith('image/'), `the proof of delivery is not an image, but has the Content-Type ${type || '(none)'}`)
      const extension = type === 'image/png' ? 'png' : 'jpg'
      return `proof of delivery, saved as ${play.save('pod', `pod-${parcel.tracking}.${extension}`, bytes)}`
    },
  })
}

export const onTheLadder = async (play: Play, parcel: Parcel): Promise<void> => {
  play.narrator.heading('The QR return climbs the ladder of the sandbox')
  await advance(play, parcel, 'shipment.at_sort_center')
  await advance(play, parcel, 'shipment.sorted')
  await advance(play, parcel, 'shipment.injected')
  await advance(play, parcel, 'shipment.in_transit', 'tracking.updated')
  await advance(play, parcel, 'shipment.out_for_delivery')
  await advance(play, parcel, 'shipment.delivered')
}

export const exception = async (play: Play): Promise<void> => {
  play.narrator.heading('An undeliverable parcel')
  const { json: parcel } = await play.step<Shipment>('POST /v2/shipments', {
    body: { direction: 'outbound', fulfillment: 'print_label', order_id: 'demo-1003', from: SHOPPER, to: TORONTO },
    idempotencyKey: randomUUID(),
    answers: 201,
    tells: ({ json }) => `${json.id} to ${json.to.city}: ${json.carrier ?? 'its carrier is chosen at injection'}`,
    fires: ['shipment.created', 'shipment.label_ready'],
  })
  const injected = await scan(play, 'inject', { facility: 'YYZ-SORT' }, parcel, 'shipment.injected')
  must(injected.json.shipment.carrier !== null, 'the injected parcel has no carrier')
  const rts = { disposition: 'rts' }
  await command(play, parcel, 'disposition', rts, 'the carrier cannot deliver', 'shipment.undeliverable')
  await command(play, parcel, 'disposition', { disposition: 'redeliver' }, 'one more attempt', 'shipment.out_for_delivery')
  await command(play, parcel, 'disposition', rts, 'in vain', 'shipment.undeliverable')
  await command(play, parcel, 'disposition', rts, 'back home', 'shipment.return_to_sender')
  await play.step<ErrorEnvelope>(`POST /v2/shipments/${parcel.id}/disposition`, {
    body: rts,
    idempotencyKey: randomUUID(),
    answers: 409,
    tells: ({ json }) => `${json.error.code}: the shipment has ended`,
  })
}

export const publicTracking = async (play: Play, parcel: Parcel): Promise<void> => {
  play.narrator.heading('Public tracking')
  await play.step<Tracking>(`GET /v2/tracking/${parcel.tracking}`, {
    unsigned: true,
    answers: 200,
    tells: ({ json }) => `${json.status} after ${json.history.map(({ kind }) => kind).join(', ')}`,
  })
}

/**
 * Asks the service to repeat a delivery. The repeated delivery has the same bytes and eventID, so the receiver processes the event only
 * once.
 */
export const redelivery = async (play: Play): Promise<void> => {
  play.narrator.heading('A webhook sent twice')
  const first = play.receiver.arrivals[0]
  if (!first) throw new DemoFailure('no webhook has arrived')
  const before = play.receiver.duplicates
  await play.step(`POST /v2/webhook-deliveries/${first.delivery_id}/redeliver`, {
    answers: 202,
    tells: () => `${first.type} ${first.event_id} again`,
  })
  const arrived = await play.receiver.until(() => play.receiver.duplicates > before, WEBHOOKS_LIMIT_MS)
  must(arrived, `the redelivery of ${first.event_id} did not arrive`)
  play.narrator.line(`          duplicate recognized by its eventID`)
}
