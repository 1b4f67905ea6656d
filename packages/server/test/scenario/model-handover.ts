// The part of the model that involves several parcels (docs/guide/counters.md): pickups with their sweeps, and tenders.
import { type Parcel, type Pickup, RANKS, type Refused, refuse, type ScanKind, type Tender, tell, type World } from './model.ts'

/** Parcels that can be tendered to a carrier: labeled, not refused, not handed over. */
const isPromisable = ({ status, label }: Parcel): boolean => label !== null && status !== 'rejected' && RANKS[status] < RANKS.injected

const SHOW_CARRIER: readonly ScanKind[] = ['inject', 'movement', 'out-for-delivery', 'deliver']

/**
 * Returns whether a short acceptance injected the parcel and no later scan has shown that the carrier has it. If `isStrict` is set, a later
 * scan of any kind counts.
 */
const isUnseen = ({ status, scans }: Parcel, isStrict: boolean): boolean => {
  const last = scans.findLastIndex(({ short }) => short !== undefined)
  const handed = scans[last]
  if (status !== 'injected' || !handed?.short) return false
  return !scans.slice(last + 1).some(({ kind, at_h }) => SHOW_CARRIER.includes(kind) || (isStrict && at_h >= handed.at_h))
}

/** Returns the refusal of a pickup. Returns undefined if the pickup can be booked, even if a counter still has to label the parcel. */
export const refusePickup = (parcel: Parcel): Refused | undefined => {
  if (parcel.status !== 'created' && !isPromisable(parcel)) return refuse('invalid_transition', parcel)
  return parcel.pickup === null ? undefined : { code: 'pickup_already_scheduled' }
}

const isOrdered = (world: World, sweep: number): boolean => world.pickups.some((pickup) => pickup.live && pickup.sweep === sweep)
export const sweepStatus = (world: World, sweep: number): string => (isOrdered(world, sweep) ? 'ordered' : 'closed')

/** Books a pickup for a sweep. The sweep is ordered if it does not exist yet. */
export const book = (world: World, parcel: Parcel, visit: string): Pickup => {
  const known = world.sweeps.findIndex((other, sweep) => other === visit && isOrdered(world, sweep))
  const sweep = known < 0 ? world.sweeps.push(visit) - 1 : known
  if (known < 0) world.told.push({ type: 'sweep.created', about: `sweep ${sweep}`, status: 'ordered' })
  // A parcel that was collected stays with the sweep that collected it.
  Object.assign(parcel, { sweep: parcel.sweep ?? sweep, collections: 0, pickup: world.pickups.length })
  const pickup = { parcel, sweep, live: true }
  world.pickups.push(pickup)
  tell(world, parcel, 'pickup.scheduled', 'scheduled')
  return pickup
}

export const cancelPickup = (world: World, pickup: Pickup): Refused | undefined => {
  if (!pickup.live) return { code: 'pickup_already_cancelled' }
  pickup.live = false
  const { parcel } = pickup
  parcel.pickup = null
  if (parcel.sweep === pickup.sweep && parcel.collections === 0) parcel.sweep = null
  tell(world, parcel, 'pickup.cancelled', 'cancelled')
}

/** Returns why a parcel cannot be a member of a new tender. */
export const refuseMember = (_: World, parcel: Parcel): Refused | true => {
  if (!isPromisable(parcel) && !isUnseen(parcel, true)) return refuse('invalid_transition', parcel)
  if (parcel.held) return { code: 'shipment_held' }
  return parcel.promised === null ? true : { code: 'shipment_already_tendered' }
}
const OBSTACLES = ['invalid_transition', 'shipment_held', 'shipment_already_tendered']

export const createTender = (
  world: World,
  members: Parcel[],
  terms: Pick<Tender, 'carrier' | 'handoff'>,
): (Refused & { named: Parcel[] }) | undefined => {
  const refusals = members.map((parcel) => ({ parcel, refused: refuseMember(world, parcel) }))
  const withCode = (code: string) => refusals.flatMap(({ parcel, refused }) => (refused !== true && refused.code === code ? parcel : []))
  const code = OBSTACLES.find((obstacle) => withCode(obstacle).length > 0)
  if (code) return { code, named: withCode(code) }
  const number = world.tenders.push({ members, ...terms, accepted: false }) - 1
  for (const parcel of members) parcel.promised = number
  world.told.push({ type: 'tender.created', about: `tender ${number}`, status: 'created' })
}

export const acceptTender = (world: World, number: number, received: number): Refused | undefined => {
  const tender = world.tenders[number] as Tender
  const { members, carrier, handoff } = tender
  if (tender.accepted) return { code: 'tender_already_accepted' }
  const waiting = members.filter((parcel) => RANKS[parcel.status] < RANKS.injected || isUnseen(parcel, false))
  if (waiting.length === 0) return { code: 'tender_not_acceptable' }
  tender.accepted = true
  const about = `tender ${number}`
  world.told.push({ type: 'tender.accepted', about, status: 'accepted' })
  if (received !== members.length) world.told.push({ type: 'tender.discrepancy', about, status: 'accepted' })
  for (const parcel of members) parcel.promised = null
  for (const parcel of waiting) {
    const isFirst = RANKS[parcel.status] < RANKS.injected
    parcel.tender = number
    if (handoff === 'collect') {
      parcel.collecting = carrier
      if (isFirst) parcel.status = 'made_ready'
      continue
    }
    Object.assign(parcel, { carrier, collecting: null, status: 'injected' })
    parcel.scans.push({ kind: 'inject', status: 'injected', at_h: world.hour, short: received < members.length })
    if (isFirst) tell(world, parcel, 'shipment.injected', 'injected', { tender: number })
  }
}
