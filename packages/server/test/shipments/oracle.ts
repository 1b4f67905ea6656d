// The effect of each command in each state, written by hand from the rules. It shares nothing with packages/core/src/transitions.ts, so a
// mistake in that file, or a changed rule, shows as a differing cell. It is used by the grid (./grid.test.ts), by the tests over HTTP
// (../conformance/states.long.test.ts) and by all other tests that need to know what a status allows. The only other copy kept by hand is
// the independent model of the random walk (../scenario/model.ts).
import type { Status } from '@backhaul/core/shipment.ts'
import type { ShipmentCommand, ShipmentState } from '@backhaul/core/transitions.ts'
import { expect } from 'vitest'

export const CODES: Record<string, Status> = {
  cr: 'created',
  lr: 'label_ready',
  rp: 'ready_for_pickup',
  pu: 'picked_up',
  po: 'in_possession',
  ac: 'at_sort_center',
  so: 'sorted',
  mr: 'made_ready',
  ij: 'injected',
  it: 'in_transit',
  od: 'out_for_delivery',
  de: 'delivered',
  re: 'rejected',
  un: 'undeliverable',
  rs: 'return_to_sender',
  uc: 'unclaimed',
  di: 'disposed',
  ca: 'cancelled',
  ex: 'expired',
}

// Cell values: a code moves the shipment to that status. `=` applies and keeps the status. `~` is recorded without effect. `x` is refused.
// `-` skips the shipment.
// Columns: amend reprint hold release cancel expire reissue-qr produce-label | walk-in accept reject
//          | collect custody arrive sort inject movement out-for-delivery deliver | tender tender-inject tender-collect
//          | rts redeliver unclaimed dispose redirect
export const GRID: Record<ShipmentState, string> = {
  created: '            = x = = ca ex = lr | po x  re | x  x  x  x  x  x  x  x  | x -  -  | x  x  x  x  x',
  label_ready: '        = = = = ca ex = x  | po rp re | pu po ac so ij it od de | = ij mr | x  x  x  x  x',
  rejected_unlabeled: 'x x = = ca ex = x  | po x  re | x  x  x  x  x  x  x  x  | x -  -  | x  x  x  x  x',
  rejected_labeled: '  x x = = ca ex = x  | po rp re | pu po ac so ij it od de | x ij mr | x  x  x  x  x',
  ready_for_pickup: '   x x = = x  -  x x  | ~  ~  ~  | pu po ac so ij it od de | = ij mr | rs x  uc di x',
  picked_up: '          x x = = x  -  x x  | ~  ~  ~  | ~  po ac so ij it od de | = ij mr | rs x  uc di x',
  in_possession: '      x x = = x  -  x x  | ~  ~  ~  | ~  ~  ac so ij it od de | = ij mr | rs x  uc di x',
  at_sort_center: '     x x = = x  -  x x  | ~  ~  ~  | ~  ~  ~  so ij it od de | = ij mr | rs x  uc di x',
  sorted: '             x x = = x  -  x x  | ~  ~  ~  | ~  ~  ~  ~  ij it od de | = ij mr | rs x  uc di x',
  made_ready: '         x x = = x  -  x x  | ~  ~  ~  | ~  ~  ~  ~  ij it od de | = ij =  | rs x  uc di x',
  injected: '           x x = = x  -  x x  | ~  ~  ~  | ~  ~  ~  ~  ~  it od de | x -  -  | un x  uc di x',
  in_transit: '         x x = = x  -  x x  | ~  ~  ~  | ~  ~  ~  ~  ~  ~  od de | x -  -  | un x  uc di it',
  out_for_delivery: '   x x = = x  -  x x  | ~  ~  ~  | ~  ~  ~  ~  ~  ~  ~  de | x -  -  | un x  uc di it',
  undeliverable: '      x x = = x  -  x x  | ~  ~  ~  | ~  ~  ~  ~  ~  ~  od de | x -  -  | rs od uc di it',
  unclaimed_ready_for_pickup: 'x x = = x  -  x x | ~ ~ ~ | pu po ac so ij it od de | x - - | rs x uc di x',
  unclaimed_picked_up: '       x x = = x  -  x x | ~ ~ ~ | ~  po ac so ij it od de | x - - | rs x uc di x',
  unclaimed_in_possession: '   x x = = x  -  x x | ~ ~ ~ | ~  ~  ac so ij it od de | x - - | rs x uc di x',
  unclaimed_at_sort_center: '  x x = = x  -  x x | ~ ~ ~ | ~  ~  ~  so ij it od de | x - - | rs x uc di x',
  unclaimed_sorted: '          x x = = x  -  x x | ~ ~ ~ | ~  ~  ~  ~  ij it od de | x - - | rs x uc di x',
  unclaimed_made_ready: '      x x = = x  -  x x | ~ ~ ~ | ~  ~  ~  ~  ij it od de | x - - | rs x uc di x',
  unclaimed_injected: '        x x = = x  -  x x | ~ ~ ~ | ~  ~  ~  ~  ~  it od de | x - - | rs x uc di it',
  unclaimed_in_transit: '      x x = = x  -  x x | ~ ~ ~ | ~  ~  ~  ~  ~  ~  od de | x - - | rs x uc di it',
  unclaimed_undeliverable: '   x x = = x  -  x x | ~ ~ ~ | ~  ~  ~  ~  ~  ~  od de | x - - | rs x uc di it',
  unclaimed_out_for_delivery: 'x x = = x  -  x x | ~ ~ ~ | ~  ~  ~  ~  ~  ~  od de | x - - | rs x uc di it',
  delivered: '          x x = = x  -  x x  | x  x  x  | ~  ~  ~  ~  ~  ~  ~  ~  | x -  -  | x  x  x  x  x',
  return_to_sender: '   x x = = x  -  x x  | x  x  x  | ~  ~  ~  ~  ~  ~  ~  ~  | x -  -  | x  x  x  x  x',
  disposed: '           x x = = x  -  x x  | x  x  x  | ~  ~  ~  ~  ~  ~  ~  ~  | x -  -  | x  x  x  x  x',
  cancelled: '          x x = = x  -  x x  | x  x  x  | ~  ~  ~  ~  ~  ~  ~  ~  | x -  -  | x  x  x  x  x',
  expired: '            x x = = x  -  x x  | x  x  x  | ~  ~  ~  ~  ~  ~  ~  ~  | x -  -  | x  x  x  x  x',
}

