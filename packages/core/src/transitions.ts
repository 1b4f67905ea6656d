// The only table of shipment states. It defines which command moves a shipment from one state to another, which events this move fires, and
// how a command is answered in all other states. The decisions (./decide*.ts), docs/states.md, the sandbox ladder and the grid test all
// read this table. Only kinds/shipments/load.ts and its queries repeat a part of it: which statuses can expire.
//
// A command that does not move a shipment gets one of three answers. It may be refused with a named code. A scan may be `late`: because it
// is a fact, it is recorded, but it never moves a status back and fires nothing. For expiry and for members of an accepted tender, nothing
// happens.
//
// The table does not define which other columns a move writes, or conditions other than the status and the hold. The decisions define them.
// ./decide-custody.ts handles scans that were made before a shipment ended but arrive afterward. The guide describes all this in words:
// docs/guide/shipments.md, docs/guide/scans.md.

import type { ErrorCode } from './errors.ts'
import type { EventType } from './events/catalog.ts'
import { type Fulfillment, type Shipment, STATUSES, type Status } from './shipment.ts'

/** The parcel is with the network, or with the onward carrier on its behalf. */
export const IN_NETWORK = [
  'ready_for_pickup',
  'picked_up',
  'in_possession',
  'at_sort_center',
  'sorted',
  'made_ready',
  'injected',
  'in_transit',
  'out_for_delivery',
  'undeliverable',
  'unclaimed',
] as const satisfies readonly Status[]
type Claimable = Exclude<(typeof IN_NETWORK)[number], 'unclaimed'>
type Unclaimed = `unclaimed_${Claimable}`

/**
 * A status as the rules use it. A rejected shipment with a label and a rejected shipment without one are in different states. The state of
 * an unclaimed shipment also contains its last status before it became unclaimed.
 */
export type ShipmentState = Exclude<Status, 'rejected' | 'unclaimed'> | 'rejected_labeled' | 'rejected_unlabeled' | Unclaimed

export const UNCLAIMED: readonly Unclaimed[] = IN_NETWORK.flatMap((status) =>
  status === 'unclaimed' ? [] : [`unclaimed_${status}` as const],
)
const isUnclaimed = (state: ShipmentState): boolean => (UNCLAIMED as readonly ShipmentState[]).includes(state)

const statesOf = (status: Status): readonly ShipmentState[] => {
  if (status === 'rejected') return ['rejected_labeled', 'rejected_unlabeled']
  return status === 'unclaimed' ? UNCLAIMED : [status]
}

export const SHIPMENT_STATES: readonly ShipmentState[] = STATUSES.flatMap(statesOf)
export const NETWORK_STATES: readonly ShipmentState[] = IN_NETWORK.flatMap(statesOf)

/**
 * How far a shipment has progressed. A scan moves only shipments of a lower rank. 0: there is no label yet. Null: the shipment ended
 * without being delivered.
 */
export const RANKS: Readonly<Record<ShipmentState, number | null>> = {
  created: 0,
  rejected_unlabeled: 0,
  label_ready: 1,
  rejected_labeled: 1,
  ready_for_pickup: 2,
  picked_up: 3,
  in_possession: 4,
  at_sort_center: 5,
  sorted: 6,
  made_ready: 7,
  injected: 8,
  in_transit: 9,
  undeliverable: 9,
  out_for_delivery: 10,
  delivered: 11,
  unclaimed_ready_for_pickup: 2,
  unclaimed_picked_up: 3,
  unclaimed_in_possession: 4,
  unclaimed_at_sort_center: 5,
  unclaimed_sorted: 6,
  unclaimed_made_ready: 7,
  unclaimed_injected: 8,
  unclaimed_in_transit: 9,
  unclaimed_undeliverable: 9,
  unclaimed_out_for_delivery: 10,
  return_to_sender: null,
  disposed: null,
  cancelled: null,
  expired: null,
}

export const TERMINAL: readonly ShipmentState[] = ['delivered', 'return_to_sender', 'disposed', 'cancelled', 'expired']

