// The table of docs/events.md lists the identifiers of each event type: always present, or present when there is a value. The test compares
// the table with records in both directions, including the records that other tests read over HTTP (../support/identified.ts).
import { decideDisposition, decideRedirect } from '@backhaul/core/decide-disposition.ts'
import * as lifecycle from '@backhaul/core/decide-lifecycle.ts'
import { decideScan } from '@backhaul/core/decide-scan.ts'
import { decideTenderAccepted } from '@backhaul/core/decide-tender.ts'
import type { Effects } from '@backhaul/core/effects.ts'
import * as counterEvent from '@backhaul/core/events/build-counter.ts'
import * as moneyEvent from '@backhaul/core/events/build-money.ts'
import { carrierLabelReady } from '@backhaul/core/events/build-shipment.ts'
import * as tenderEvent from '@backhaul/core/events/build-tender.ts'
import {
  EVENT_TYPES,
  type EventDraft,
  type EventRecord,
  type EventType,
  IDENTIFIER_KEYS,
  identifiersOf,
} from '@backhaul/core/events/catalog.ts'
import { freeze } from '@backhaul/core/events/draft.ts'
import { fromMinorUnits } from '@backhaul/core/money.ts'
import { decideInvalidateQr, decideReissueQr } from '@backhaul/core/qr.ts'
import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import { DISPOSITIONS, SCAN_KINDS, SHIPMENT_STATES } from '@backhaul/core/transitions.ts'
import { expect, it, test } from 'vitest'
import { readEventExamples } from '../../../docs-site/src/event-examples.ts'
import { renderEvents } from '../../../docs-site/src/events-page.ts'
import {
  AFTER_EXPIRY,
  CANADA,
  create,
  envAt,
  FACILITY,
  LATER,
  NOW,
  qrOf,
  STORE,
  scan,
  scanEnv,
  shipmentIn,
  US_FAR,
} from '../shipments/fixtures.ts'
import { expectIdentified } from '../support/identified.ts'
import { ADJUSTMENT, CLAIM, DISCREPANCY, PICKUP, samples, TENDER } from './samples.ts'

const ACTOR = { email: '', full_name: '' }
const GIVEN = { rma: 'rma-1', order_id: 'order-7', ship_ext_id: 'ext-1', customer: 'cus-1' }
const NONE = { rma: null, order_id: null, ship_ext_id: null, customer: null }

/**
 * Returns the events that the decisions fire for a shipment in any state. If `isFull` is set, every optional value is present, otherwise as
 * few as possible.
 */
