// A second, much smaller implementation of the service's rules. It is written from docs/guide and not from the code, and imports nothing
// from the service, so that a mistake in the service's tables is not repeated here. Time is counted in whole hours.

export const RANKS = {
  created: 0,
  label_ready: 1,
  rejected: 1,
  ready_for_pickup: 2,
  picked_up: 3,
  in_possession: 4,
  at_sort_center: 5,
  sorted: 6,
  made_ready: 7,
  injected: 8,
  in_transit: 9,
  undeliverable: 9,
  unclaimed: 9,
  out_for_delivery: 10,
  delivered: 11,
  return_to_sender: 99,
  disposed: 99,
  cancelled: 99,
  expired: 99,
} as const
export type Status = keyof typeof RANKS
export const STATUSES = Object.keys(RANKS) as Status[]

const DECIDED: readonly Status[] = ['undeliverable', 'unclaimed', 'return_to_sender', 'disposed']
const TERMINAL: readonly Status[] = ['delivered', 'return_to_sender', 'disposed', 'cancelled', 'expired']
export const isEnded = ({ status }: Parcel): boolean => TERMINAL.includes(status)
const UNSENT: readonly Status[] = ['created', 'label_ready', 'rejected']
const CARRIED: readonly Status[] = ['injected', 'in_transit', 'out_for_delivery']
const REDIRECTABLE: readonly Status[] = ['in_transit', 'out_for_delivery', 'undeliverable']

const NETWORK_SCANS = {
  collect: ['picked_up', 'shipment.picked_up'],
  custody: ['in_possession', 'shipment.in_possession'],
  arrive: ['at_sort_center', 'shipment.at_sort_center'],
  sort: ['sorted', 'shipment.sorted'],
  inject: ['injected', 'shipment.injected'],
  movement: ['in_transit', 'shipment.in_transit', 'tracking.updated'],
  'out-for-delivery': ['out_for_delivery', 'shipment.out_for_delivery'],
  deliver: ['delivered', 'shipment.delivered'],
} as const satisfies Record<string, readonly [Status, ...string[]]>
export type CounterScan = 'walk-in' | 'accept' | 'reject'
export type ScanKind = CounterScan | keyof typeof NETWORK_SCANS
/**
 * Returns the status that public tracking shows for a scan. If the parcel's status is a decision of the network, tracking shows the step of
 * the scan instead.
 */
export const trackedAs = (kind: string, status: string): string =>
  (DECIDED as readonly string[]).includes(status) && kind !== 'reject'
    ? ({ 'walk-in': 'in_possession', accept: 'ready_for_pickup' }[kind] ?? NETWORK_SCANS[kind as keyof typeof NETWORK_SCANS][0])
    : status
export const NETWORK_KINDS = Object.keys(NETWORK_SCANS) as ScanKind[]
export const COUNTER_KINDS: ScanKind[] = ['walk-in', 'accept', 'reject']

/** The next step after each status, for a parcel with a printed label. */
const LADDER: Partial<Record<Status, ScanKind>> = {
  label_ready: 'accept',
  ready_for_pickup: 'collect',
  picked_up: 'custody',
  in_possession: 'arrive',
  at_sort_center: 'sort',
  sorted: 'inject',
  made_ready: 'movement',
  injected: 'movement',
  in_transit: 'out-for-delivery',
  out_for_delivery: 'deliver',
}

export type QrStatus = 'active' | 'used' | 'invalidated' | 'expired'
export type Disposition = 'rts' | 'redeliver' | 'unclaimed' | 'dispose'
export type Country = 'US' | 'CA'

/** The predicted part of an event in the feed. `about` is the parcel's number, or names the tender or sweep. */
export interface Told {
  type: string
  about: string
  status: string | undefined
  /** The number of the QR, only in `qr.*` events. */
  qr?: number
  /** The number of the tender, only in `shipment.injected`. */
  tender?: number
}

export interface Birth {
  direction: 'return' | 'outbound'
  fulfillment: 'print_label' | 'qr_code'
  channel: 'api' | 'retail'
  /** Null for a return to the returns hub in the United States. */
  to: { line1: string; country: Country } | null
  /** Pounds. */
  weight: number
  lives_h: number
}

