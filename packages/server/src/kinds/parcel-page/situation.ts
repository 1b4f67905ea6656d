// The state of a shipment for a shopper: its place in four steps, and what to do next. Pure.
import type { QrStatus } from '@backhaul/core/qr.ts'
import type { Address, Shipment, Status } from '@backhaul/core/shipment.ts'
import { RANKS, stateOf, TERMINAL, verdictOf } from '@backhaul/core/transitions.ts'
import type { Situation, StepName } from '../shopper/texts/texts.ts'

const SITUATION: Readonly<Partial<Record<Status, Situation>>> = {
  expired: 'expired',
  cancelled: 'cancelled',
  injected: 'on_way',
  in_transit: 'on_way',
  out_for_delivery: 'arriving',
  delivered: 'arrived',
  undeliverable: 'stuck',
  unclaimed: 'unclaimed',
  return_to_sender: 'sent_back',
  disposed: 'disposed',
}

type Facts = Pick<Shipment, 'status' | 'label_id' | 'label_voided' | 'direction' | 'fulfillment'>

const isAtHome = (shipment: Facts): boolean => verdictOf('cancel', stateOf(shipment)).kind === 'move'

/** The sender of a return may print a label as long as a counter would accept the parcel with it. */
export const isLabelOffered = (shipment: Facts): boolean =>
  shipment.direction === 'return' &&
  shipment.fulfillment === 'print_label' &&
  shipment.label_id !== null &&
  !shipment.label_voided &&
  verdictOf('accept', stateOf(shipment)).kind === 'move'

/** A QR may be shown only while it is active. `qr`: the shipment's QR, or null if it has none. */
export const isQrOffered = (shipment: Facts, qr: QrStatus | null): boolean =>
  shipment.direction === 'return' && shipment.fulfillment === 'qr_code' && qr === 'active' && isAtHome(shipment)

const WITH_CARRIER_LABEL = { offered: 'order_label', ordered: 'label_ordered', ready: 'print_carrier', missing: 'print' } as const

/**
 * Returns null for an outbound parcel that its shop has not handed in yet. `carrier_label`: what the page offers of the carrier's label
 * (./carrier-label.ts).
 */
export const situationOf = (
  shipment: Facts,
  qr: QrStatus | null,
  carrier_label: keyof typeof WITH_CARRIER_LABEL | null = null,
): Situation | null => {
  const known = SITUATION[shipment.status]
  if (known) return known
  if (!isAtHome(shipment)) return 'received'
  if (shipment.direction === 'outbound') return null
  const isUsable = isLabelOffered(shipment) || isQrOffered(shipment, qr)
  if (shipment.status === 'rejected') return isUsable ? 'refused' : 'refused_for_good'
  if (!isUsable) return 'no_code'
  return shipment.fulfillment === 'print_label' ? WITH_CARRIER_LABEL[carrier_label ?? 'missing'] : 'show_code'
}

/** Whether the shopper gives the parcel to the carrier, with the carrier's label. */
export const isForCarrier = (situation: Situation | null): boolean =>
  situation === 'order_label' || situation === 'label_ordered' || situation === 'print_carrier'

/** Whether the parcel still has to be handed in at a counter. If not, no counters are shown. */
export const isToHandIn = (situation: Situation | null): boolean =>
  situation === 'print' || situation === 'show_code' || situation === 'refused'

/** The current step of a parcel. Null if it is no longer on its way. */
export const stepOf = (shipment: Facts): StepName | null => {
  const state = stateOf(shipment)
  if (state === 'delivered') return 'arrived'
  if (TERMINAL.includes(state) || shipment.status === 'unclaimed') return null
  const rank = RANKS[state] ?? 0
  if (rank >= (RANKS.injected as number)) return 'on_way'
  return isAtHome(shipment) ? 'ready' : 'handed_in'
}

const TITLES = /^(mr|mrs|ms|miss|mx|dr|prof|sir|sra?|srta|don|doña|m|mme|mlle)\.?$/i
/** Scripts in which the family name comes first, often without a space. */
const FAMILY_FIRST = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const MAX_NAME_CHARACTERS = 40

/** The first name within a full name. Only the first name is shown. Null if it cannot be determined. */
export const firstName = (name: string | null | undefined): string | null => {
  const text = (name ?? '').trim()
  if (text === '' || FAMILY_FIRST.test(text)) return null
  // `Lovelace, Ada`
  const given = text.includes(',') ? (text.split(',')[1] ?? '') : text
  const first = given
    .trim()
    .split(/\s+/)
    .find((word) => !TITLES.test(word))
  return first ? [...first].slice(0, MAX_NAME_CHARACTERS).join('') : null
}

/** The shopper of the page: the sender of a return, otherwise the recipient. */
export const shopperOf = ({
  direction,
  from_address,
  to_address,
}: Pick<Shipment, 'direction' | 'from_address' | 'to_address'>): Address | null => (direction === 'return' ? from_address : to_address)
