// Words of the API as people say them.
import type { ShipmentStatus } from '@backhaul/client'
import { type Money, moneyText as writeMoney } from '../shared/money.ts'

/** Where a parcel is on its way, seen from those who run the network. A newer service may know other statuses. */
const STATUS: Readonly<Record<ShipmentStatus, string>> = {
  created: 'Created',
  label_ready: 'Label ready',
  rejected: 'Refused at a counter',
  ready_for_pickup: 'At the counter',
  picked_up: 'With the driver',
  in_possession: 'In possession',
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

/** `at_sort_center` is "At sort center" where nobody has better words. */
export const plainWords = (code: string): string => {
  const text = code.replaceAll(/[_-]/g, ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The same inside a sentence: `at_sort_center` is "at sort center". */
export const inWords = (code: string): string => code.replaceAll('_', ' ')

/** The status of a shipment, on every page the same. */
export const statusWords = (status: string): string => (STATUS as Record<string, string>)[status] ?? plainWords(status)

/** An amount as this browser writes it. */
export const moneyText = (amount: Money, currency: string): string => writeMoney(amount, currency)

/** The same with its sign, for what is added or taken off. */
export const deltaText = (amount: Money, currency: string): string => writeMoney(amount, currency, { sign: 'exceptZero' })
