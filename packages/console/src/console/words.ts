// Words of the API as people say them.
import type { ShipmentStatus } from '@backhaul/client'

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

/** An amount in the smallest unit of its currency, as this browser writes it. Text for a currency that the browser does not know. */
export const moneyText = (amount: number, currency: string, sign: 'auto' | 'exceptZero' = 'auto'): string => {
  try {
    const format = new Intl.NumberFormat(undefined, { style: 'currency', currency, signDisplay: sign })
    return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
  } catch {
    return `${(amount / 100).toFixed(2)} ${currency}`
  }
}

/** The same with its sign, for what is added or taken off. */
export const deltaText = (cents: number, currency: string): string => `${cents > 0 ? '+' : ''}${moneyText(cents, currency)}`
