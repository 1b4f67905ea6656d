// Texts for the commands on a parcel at the counter. The service decides which commands apply (`commands` of the parcel).
import type { ScanKind, ShipmentStatus } from '@backhaul/client'

interface Words {
  /** The label of the button. */
  label: string
  /** The text after the command succeeded. */
  done: string
}

export const WORDS: Readonly<Record<ScanKind, Words>> = {
  'walk-in': { label: 'Take in and print', done: 'Taken in' },
  accept: { label: 'Accept', done: 'Accepted' },
  reject: { label: 'Refuse', done: 'Refused' },
  collect: { label: 'Give to driver', done: 'Given to the driver' },
  custody: { label: 'Take into custody', done: 'In custody' },
  arrive: { label: 'Arrive', done: 'Arrived' },
  sort: { label: 'Sort', done: 'Sorted' },
  inject: { label: 'Hand over to carrier', done: 'Handed over to the carrier' },
  movement: { label: 'Report movement', done: 'Movement reported' },
  'out-for-delivery': { label: 'Send out', done: 'Out for delivery' },
  deliver: { label: 'Deliver', done: 'Delivered' },
}

/** The tasks of each kind of session for a scanned parcel, the usual one first. */
export const TASKS = {
  counter: ['accept', 'walk-in', 'reject', 'collect'],
  handler: ['collect', 'custody', 'arrive', 'sort', 'inject', 'movement'],
} as const satisfies Record<string, readonly ScanKind[]>

export const STATUS_WORDS: Readonly<Record<ShipmentStatus, string>> = {
  created: 'Announced, no label yet',
  label_ready: 'Has its label, not handed in',
  ready_for_pickup: 'Waiting for the driver',
  picked_up: 'With the driver',
  in_possession: 'With us',
  at_sort_center: 'At the sort center',
  sorted: 'Sorted',
  injected: 'Handed over to the carrier',
  made_ready: 'Ready for the carrier',
  in_transit: 'On its way',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  rejected: 'Refused at a counter',
  undeliverable: 'Could not be delivered',
  return_to_sender: 'Going back to the sender',
  unclaimed: 'Unclaimed',
  disposed: 'Disposed of',
  cancelled: 'Canceled by the shop',
  expired: 'Expired: handed in too late',
}
