import { ApiError, type Tender } from '@backhaul/client'
import type { Merchant } from './merchant.ts'
import { Random } from './random.ts'
import { REPORTING } from './reports.ts'
import type { Parcel } from './timetable.ts'

/** Parcels that one carrier takes over at one facility on one morning. */
export interface Group {
  /** A unique name. It contains the date but not the hour, because daylight saving time moves the hour. */
  name: string
  facility: string
  market: string
  handoff: 'inject' | 'collect'
  /** Whether the carrier is the simulated one that has its own service. */
  reporting: boolean
  members: { parcel: Parcel; missing: boolean }[]
}

const MAX_MEMBERS = 1_000
const CALLED_OFF = 0.03
const MISCOUNTED = 0.05

/** Tenders the parcels. The carrier accepts the parcels that it found. It names missing parcels, and sometimes miscounts. */
export const handOver = async (merchant: Merchant, { members, ...group }: Group): Promise<void> => {
  const sorted = [...members].sort((a, b) => (a.parcel.plan.name < b.parcel.plan.name ? -1 : 1))
  for (let first = 0; first < sorted.length; first += MAX_MEMBERS)
    await tenderAll(merchant, { ...group, name: `${group.name}-${first}`, members: sorted.slice(first, first + MAX_MEMBERS) })
}

const tenderAll = async (merchant: Merchant, { name, facility, market, handoff, reporting, members }: Group): Promise<void> => {
  const { client, shared } = merchant
  // The carrier and its errors depend on the place and the day, not on the parcels in the tender.
  const random = new Random(shared.seed, 'tender', name)
  const picked = random.pick(shared.carriers[market] ?? ['unknown'])
  const carrier = reporting && shared.reporting ? REPORTING : picked
  const calledOff = random.chance(CALLED_OFF)
  const miscount = random.chance(MISCOUNTED) ? random.pick([-1, 1, 2]) : 0
  const create = async (suffix: string): Promise<Tender | null> => {
    const offer = { carrier, handoff, facility }
    const tender = await merchant.attempt(() => createWithout(merchant, offer, members, `${name}${suffix}`))
    if (tender) merchant.count('tenders')
    return tender
  }
  if (calledOff) {
    // The driver does not come. The tender is canceled, and another one is created.
    const off = await create('-off')
    if (off && (await merchant.attempt(() => client.cancelTender(off.id, { idempotency_key: `${name}-off` }))))
      merchant.count('tenders_cancelled')
  }
  const tender = await create('')
  if (!tender) return
  const offered = new Set(tender.shipment_ids)
  const missing = members.filter((member) => member.missing && offered.has(member.parcel.id)).map(({ parcel }) => parcel.id)
  const received = Math.max(0, tender.piece_count - missing.length + (missing.length > 0 ? 0 : miscount))
  const accepted = await merchant.attempt(() =>
    client.acceptTender(
      tender.id,
      { piece_count_received: received, ...(missing.length > 0 && { missing_shipment_ids: missing }) },
      { idempotency_key: name },
    ),
  )
  if (accepted?.discrepancy) merchant.count(`tenders_${accepted.discrepancy.type}`)
}

/** Creates the tender without parcels that somebody else has put on hold or ended. One such parcel would block the whole tender. */
const createWithout = async (
  merchant: Merchant,
  offer: { carrier: string; handoff: Group['handoff']; facility: string },
  members: Group['members'],
  key: string,
): Promise<Tender | null> => {
  let ids = members.map(({ parcel }) => parcel.id)
  for (let attempt = 0; ids.length > 0; attempt++) {
    try {
      return await merchant.client.createTender({ ...offer, shipment_ids: ids }, { idempotency_key: `${key}-${attempt}` })
    } catch (error) {
      const named =
        error instanceof ApiError && error.status === 409 ? (error.details.shipments as { id: string }[] | undefined) : undefined
      if (!named || named.length === 0) throw error
      merchant.refused((error as ApiError).message)
      const out = new Set(named.map(({ id }) => id))
      ids = ids.filter((id) => !out.has(id))
    }
  }
  return null
}
