import { isRefusal } from '@backhaul/core/refusal.ts'
import type { ScanKind } from '@backhaul/core/transitions.ts'
import { type Endpoint, endpoint, reach } from '../../http/endpoint.ts'
import { actorOf } from '../../service/plan.ts'
import { withinBounds } from './bounds.ts'
import { guesserOf } from './misses.ts'
import { byPerson } from './person.ts'
import { attemptScan, executeScans } from './scan.ts'
import { SCAN_BODIES, ScanAnswer, type ScanBody } from './schema.ts'

const LATE = 'A late scan is recorded with `applied: false` and does not move the shipment.'
/** Applies to all scans except `reject`. */
const CUSTODY =
  'What counts is when the scan happened: one uploaded after `expires_at` that happened before it keeps the shipment from expiring. If the shipment has already expired or been cancelled, the scan is recorded with `applied: false` and opens a discrepancy with the reason `late_custody`, once per shipment.'

/** Makes the endpoint for one scan of one parcel. The endpoints differ in their fields and their meaning. */
const scanEndpoint = (kind: ScanKind, summary: string, meaning: string): Endpoint =>
  endpoint(
    {
      method: 'POST',
      path: `/v2/scan-events/${kind}`,
      scope: 'scans:write',
      tag: 'Scans',
      summary,
      description: [meaning, LATE, ...(kind === 'reject' ? [] : [CUSTODY])].join(' '),
      body: SCAN_BODIES[kind],
      answers: { 200: { description: 'The shipment after the scan, the scan, and what it fired', schema: ScanAnswer } },
      errors: ['not_found', 'invalid_transition', 'qr_not_valid'],
    },
    (context, { body, execute }) => {
      const scan = byPerson(context.caller, withinBounds(context.caller, { kind, ...(body as ScanBody) }))
      if (isRefusal(scan)) return execute(async () => scan)
      const scanner = { ...reach(context), actor: actorOf(context.caller), guesser: guesserOf(context.caller) }
      return executeScans(scanner.tenant, [scan], execute, () => attemptScan(context.service, scanner, scan))
    },
  )

/** POST /v2/scan-events/<kind>; docs/guide/scans.md#kinds-of-scans. */
export const scanWalkIn = scanEndpoint(
  'walk-in',
  'Walk-in scan',
  "The sender hands over the parcel at a counter and presents its QR. The shipment's active QR becomes used, whichever identification the scan gives. A QR that is presented counts if it was active when the scan happened, even if it was replaced or invalidated since. Prints the first label if there is none, and charges by the counter's scale.",
)
export const scanAccept = scanEndpoint('accept', 'Accept scan', 'A counter accepts a parcel that already has its label.')
export const scanReject = scanEndpoint(
  'reject',
  'Reject scan',
  'A counter refuses the parcel and does not take custody; the sender may try again.',
)
export const scanCollect = scanEndpoint(
  'collect',
  'Collection scan',
  "A driver collects the parcel from the counter. The parcel gets the `sweepId` of the visit its carrier has ordered for that store (the parcel's own store if the scan names none) and that local day, even if the scan is only recorded.",
)
export const scanCustody = scanEndpoint('custody', 'Custody scan', 'The network has the parcel.')
export const scanArrive = scanEndpoint('arrive', 'Arrival scan', 'The parcel arrives at a sort facility.')
export const scanSort = scanEndpoint('sort', 'Sort scan', 'The parcel is sorted.')
export const scanInject = scanEndpoint(
  'inject',
  'Injection scan',
  'The onward carrier takes over the parcel: the one that `carrier` names, else the one that accepted it for collection, else, in a marketplace market, the cheapest.',
)
export const scanMovement = scanEndpoint(
  'movement',
  'Movement scan',
  'The onward carrier moves the parcel; the first movement puts it in transit.',
)
export const scanOutForDelivery = scanEndpoint('out-for-delivery', 'Out-for-delivery scan', 'The parcel is out for delivery.')
export const scanDeliver = scanEndpoint(
  'deliver',
  'Delivery scan',
  'The parcel is delivered. Its proof is graded `A` with an image and a signature, `B` with one of them, `C` with neither.',
)