export interface Parcel {
  number: number
  status: Status
  held: boolean
  direction: Birth['direction']
  fulfillment: Birth['fulfillment']
  channel: Birth['channel']
  /** The version of the parcel's label, or null if it has none yet. */
  label: number | null
  voided: boolean
  expires_h: number
  born_h: number
  cancelled_h: number | null
  /** The moment at which the parcel was delivered, sent back or disposed of. See momentOf. */
  ended: number | null
  weight: number
  /** The facts that determined the parcel's last price. Equal facts have equal prices. */
  rated: string
  declared_value: number | null
  to: Birth['to']
  /** Null if there is no carrier yet, `some` if the model does not predict the carrier. */
  carrier: string | null
  /** The carrier that accepted the parcel for collection but has not been seen to have it. */
  collecting: string | null
  drop_off: number | null
  /** The number of the counter that accepted the parcel. `seeded` if the model does not predict the counter. */
  store: number | 'seeded' | null
  /** Whether a counter's manifest counts the parcel. */
  counted: boolean
  qrs: ('active' | 'used' | 'invalidated')[]
  /** The hour at which each QR was replaced or invalidated. */
  qrs_ended_h: (number | undefined)[]
  pickup: number | null
  sweep: number | null
  /** The number of collections reported since the current pickup was booked. */
  collections: number
  /** Whether a scan that was reported after the parcel's end has shown custody from before that end. */
  reported: boolean
  /**
   * `tender` is the number of the tender through which the parcel was handed over. `promised` is that of the open tender that contains the
   * parcel.
   */
  tender: number | null
  promised: number | null
  reject_reason: string | null
  /** The types of the parcel's claims, which all stay open. */
  claims: string[]
  unclaimed: boolean
  /** The status that the parcel had when it was reported unclaimed. */
  unclaimed_from: Status | null
  /** Whether the delivery has an image and a signature. Null until the parcel is delivered. */
  pod: { image: boolean; signed: boolean } | null
  /** The scans in the order of their uploads. */
  scans: { kind: ScanKind; status: Status; at_h: number; short?: boolean }[]
}

export interface Tender {
  members: Parcel[]
  carrier: string
  handoff: 'inject' | 'collect'
  accepted: boolean
}

export interface Pickup {
  parcel: Parcel
  sweep: number
  live: boolean
}

export interface World {
  hour: number
  parcels: Parcel[]
  tenders: Tender[]
  pickups: Pickup[]
  /** The store, day and carrier of each sweep. A sweep stays ordered while it has an active pickup. */
  sweeps: string[]
  told: Told[]
}

export interface Refused {
  code: string
  /** The value of details.status. */
  status?: string
}

export const newWorld = (): World => ({ hour: 0, parcels: [], tenders: [], pickups: [], sweeps: [], told: [] })

export const nameOf = (parcel: Parcel): string => `parcel ${parcel.number}`

export const tell = (world: World, parcel: Parcel, type: string, status: string | undefined, more: Partial<Told> = {}): void => {
  world.told.push({ type, about: nameOf(parcel), status, ...more })
}

export const refuse = (code: string, parcel: Parcel): Refused => ({ code, status: parcel.status })

const carrierAtBirth = (to: Birth['to']): string | null => (to?.country === 'CA' ? null : 'northline')

const rating = (weight: number, to: Birth['to']): string => `${weight} lb to ${to?.line1 ?? 'the hub'}`

export const create = (world: World, birth: Birth): Parcel => {
  const printed = birth.fulfillment === 'print_label'
  const { direction, fulfillment, channel, to, weight } = birth
  const parcel: Parcel = {
    number: world.parcels.length,
    status: printed ? 'label_ready' : 'created',
    held: false,
    direction,
    fulfillment,
    channel,
    label: printed ? 1 : null,
    voided: false,
    born_h: world.hour,
    expires_h: world.hour + birth.lives_h,
    cancelled_h: null,
    ended: null,
    weight,
    rated: rating(weight, to),
    declared_value: null,
    to,
    carrier: carrierAtBirth(to),
    collecting: null,
    drop_off: null,
    store: null,
    counted: false,
    qrs: printed ? [] : ['active'],
    qrs_ended_h: [],
    pickup: null,
    sweep: null,
    collections: 0,
    reported: false,
    tender: null,
    promised: null,
    reject_reason: null,
    claims: [],
    unclaimed: false,
    unclaimed_from: null,
    pod: null,
    scans: [],
  }
  world.parcels.push(parcel)
  tell(world, parcel, 'shipment.created', 'created')
  if (printed) tell(world, parcel, 'shipment.label_ready', 'label_ready')
  if (channel === 'retail') tell(world, parcel, 'shipment.sold', 'label_ready')
  return parcel
}