export const PRE_DROP_OFF = ['created', 'label_ready', 'rejected_labeled', 'rejected_unlabeled'] as const
const UNLABELED = ['created', 'rejected_unlabeled'] as const
const AT_COUNTER = ['label_ready', 'rejected_labeled'] as const
export const BEFORE_HANDOVER = ['ready_for_pickup', 'picked_up', 'in_possession', 'at_sort_center', 'sorted'] as const
const WITH_NETWORK = [...BEFORE_HANDOVER, 'made_ready'] as const
const WITH_CARRIER = ['injected', 'in_transit', 'out_for_delivery'] as const
const IN_EXCEPTION: readonly ShipmentState[] = ['undeliverable', ...UNCLAIMED]

export const isTerminal = (state: ShipmentState): boolean => TERMINAL.includes(state)
const labeledBelow = (rank: number): ShipmentState[] =>
  SHIPMENT_STATES.filter((state) => !isTerminal(state) && (RANKS[state] ?? 0) >= 1 && (RANKS[state] ?? 0) < rank)

/** Unclaimed states are left out, because a member that has become unclaimed is not handed over. */
const tenderedBelow = (rank: number): ShipmentState[] => labeledBelow(rank).filter((state) => !isUnclaimed(state))
/** States of shipments that became unclaimed while a carrier had the parcel. */
const UNCLAIMED_AT_CARRIER = UNCLAIMED.filter((state) => (RANKS[state] as number) >= (RANKS.injected as number))

export interface Move {
  from: readonly ShipmentState[]
  to: Status | 'same'
  /** Fired in this order. */
  events: readonly EventType[]
  /** Fired after `events`, if the condition named in `note` holds. */
  sometimes?: readonly EventType[]
  note?: string
}

export interface Rule {
  moves: readonly Move[]
  /** States in which the command is recorded without effect. */
  late: readonly ShipmentState[]
  /** The answer in every other state. Null: the command does nothing. */
  refusal: ErrorCode | null
  /** The remedy, which follows "The shipment is <status>; " in the refusal. */
  remedy: string
  /**
   * If true, a held shipment refuses the command with shipment_held. A hold stops the decisions of the network, but never the recording of
   * facts.
   */
  stoppedByHold?: boolean
}

const counterLate: readonly ShipmentState[] = NETWORK_STATES

/**
 * A scan by the network. It moves the shipment from any labeled state of lower rank, and from `also`. It is late in every other state in
 * which the shipment has, or could have had, a label.
 */
const networkScan = (
  to: Exclude<Status, 'rejected' | 'unclaimed'>,
  events: readonly EventType[],
  also: readonly ShipmentState[] = [],
): Rule => {
  const from = [...labeledBelow(RANKS[to] as number), ...also]
  return {
    moves: [{ from, to, events }],
    late: SHIPMENT_STATES.filter((state) => !from.includes(state) && !(UNLABELED as readonly ShipmentState[]).includes(state)),
    refusal: 'invalid_transition',
    remedy: 'it has no label yet, so scan it at the counter first',
  }
}