const fired = (isFull: boolean): EventDraft[] => {
  const place = isFull ? { store: STORE, facility: FACILITY } : {}
  const withoutNumbers = { ...envAt(LATER), ids: { ...envAt(LATER).ids, ltracking: () => null } }
  const env = isFull ? envAt(LATER) : withoutNumbers
  const patch: Partial<Shipment> = isFull
    ? { ...GIVEN, ltracking: 'LT1' }
    : { ...NONE, qr_id: null, qr_status: null, carrier: null, ltracking: null }
  const of = (shipment: Shipment): (Effects | Refusal | null)[] => {
    const qr = shipment.qr_id === null ? null : qrOf(shipment)
    return [
      ...SCAN_KINDS.map((kind) =>
        decideScan(shipment, scan(kind, { reweigh: { weight: 3 } }), { ...scanEnv(LATER, { qr, ...place }), ...env }),
      ),
      ...DISPOSITIONS.map((disposition) => decideDisposition(shipment, disposition, env)),
      decideRedirect(shipment, isFull ? US_FAR : CANADA, env),
      lifecycle.decideAmend(shipment, { declared_value: fromMinorUnits(100) }, env),
      lifecycle.decideReprint(shipment, env),
      lifecycle.decideProduceLabel(shipment, env),
      lifecycle.decideHold(shipment, env),
      lifecycle.decideRelease({ ...shipment, held: true }, env),
      lifecycle.decideCancel(shipment, env),
      lifecycle.decideExpire(shipment, { ...env, now: AFTER_EXPIRY }),
      decideTenderAccepted(shipment, { ...TENDER, handoff: 'inject', facility: isFull ? FACILITY : null }, env),
      ...(qr ? [decideReissueQr(shipment, qr, env), decideInvalidateQr(shipment, qr, env)] : []),
    ]
  }
  const built = (shipment: Shipment): EventDraft[] => [
    moneyEvent.adjusted(shipment, ADJUSTMENT, ACTOR),
    moneyEvent.disputed(shipment, ADJUSTMENT, ACTOR),
    moneyEvent.claimOpened(shipment, CLAIM, ACTOR),
    moneyEvent.discrepancyReported(shipment, isFull ? DISCREPANCY : { ...DISCREPANCY, adjustment_id: null, store_id: null }, ACTOR),
    counterEvent.qrReissued(shipment, qrOf({ ...shipment, qr_id: 'qr_2' }), 'qr_1', ACTOR),
    counterEvent.qrInvalidated(shipment, qrOf({ ...shipment, qr_id: 'qr_1' }), ACTOR),
    counterEvent.pickupScheduled(shipment, PICKUP, ACTOR),
    counterEvent.pickupCancelled(shipment, PICKUP, ACTOR),
  ]
  const tender = isFull ? TENDER : { ...TENDER, facility: null }
  const to = isFull ? US_FAR : CANADA
  const made = (['print_label', 'qr_code'] as const).map((fulfillment) => create({ to, fulfillment, ...(isFull && GIVEN) }))
  const sold = create({ to, ...(isFull && { ...GIVEN, store_id: STORE.id }) }, 'retail')
  const shipments = SHIPMENT_STATES.map((state) => shipmentIn(state, patch))
  const decided = [...shipments.flatMap(of), ...made, sold].filter((one): one is Effects => one !== null && !isRefusal(one))
  return [
    ...decided.flatMap(({ events }) => events),
    ...shipments.flatMap(built),
    carrierLabelReady(shipmentIn('label_ready', { ...patch, qr_id: null, qr_status: null }), 'ups', '1Z9'),
    tenderEvent.tenderCreated(tender, ACTOR),
    ...tenderEvent.tenderAccepted(tender, ACTOR),
  ]
}

const records = [...fired(true), ...fired(false)].map((draft, i) => freeze(draft, { id: `evt_${i}`, now: NOW }))
const identified = ({ body }: EventRecord): { type: EventType; identifiers: Record<string, string> } => JSON.parse(body)
const all = [...records, ...samples().values()].map(identified)

it('every record has the identifiers of its type, and none that the table does not name', () => {
  expect(new Set(all.map(({ type }) => type))).toEqual(new Set(EVENT_TYPES))
  for (const record of all) expectIdentified(record)
})

it('the recorded events in docs/event-examples.json match the table too', () => {
  const examples = Object.values(readEventExamples()) as typeof all
  expect(examples).toHaveLength(EVENT_TYPES.length)
  for (const record of examples) expectIdentified(record)
})

test.each(EVENT_TYPES)('%s: optional identifiers are present in some records and absent in others', (type) => {
  const ofType = all.filter((record) => record.type === type)
  const { always, sometimes } = identifiersOf(type)
  const present = (key: string) => ofType.filter(({ identifiers }) => key in identifiers).length
  expect(sometimes.filter((key) => present(key) === 0 || present(key) === ofType.length)).toEqual([])
  expect(always.filter((key) => present(key) !== ofType.length)).toEqual([])
})

it('no record names a webhook, and every other key is used by some type', () => {
  const used = new Set(EVENT_TYPES.flatMap((type) => Object.values(identifiersOf(type)).flat()))
  expect(IDENTIFIER_KEYS.filter((key) => !used.has(key))).toEqual(['webhook'])
})

it('the page has the table, with a row for each type and each key', () => {
  const page = renderEvents({})
  for (const type of EVENT_TYPES) {
    const { always, sometimes } = identifiersOf(type)
    const cells = [always, sometimes].map((keys) => keys.map((key) => `\`${key}\``).join(', '))
    expect(page).toContain(`| [${type}](#${type.replaceAll('.', '')}) | ${cells.join(' | ')} |`)
  }
  for (const key of IDENTIFIER_KEYS) expect(page).toContain(`\n| \`${key}\` | `)
})