/**
 * Runs first in every read and command, and expires the parcel if it is due. `scans` are the parcel's scans in the command. A scan that
 * shows custody before the expiry prevents it.
 */
export const touch = (world: World, parcel: Parcel, scans: readonly Scan[] = []): void => {
  if (!UNSENT.includes(parcel.status) || world.hour < parcel.expires_h) return
  if (
    scans.some(
      (what) => showsCustody(what) && happenedAt(world, parcel, what) < parcel.expires_h && refuseScan(world, parcel, what) === undefined,
    )
  )
    return
  Object.assign(parcel, { status: 'expired', voided: true })
  tell(world, parcel, 'shipment.expired', 'expired')
}

export const hold = (world: World, parcel: Parcel): void => {
  if (!parcel.held) tell(world, parcel, 'shipment.held', parcel.status)
  parcel.held = true
}

export const release = (world: World, parcel: Parcel): void => {
  if (parcel.held) tell(world, parcel, 'shipment.released', parcel.status)
  parcel.held = false
}

export const cancel = (world: World, parcel: Parcel): Refused | undefined => {
  if (!UNSENT.includes(parcel.status)) return refuse('shipment_not_cancellable', parcel)
  Object.assign(parcel, { status: 'cancelled', voided: true, cancelled_h: world.hour })
  tell(world, parcel, 'shipment.cancelled', 'cancelled')
}

export interface Amendment {
  weight?: number
  declared_value?: number
  to?: { line1: string; country: Country }
  drop_off?: number
}

/** A return without an address goes to the hub, which is in the United States. */
const marketOf = (to: Birth['to']): Country => to?.country ?? 'US'

export const amend = (world: World, parcel: Parcel, change: Amendment): Refused | undefined => {
  if (!['created', 'label_ready'].includes(parcel.status)) return refuse('shipment_locked', parcel)
  const { weight = parcel.weight, to = parcel.to, drop_off = parcel.drop_off } = change
  // The market of another country uses another currency. No value has been declared in that currency.
  const isOtherMoney = marketOf(to) !== marketOf(parcel.to)
  const { declared_value = isOtherMoney ? null : parcel.declared_value } = change
  const moved = to?.line1 !== parcel.to?.line1
  const printed = weight !== parcel.weight || moved || drop_off !== parcel.drop_off
  if (!printed && declared_value === parcel.declared_value) return
  if (printed && parcel.label !== null) parcel.label += 1
  if (moved) parcel.carrier = carrierAtBirth(to)
  if (moved || weight !== parcel.weight) parcel.rated = rating(weight, to)
  Object.assign(parcel, { weight, declared_value, to, drop_off })
  tell(world, parcel, 'shipment.updated', 'created')
}

export const reprint = (world: World, parcel: Parcel): Refused | undefined => {
  if (parcel.status !== 'label_ready' || parcel.label === null) return refuse('invalid_transition', parcel)
  parcel.label += 1
  tell(world, parcel, 'shipment.label_reprinted', 'label_ready')
}

/** An unclaimed parcel keeps the rank of the status that it had before. */
const rankOf = ({ status, unclaimed_from }: Parcel): number => RANKS[status === 'unclaimed' && unclaimed_from ? unclaimed_from : status]

export const redirect = (world: World, parcel: Parcel, to: NonNullable<Birth['to']>): Refused | undefined => {
  const isWithCarrier = parcel.status === 'unclaimed' && rankOf(parcel) >= RANKS.injected
  if (!REDIRECTABLE.includes(parcel.status) && !isWithCarrier) return refuse('shipment_not_redirectable', parcel)
  Object.assign(parcel, { status: 'in_transit', to })
  tell(world, parcel, 'shipment.redirected', 'in_transit')
}

