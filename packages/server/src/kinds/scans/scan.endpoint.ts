import { isRefusal } from '@backhaul/core/refusal.ts'
import type { ScanKind } from '@backhaul/core/transitions.ts'
import { type Endpoint, endpoint, reach } from '../../http/endpoint.ts'
import { actorOf } from '../../service/plan.ts'
import { withinBounds } from './bounds.ts'
import { limitedPersonOf } from './misses.ts'
import { byPerson } from './person.ts'
import { attemptScan, executeScans } from './scan.ts'
import { SCAN_BODIES, ScanAnswer, type ScanBody } from './schema.ts'

const LATE = 'A late scan is only recorded: it has `applied: false` and does not change the status.'
/** Applies to all scans except `reject`. */
const CUSTODY =
  'The time of the scan counts: a scan that happened before `expires_at` prevents expiry even if it is uploaded later. If the shipment has already expired or been canceled, the scan is recorded with `applied: false` and opens a discrepancy with the reason `late_custody`, once per shipment.'

/** Makes the endpoint for one kind of scan. The endpoints differ in the fields of the body and in `meaning`, which describes the scan. */
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
      answers: { 200: { description: 'The shipment after the scan, the scan, and the events that it fired', schema: ScanAnswer } },
      errors: ['not_found', 'invalid_transition', 'qr_not_valid'],
    },
    (context, { body, execute }) => {
      const scan = byPerson(context.caller, withinBounds(context.caller, { kind, ...(body as ScanBody) }))
      if (isRefusal(scan)) return execute(async () => scan)
      const scanner = { ...reach(context), actor: actorOf(context.caller), limitedPerson: limitedPersonOf(context.caller) }
      return executeScans(scanner.tenant, [scan], execute, () => attemptScan(context.service, scanner, scan))
    },
  )

/** POST /v2/scan-events/<kind>; docs/guide/scans.md#kinds-of-scans. */
export const scanWalkIn = scanEndpoint(
  'walk-in',
  'Record a walk-in scan',
  "Records that the sender hands over the parcel at a counter and presents its QR. The shipment's active QR becomes used, regardless of the identification in the scan. A presented QR counts if it was active when the scan happened, even if it has been replaced or invalidated since then. Creates the first label if there is none, and charges by the counter's measurements.",
)
export const scanAccept = scanEndpoint(
  'accept',
  'Record an accept scan',
  'Records that a counter accepts a parcel that already has its label.',
)
export const scanReject = scanEndpoint(
  'reject',
  'Record a reject scan',
  'Records that a counter refuses the parcel and does not take custody. The sender may try again.',
)
export const scanCollect = scanEndpoint(
  'collect',
  'Record a collection scan',
  "Records that a driver collects the parcel from the counter. The parcel gets the `sweepId` of the visit that its carrier has ordered for that store and that local day, even if the scan is only recorded and not applied. If the scan names no store, the parcel's own store is used.",
)
export const scanCustody = scanEndpoint('custody', 'Record a custody scan', 'Records that the network has the parcel.')
export const scanArrive = scanEndpoint('arrive', 'Record an arrival scan', 'Records that the parcel arrives at a sort facility.')
export const scanSort = scanEndpoint('sort', 'Record a sort scan', 'Records that the parcel is sorted.')
export const scanInject = scanEndpoint(
  'inject',
  'Record an injection scan',
  'Records that the onward carrier takes over the parcel. The carrier is the one in `carrier`, else the carrier that accepted the parcel for collection, else, in a marketplace market, the cheapest carrier.',
)
export const scanMovement = scanEndpoint(
  'movement',
  'Record a movement scan',
  'Records that the onward carrier moves the parcel. The first movement puts the parcel in transit.',
)
export const scanOutForDelivery = scanEndpoint(
  'out-for-delivery',
  'Record an out-for-delivery scan',
  'Records that the parcel is out for delivery.',
)
export const scanDeliver = scanEndpoint(
  'deliver',
  'Record a delivery scan',
  'Records that the parcel is delivered. The proof is graded `A` with an image and a signature, `B` with one of them, `C` with neither.',
)