export const RULES = {
  amend: {
    moves: [
      {
        from: ['created', 'label_ready'],
        to: 'same',
        events: ['shipment.updated'],
        note: 'no event if nothing changes; shipment.adjusted follows if the charge of a discrepancy is reversed',
      },
    ],
    late: [],
    refusal: 'shipment_locked',
    remedy: 'amend it before it is scanned at a drop-off location',
  },
  reprint: {
    moves: [{ from: ['label_ready'], to: 'same', events: ['shipment.label_reprinted'] }],
    late: [],
    refusal: 'invalid_transition',
    remedy: 'a label can only be reprinted in label_ready',
  },
  hold: {
    moves: [{ from: SHIPMENT_STATES, to: 'same', events: ['shipment.held'], note: 'no event if the shipment is already on hold' }],
    late: [],
    refusal: null,
    remedy: '',
  },
  release: {
    moves: [{ from: SHIPMENT_STATES, to: 'same', events: ['shipment.released'], note: 'no event if the shipment is not on hold' }],
    late: [],
    refusal: null,
    remedy: '',
  },
  cancel: {
    moves: [{ from: PRE_DROP_OFF, to: 'cancelled', events: ['shipment.cancelled'] }],
    late: [],
    refusal: 'shipment_not_cancellable',
    remedy: 'it can only be cancelled before its drop-off',
  },
  expire: {
    moves: [
      {
        from: PRE_DROP_OFF,
        to: 'expired',
        events: ['shipment.expired'],
        note: 'after expires_at, if no scan shows custody before then',
      },
    ],
    late: [],
    refusal: null,
    remedy: '',
  },
  'reissue-qr': {
    moves: [{ from: PRE_DROP_OFF, to: 'same', events: ['qr.reissued'], note: 'fulfillment qr_code only' }],
    late: [],
    refusal: 'invalid_transition',
    remedy: 'a QR can only be reissued for a qr_code shipment before its drop-off',
  },
  'produce-label': {
    moves: [{ from: ['created'], to: 'label_ready', events: ['shipment.label_ready'] }],
    late: [],
    refusal: 'invalid_transition',
    remedy: 'a first label can only be produced for a shipment without one',
  },
  'walk-in': {
    moves: [
      {
        from: UNLABELED,
        to: 'in_possession',
        events: ['shipment.label_ready', 'qr.scanned', 'shipment.in_possession'],
        sometimes: ['shipment.adjusted'],
        note: 'if the reweigh differs',
      },
      {
        from: AT_COUNTER,
        to: 'in_possession',
        events: ['qr.scanned', 'shipment.in_possession'],
        sometimes: ['shipment.adjusted'],
        note: 'if the reweigh differs',
      },
    ],
    late: counterLate,
    refusal: 'invalid_transition',
    remedy: 'do not accept it at the counter',
  },
  accept: {
    moves: [{ from: AT_COUNTER, to: 'ready_for_pickup', events: ['shipment.ready_for_pickup'] }],
    late: counterLate,
    refusal: 'invalid_transition',
    remedy: 'a counter can only accept a labeled parcel that the network does not have yet',
  },
  reject: {
    moves: [{ from: PRE_DROP_OFF, to: 'rejected', events: ['shipment.rejected'] }],
    late: counterLate,
    refusal: 'invalid_transition',
    remedy: 'the counter can no longer reject the parcel',
  },
  collect: networkScan('picked_up', ['shipment.picked_up']),
  custody: networkScan('in_possession', ['shipment.in_possession']),
  arrive: networkScan('at_sort_center', ['shipment.at_sort_center']),
  sort: networkScan('sorted', ['shipment.sorted']),
  inject: networkScan('injected', ['shipment.injected']),
  movement: networkScan('in_transit', ['shipment.in_transit', 'tracking.updated']),
  // The scan also applies to an unclaimed parcel of the same rank, because the carrier tries to deliver it again.
  'out-for-delivery': networkScan('out_for_delivery', ['shipment.out_for_delivery'], ['unclaimed_out_for_delivery']),
  deliver: networkScan('delivered', ['shipment.delivered']),
  tender: {
    moves: [{ from: ['label_ready', ...WITH_NETWORK], to: 'same', events: [] }],
    late: [],
    refusal: 'invalid_transition',
    remedy: 'only labeled shipments that are not injected yet can be tendered',
    stoppedByHold: true,
  },
  'tender-inject': {
    moves: [{ from: tenderedBelow(RANKS.injected as number), to: 'injected', events: ['shipment.injected'] }],
    late: [],
    refusal: null,
    remedy: '',
  },
  'tender-collect': {
    moves: [
      { from: tenderedBelow(RANKS.made_ready as number), to: 'made_ready', events: [] },
      { from: ['made_ready'], to: 'same', events: [], note: 'the later tender replaces the earlier one' },
    ],
    late: [],
    refusal: null,
    remedy: '',
  },
  rts: {
    moves: [
      { from: WITH_CARRIER, to: 'undeliverable', events: ['shipment.undeliverable'] },
      { from: [...WITH_NETWORK, ...IN_EXCEPTION], to: 'return_to_sender', events: ['shipment.return_to_sender'] },
    ],
    late: [],
    refusal: 'shipment_not_dispositionable',
    remedy: 'only a parcel in the network can be returned to its sender',
  },
  redeliver: {
    moves: [{ from: ['undeliverable'], to: 'out_for_delivery', events: ['shipment.out_for_delivery'] }],
    late: [],
    refusal: 'shipment_not_dispositionable',
    remedy: 'only an undeliverable parcel can be sent out again',
    stoppedByHold: true,
  },
  unclaimed: {
    moves: [{ from: NETWORK_STATES, to: 'unclaimed', events: ['shipment.unclaimed'] }],
    late: [],
    refusal: 'shipment_not_dispositionable',
    remedy: 'only a parcel in the network can be reported unclaimed',
  },
  dispose: {
    moves: [{ from: NETWORK_STATES, to: 'disposed', events: ['shipment.disposed'] }],
    late: [],
    refusal: 'shipment_not_dispositionable',
    remedy: 'only a parcel in the network can be disposed of',
  },
  redirect: {
    moves: [
      {
        from: ['in_transit', 'out_for_delivery', 'undeliverable', ...UNCLAIMED_AT_CARRIER],
        to: 'in_transit',
        events: ['shipment.redirected'],
      },
    ],
    late: [],
    refusal: 'shipment_not_redirectable',
    remedy:
      'report its movement first: only a parcel that is in transit or out for delivery, or undeliverable or unclaimed at its carrier, can be redirected',
  },
} as const satisfies Record<string, Rule>