const dispositionOf = (parcel: Parcel, kind: Disposition): [Status, string] | undefined => {
  if (UNSENT.includes(parcel.status) || TERMINAL.includes(parcel.status)) return undefined
  if (kind === 'unclaimed') return ['unclaimed', 'shipment.unclaimed']
  if (kind === 'dispose') return ['disposed', 'shipment.disposed']
  if (kind === 'redeliver') return parcel.status === 'undeliverable' ? ['out_for_delivery', 'shipment.out_for_delivery'] : undefined
  return CARRIED.includes(parcel.status) ? ['undeliverable', 'shipment.undeliverable'] : ['return_to_sender', 'shipment.return_to_sender']
}

export const dispose = (world: World, parcel: Parcel, kind: Disposition): Refused | undefined => {
  const found = dispositionOf(parcel, kind)
  if (!found) return refuse('shipment_not_dispositionable', parcel)
  if (kind === 'redeliver' && parcel.held) return refuse('shipment_held', parcel)
  const [status, type] = found
  if (TERMINAL.includes(status)) parcel.ended = now(world)
  if (kind === 'unclaimed' && parcel.status !== 'unclaimed') parcel.unclaimed_from = parcel.status
  parcel.status = status
  if (kind === 'unclaimed') parcel.unclaimed = true
  tell(world, parcel, type, status)
}

export const qrStatus = (world: World, parcel: Parcel, qr: number, hour = world.hour): QrStatus => {
  const status = parcel.qrs[qr] as QrStatus
  return status === 'active' && (parcel.cancelled_h !== null || hour >= parcel.expires_h) ? 'expired' : status
}

const endQr = (world: World, parcel: Parcel, qr: number): void => {
  parcel.qrs[qr] = 'invalidated'
  parcel.qrs_ended_h[qr] = world.hour
}

/**
 * Numbers moments in order. Each hour has two moments: the creation of the parcel, and everything after it, which the model cannot tell
 * apart.
 */
const now = (world: World): number => world.hour * 2 + 1
const momentOf = (world: World, { born_h }: Parcel, { ago_h = 0 }: Scan): number => Math.max((world.hour - ago_h) * 2 + 1, born_h * 2)

/** Returns the status of the QR at the time when it was presented. If a QR ended only later, it was still active. */
const presentedStatus = (world: World, parcel: Parcel, qr: number, what: Scan): QrStatus => {
  const ended_h = parcel.qrs_ended_h[qr] ?? (parcel.qrs[qr] === 'active' ? parcel.cancelled_h : null)
  if (ended_h !== null && momentOf(world, parcel, what) < ended_h * 2 + 1) return 'active'
  return qrStatus(world, parcel, qr, happenedAt(world, parcel, what))
}

export const reissueQr = (world: World, parcel: Parcel): Refused | undefined => {
  if (!UNSENT.includes(parcel.status) || parcel.fulfillment !== 'qr_code') return refuse('invalid_transition', parcel)
  for (const [qr, status] of parcel.qrs.entries()) if (status === 'active') endQr(world, parcel, qr)
  parcel.qrs.push('active')
  tell(world, parcel, 'qr.reissued', undefined, { qr: parcel.qrs.length - 1 })
}

export const invalidateQr = (world: World, parcel: Parcel, qr: number): Refused | undefined => {
  const status = qrStatus(world, parcel, qr)
  if (status !== 'active') return { code: 'qr_not_valid', status }
  endQr(world, parcel, qr)
  tell(world, parcel, 'qr.invalidated', 'invalidated', { qr })
}

export interface Scan {
  kind: ScanKind
  /** The number of the QR that identifies the parcel. */
  qr?: number
  store?: number | 'seeded' | 'unknown'
  /** Only for walk-in, in pounds. */
  reweigh?: number
  reject_reason?: string
  /** Only for inject. */
  carrier?: string
  /** Only for deliver. */
  signed?: boolean
  image?: boolean
  /** How many hours ago the scan happened. The default is 0. */
  ago_h?: number
}

