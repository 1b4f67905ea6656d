// Finds the members of a short-counted tender that have turned up since.
import type { Shipment, ShipmentStatus, Tender } from '@backhaul/client'
import { momentText } from '../../shared/time-text.ts'

/** Statuses that only a carrier scan after the handover can cause. */
const SEEN: readonly ShipmentStatus[] = [
  ...(['in_transit', 'out_for_delivery', 'delivered', 'undeliverable', 'unclaimed', 'return_to_sender', 'disposed'] as const),
]
/** Statuses that show that a missing member has been handed over since. */
const WITH_THE_CARRIER: readonly ShipmentStatus[] = ['injected', 'made_ready', ...SEEN]

export interface MissingMember {
  id: string
  status: ShipmentStatus
  isFound: boolean
}

type Short = Pick<Tender, 'shipments' | 'missing_shipment_ids'>

/** Returns the members that the carrier named as missing. If it named none, returns all members, since any of them may be missing. */
export const missingMembersOf = ({ shipments, missing_shipment_ids }: Short): MissingMember[] => {
  const named = new Set(missing_shipment_ids)
  const found = named.size === 0 ? SEEN : WITH_THE_CARRIER
  return shipments
    .filter(({ id }) => named.size === 0 || named.has(id))
    .map(({ id, status }) => ({ id, status, isFound: found.includes(status) }))
}

type Counted = Pick<Tender, 'id' | 'carrier' | 'facility' | 'accepted_at' | 'piece_count' | 'piece_count_received'>

/** The message has no recipient. The user enters the carrier's address in the mail program. */
const letter = ({ id, carrier, facility, accepted_at, piece_count, piece_count_received }: Counted, ...more: string[]): string => {
  const subject = `Tender ${id}: ${piece_count_received} of ${piece_count} parcels counted`
  const where = facility === null ? '' : ` at ${facility}`
  const when = accepted_at === null ? 'the day of the handover' : momentText(accepted_at)
  const lines = [`To ${carrier}`, `On ${when}${where} you counted ${piece_count_received} of ${piece_count} parcels.`, ...more]
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join('\r\n\r\n'))}`
}

export const letterAboutMissing = (tender: Counted, missing: readonly Pick<Shipment, 'tracking'>[]): string =>
  letter(
    tender,
    'These parcels have not been scanned since the count:',
    missing.map(({ tracking }) => tracking).join('\n'),
    'Please look for them and tell us what you find.',
  )

export const letterAboutSurplus = (tender: Counted): string =>
  letter(tender, 'Please tell us the numbers of the parcels that are not on the list.')
