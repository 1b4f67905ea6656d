// Human-readable texts for values of the API.
import type { ShipmentStatus } from '@backhaul/client'
import type { Tone } from '../design/pill.tsx'
import { type Money, moneyText as writeMoney } from '../shared/money.ts'

/** The position of a parcel from the point of view of the network's staff. A newer service may know other statuses. */
const STATUS: Readonly<Record<ShipmentStatus, string>> = {
  created: 'Created',
  label_ready: 'Label ready',
  rejected: 'Refused at a counter',
  ready_for_pickup: 'At the counter',
  picked_up: 'With the driver',
  in_possession: 'In our custody',
  at_sort_center: 'At the sort center',
  sorted: 'Sorted',
  made_ready: 'Ready for the carrier',
  injected: 'With the carrier',
  in_transit: 'In transit',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  undeliverable: 'Undeliverable',
  return_to_sender: 'Back to the sender',
  unclaimed: 'Unclaimed',
  disposed: 'Disposed of',
  cancelled: 'Canceled',
  expired: 'Expired',
}

/** Turns `at_sort_center` into "At sort center", for values without a text of their own. */
export const plainWords = (code: string): string => {
  const text = code.replaceAll(/[_-]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Turns `at_sort_center` into "at sort center", for use within a sentence. */
export const inWords = (code: string): string => code.replaceAll('_', ' ')

/** The status of a shipment, with the same text on every page. */
export const statusWords = (status: string): string => (STATUS as Record<string, string>)[status] ?? plainWords(status)

/** The family of a status: before the hand-in, with us, with the carrier, done, or an exception. */
const TONES: Readonly<Record<Tone, readonly ShipmentStatus[]>> = {
  plain: ['created', 'label_ready', 'cancelled', 'expired'],
  us: ['ready_for_pickup', 'picked_up', 'in_possession', 'at_sort_center', 'sorted', 'made_ready'],
  carrier: ['injected', 'in_transit', 'out_for_delivery'],
  good: ['delivered'],
  warn: ['unclaimed', 'return_to_sender'],
  bad: ['rejected', 'undeliverable', 'disposed'],
}
export const toneOf = (status: string): Tone =>
  (Object.keys(TONES) as Tone[]).find((tone) => (TONES[tone] as readonly string[]).includes(status)) ?? 'plain'

/** Formats an amount in the browser's locale. */
export const moneyText = (amount: Money, currency: string): string => writeMoney(amount, currency)

/** Formats an amount with a sign, for amounts that are added or deducted. */
export const deltaText = (amount: Money, currency: string): string => writeMoney(amount, currency, { sign: 'exceptZero' })