/** Commands that a counter, a driver, a facility or a carrier reports. */
export const SCANS = [
  ...(['walk-in', 'accept', 'reject'] as const),
  ...(['collect', 'custody', 'arrive', 'sort', 'inject', 'movement', 'out-for-delivery', 'deliver'] as const),
] as const satisfies readonly ShipmentCommand[]

export const COLUMNS: readonly ShipmentCommand[] = [
  ...(['amend', 'reprint', 'hold', 'release', 'cancel', 'expire', 'reissue-qr', 'produce-label'] as const),
  ...SCANS,
  ...(['tender', 'tender-inject', 'tender-collect', 'rts', 'redeliver', 'unclaimed', 'dispose', 'redirect'] as const),
]

/** The events that each command fires where it applies. For two commands they depend on the state, so these have functions. */
const FIRES: Record<ShipmentCommand, string[] | ((state: ShipmentState) => string[])> = {
  amend: ['shipment.updated'],
  reprint: ['shipment.label_reprinted'],
  hold: ['shipment.held'],
  release: ['shipment.released'],
  cancel: ['shipment.cancelled'],
  expire: ['shipment.expired'],
  'reissue-qr': ['qr.reissued'],
  'produce-label': ['shipment.label_ready'],
  'walk-in': (state) => [
    ...(state === 'created' || state === 'rejected_unlabeled' ? ['shipment.label_ready'] : []),
    'qr.scanned',
    'shipment.in_possession',
  ],
  accept: ['shipment.ready_for_pickup'],
  reject: ['shipment.rejected'],
  collect: ['shipment.picked_up'],
  custody: ['shipment.in_possession'],
  arrive: ['shipment.at_sort_center'],
  sort: ['shipment.sorted'],
  inject: ['shipment.injected'],
  movement: ['shipment.in_transit', 'tracking.updated'],
  'out-for-delivery': ['shipment.out_for_delivery'],
  deliver: ['shipment.delivered'],
  tender: [],
  'tender-inject': ['shipment.injected'],
  'tender-collect': [],
  rts: (state) =>
    ['injected', 'in_transit', 'out_for_delivery'].includes(state) ? ['shipment.undeliverable'] : ['shipment.return_to_sender'],
  redeliver: ['shipment.out_for_delivery'],
  unclaimed: ['shipment.unclaimed'],
  dispose: ['shipment.disposed'],
  redirect: ['shipment.redirected'],
}

export const REFUSALS: Partial<Record<ShipmentCommand, string>> = {
  amend: 'shipment_locked',
  cancel: 'shipment_not_cancellable',
  rts: 'shipment_not_dispositionable',
  redeliver: 'shipment_not_dispositionable',
  unclaimed: 'shipment_not_dispositionable',
  dispose: 'shipment_not_dispositionable',
  redirect: 'shipment_not_redirectable',
}

/** The step that the sandbox's `advance` takes from each status. */
export const LADDER: Partial<Record<ShipmentState, [qr_code: ShipmentCommand, print_label: ShipmentCommand]>> = {
  created: ['produce-label', 'produce-label'],
  label_ready: ['walk-in', 'accept'],
  ready_for_pickup: ['collect', 'collect'],
  picked_up: ['custody', 'custody'],
  in_possession: ['arrive', 'arrive'],
  at_sort_center: ['sort', 'sort'],
  sorted: ['inject', 'inject'],
  made_ready: ['movement', 'movement'],
  injected: ['movement', 'movement'],
  in_transit: ['out-for-delivery', 'out-for-delivery'],
  out_for_delivery: ['deliver', 'deliver'],
}

export const cellsOf = (state: ShipmentState): Map<ShipmentCommand, string> => {
  const cells = GRID[state].split(/[\s|]+/).filter((cell) => cell !== '')
  expect(cells).toHaveLength(COLUMNS.length)
  return new Map(COLUMNS.map((command, i) => [command, cells[i] as string]))
}

export const firedBy = (command: ShipmentCommand, state: ShipmentState): string[] => {
  const fires = FIRES[command]
  return typeof fires === 'function' ? fires(state) : fires
}