const showsCustody = ({ kind, ago_h }: Scan): boolean => kind !== 'reject' && ago_h !== undefined
/** A scan from before the parcel's creation gets the time of the creation. */
const happenedAt = (world: World, { born_h }: Parcel, { ago_h = 0 }: Scan): number => Math.max(world.hour - ago_h, born_h)

const takeIn = (parcel: Parcel, status: Status, store: Scan['store']): void => {
  parcel.status = status
  if (store === undefined || store === 'unknown') return
  Object.assign(parcel, { store, counted: true })
}

const walkIn = (world: World, parcel: Parcel, scan: Scan): void => {
  takeIn(parcel, 'in_possession', scan.store)
  if (parcel.label === null) {
    parcel.label = 1
    tell(world, parcel, 'shipment.label_ready', 'label_ready')
  }
  const current = parcel.qrs.length - 1
  if (parcel.qrs[current] === 'active') parcel.qrs[current] = 'used'
  // If the parcel is identified by its own ids, the event names the QR only if that QR was used.
  const shown = scan.qr ?? (parcel.qrs[current] === 'used' ? current : undefined)
  tell(world, parcel, 'qr.scanned', undefined, shown === undefined ? {} : { qr: shown })
  tell(world, parcel, 'shipment.in_possession', 'in_possession')
  if (scan.reweigh === undefined || scan.reweigh === parcel.weight) return
  parcel.weight = scan.reweigh
  tell(world, parcel, 'shipment.adjusted', undefined)
}

const counterScan = (world: World, parcel: Parcel, scan: Scan): void => {
  if (scan.kind === 'walk-in') {
    walkIn(world, parcel, scan)
  } else if (scan.kind === 'accept') {
    takeIn(parcel, 'ready_for_pickup', scan.store)
    tell(world, parcel, 'shipment.ready_for_pickup', 'ready_for_pickup')
  } else {
    Object.assign(parcel, { status: 'rejected', reject_reason: scan.reject_reason ?? 'other' })
    tell(world, parcel, 'shipment.rejected', 'rejected')
  }
}

const takeOver = (parcel: Parcel, { carrier }: Pick<Scan, 'carrier'>): void => {
  Object.assign(parcel, { carrier: carrier ?? parcel.collecting ?? parcel.carrier ?? 'some', collecting: null })
}

const networkScan = (world: World, parcel: Parcel, scan: Scan, kind: keyof typeof NETWORK_SCANS): void => {
  const [status, ...types] = NETWORK_SCANS[kind]
  parcel.status = status
  if (RANKS[status] >= RANKS.injected) takeOver(parcel, scan)
  if (kind === 'deliver') parcel.ended = momentOf(world, parcel, scan)
  if (kind === 'deliver') parcel.pod = { image: scan.image ?? false, signed: scan.signed ?? false }
  const via = kind === 'inject' && parcel.tender !== null ? { tender: parcel.tender } : {}
  for (const type of types) tell(world, parcel, type, status, via)
}

/** Returns whether the shipment has expired or been cancelled since the scan, and the scan shows custody before that end. */
const comesTooLate = (world: World, parcel: Parcel, what: Scan): boolean => {
  if (!showsCustody(what)) return false
  const { status, expires_h, cancelled_h } = parcel
  const end = status === 'expired' ? expires_h : status === 'cancelled' ? cancelled_h : null
  return end !== null && world.hour - (what.ago_h ?? 0) < end
}

const isCounter = (kind: ScanKind): boolean => kind === 'walk-in' || kind === 'accept' || kind === 'reject'

const refuseScan = (world: World, parcel: Parcel, what: Scan): Refused | undefined => {
  const presented = what.qr === undefined ? 'active' : presentedStatus(world, parcel, what.qr, what)
  if (presented !== 'active' && presented !== 'used') return { code: 'qr_not_valid', status: presented }
  if (comesTooLate(world, parcel, what)) return undefined
  const { kind } = what
  const ended = TERMINAL.includes(parcel.status)
  // The counter accepted the parcel before its end, with a valid QR.
  if (kind === 'walk-in' && what.qr !== undefined && parcel.ended !== null && momentOf(world, parcel, what) < parcel.ended) return undefined
  const unlabeled = !ended && parcel.label === null
  const refused = (isCounter(kind) && ended) || (unlabeled && kind !== 'walk-in' && kind !== 'reject')
  return refused ? refuse('invalid_transition', parcel) : undefined
}