export type ShipmentCommand = keyof typeof RULES
export const COMMANDS = Object.keys(RULES) as ShipmentCommand[]

/** Kinds that a carrier can report: all except those at the network's own counters. */
export const REPORTED_KINDS = ['collect', 'custody', 'arrive', 'sort', 'inject', 'movement', 'out-for-delivery', 'deliver'] as const
export type ReportedKind = (typeof REPORTED_KINDS)[number]

/** The commands that `POST /v2/scan-events/<kind>` names (docs/guide/scans.md#kinds-of-scans). */
export const SCAN_KINDS = ['walk-in', 'accept', 'reject', ...REPORTED_KINDS] as const satisfies readonly ShipmentCommand[]
export type ScanKind = (typeof SCAN_KINDS)[number]

export const DISPOSITIONS = ['rts', 'redeliver', 'unclaimed', 'dispose'] as const satisfies readonly ShipmentCommand[]
export type Disposition = (typeof DISPOSITIONS)[number]

export type Rung = ScanKind | 'produce-label'
/**
 * The command that the sandbox's `advance` runs in each status, by fulfillment. In other statuses `advance` is refused
 * (docs/guide/sandbox.md#one-step-at-a-time).
 */
export const LADDER: Readonly<Partial<Record<Status, Readonly<Record<Fulfillment, Rung>>>>> = {
  created: { qr_code: 'produce-label', print_label: 'produce-label' },
  label_ready: { qr_code: 'walk-in', print_label: 'accept' },
  ready_for_pickup: { qr_code: 'collect', print_label: 'collect' },
  picked_up: { qr_code: 'custody', print_label: 'custody' },
  in_possession: { qr_code: 'arrive', print_label: 'arrive' },
  at_sort_center: { qr_code: 'sort', print_label: 'sort' },
  sorted: { qr_code: 'inject', print_label: 'inject' },
  made_ready: { qr_code: 'movement', print_label: 'movement' },
  injected: { qr_code: 'movement', print_label: 'movement' },
  in_transit: { qr_code: 'out-for-delivery', print_label: 'out-for-delivery' },
  out_for_delivery: { qr_code: 'deliver', print_label: 'deliver' },
}

/** Returns the state of a shipment. If an unclaimed shipment does not name its last status, that status counts as `undeliverable`. */
export const stateOf = ({
  status,
  label_id,
  unclaimed_from,
}: Pick<Shipment, 'status' | 'label_id'> & Partial<Pick<Shipment, 'unclaimed_from'>>): ShipmentState => {
  if (status === 'unclaimed') return `unclaimed_${(unclaimed_from ?? 'undeliverable') as Claimable}`
  if (status !== 'rejected') return status
  return label_id === null ? 'rejected_unlabeled' : 'rejected_labeled'
}

export const statusOf = (state: ShipmentState): Status => STATUSES.find((status) => statesOf(status).includes(state)) as Status

export type Verdict = { kind: 'move'; move: Move } | { kind: 'late' } | { kind: 'refused'; code: ErrorCode } | { kind: 'nothing' }

/** Returns the answer of the table to a command in a state. */
export const verdictOf = (command: ShipmentCommand, state: ShipmentState): Verdict => {
  const rule: Rule = RULES[command]
  const move = rule.moves.find(({ from }) => from.includes(state))
  if (move) return { kind: 'move', move }
  if (rule.late.includes(state)) return { kind: 'late' }
  return rule.refusal === null ? { kind: 'nothing' } : { kind: 'refused', code: rule.refusal }
}