const HOUR_MS = 3_600_000
const NEW_YORK = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })
/** The first of the two carriers of a marketplace is cheaper for light parcels. */
const cheapest = (weight: number): string => (weight < 5 ? 'maplego' : 'swiftpost')

/**
 * Returns the store, day and carrier of the sweep that would collect a parcel, in the form of `World.sweeps`. Both stores are in New York.
 */
const visitOf = (world: World, parcel: Parcel, what: Scan): string => {
  const { store, drop_off, carrier, collecting, weight } = parcel
  const day = NEW_YORK.format(Date.now() + happenedAt(world, parcel, what) * HOUR_MS)
  return `${what.store ?? store ?? drop_off} ${day} ${collecting ?? carrier ?? cheapest(weight)}`
}

/**
 * The parcel belongs to the sweep that collects it. If another collection is reported late, the parcel stays with its sweep, unless a new
 * pickup has been booked.
 */
const collected = (world: World, parcel: Parcel, what: Scan, applies: boolean): void => {
  parcel.collections += 1
  const visit = visitOf(world, parcel, what)
  const sweep = world.sweeps.findIndex((other, number) => other === visit && world.pickups.some((one) => one.live && one.sweep === number))
  if (sweep >= 0 && (applies || parcel.pickup !== null || parcel.sweep === null)) parcel.sweep = sweep
}

/** Returns whether the scan applies, or the refusal. A late scan is only recorded. */
export const scan = (world: World, parcel: Parcel, what: Scan): Refused | boolean => {
  const refused = refuseScan(world, parcel, what)
  if (refused) return refused
  const { kind } = what
  const counter = isCounter(kind)
  const ended = TERMINAL.includes(parcel.status)
  const tooLate = comesTooLate(world, parcel, what)
  const applies =
    !ended &&
    (counter
      ? UNSENT.includes(parcel.status)
      : rankOf(parcel) < RANKS[NETWORK_SCANS[kind as keyof typeof NETWORK_SCANS][0]] ||
        (parcel.status === 'unclaimed' && kind === 'out-for-delivery'))
  if (applies && counter) counterScan(world, parcel, what)
  if (applies && !counter) networkScan(world, parcel, what, kind as keyof typeof NETWORK_SCANS)
  if (kind === 'collect') collected(world, parcel, what, applies)
  if (kind === 'inject' && !applies && parcel.status === 'injected' && parcel.collecting !== null) takeOver(parcel, what)
  if (tooLate && !parcel.reported) {
    parcel.reported = true
    tell(world, parcel, 'shipment.discrepancy_reported', undefined)
  }
  parcel.scans.push({ kind, status: parcel.status, at_h: world.hour - (what.ago_h ?? 0) })
  return applies
}

export const adjust = (world: World, parcel: Parcel): undefined => {
  tell(world, parcel, 'shipment.adjusted', undefined)
}

export const claim = (world: World, parcel: Parcel, type: string): Refused | undefined => {
  if (parcel.claims.includes(type)) return { code: 'claim_already_open' }
  parcel.claims.push(type)
  tell(world, parcel, 'claim.opened', 'open')
}

/** One step of the sandbox's ladder. */
export const advance = (world: World, parcel: Parcel): Refused | undefined => {
  const rung = parcel.status === 'label_ready' && parcel.fulfillment === 'qr_code' ? 'walk-in' : LADDER[parcel.status]
  if (!rung && parcel.status !== 'created') return refuse('invalid_transition', parcel)
  if (parcel.held) return refuse('shipment_held', parcel)
  if (rung) {
    scan(world, parcel, { kind: rung, store: parcel.store ?? parcel.drop_off ?? 'seeded', image: true, signed: true })
    return
  }
  Object.assign(parcel, { status: 'label_ready', label: 1 })
  tell(world, parcel, 'shipment.label_ready', 'label_ready')
}
