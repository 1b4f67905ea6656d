import type { ScanKind } from '../domain/transitions.ts'
import { type Endpoint, endpoint, tenant } from '../http/endpoint.ts'
import { actorOf } from '../service/plan.ts'
import type { ScanRequest } from './check.ts'
import { attemptScan, executeScans } from './scan.ts'
import { SCAN_BODIES, ScanAnswer, type ScanBody } from './schema.ts'

const LATE = 'A scan that arrives late is recorded with `applied: false` and moves nothing.'
/** Of all scans but `reject`. */
const CUSTODY =
  'It counts by when it happened: one that is uploaded after `expires_at` and happened before keeps the shipment from expiring. Where the shipment had expired or was cancelled meanwhile, it is recorded with `applied: false` and opens a discrepancy of the stage `custody`, once for each shipment.'

/** One scan of one parcel: the endpoints differ in their fields and in what they mean. */
const scanEndpoint = (kind: ScanKind, summary: string, meaning: string): Endpoint =>
  endpoint(
    {
      method: 'POST',
      path: `/v2/scan-events/${kind}`,
      auth: 'signed',
      scope: 'scans:write',
      tag: 'Scans',
      summary,
      description: [meaning, LATE, ...(kind === 'reject' ? [] : [CUSTODY])].join(' '),
      body: SCAN_BODIES[kind],
      answers: { 200: { description: 'The shipment after the scan, the scan, and what it fired', schema: ScanAnswer } },
      errors: ['validation_failed', 'not_found', 'invalid_transition', 'qr_not_valid'],
    },
    (context, { body, execute }) => {
      const scan: ScanRequest = { kind, ...(body as ScanBody) }
      const scanner = { tenant: tenant(context), actor: actorOf(context.caller) }
      return executeScans([scan], execute, () => attemptScan(context.service, scanner, scan))
    },
  )

/** POST /v2/scan-events/<kind>; contract §8. */
export const SCAN_ENDPOINTS = {
  scanWalkIn: scanEndpoint(
    'walk-in',
    'Walk-in scan',
    "The sender hands the parcel over at a counter and presents its QR, which is used by that, however the parcel was named; a QR that was invalidated stays so, and is refused when it is presented itself. Prints the first label if there is none, and charges what the counter's scales say.",
  ),
  scanAccept: scanEndpoint('accept', 'Accept scan', 'A counter accepts a parcel that came with its label on.'),
  scanReject: scanEndpoint('reject', 'Reject scan', 'A counter refuses the parcel and takes no custody; the sender may try again.'),
  scanCollect: scanEndpoint(
    'collect',
    'Collection scan',
    "A driver collects the parcel from the counter. It gets the `sweepId` of its carrier's visit that is ordered for that store (the parcel's own when the scan names no place) on that day there, also when the scan is recorded only.",
  ),
  scanCustody: scanEndpoint('custody', 'Custody scan', 'The network has the parcel.'),
  scanArrive: scanEndpoint('arrive', 'Arrival scan', 'The parcel arrives at a sort facility.'),
  scanSort: scanEndpoint('sort', 'Sort scan', 'The parcel is sorted.'),
  scanInject: scanEndpoint(
    'inject',
    'Injection scan',
    'The onward carrier takes the parcel over. In a marketplace market the cheapest one is chosen here unless `carrier` names it.',
  ),
  scanMovement: scanEndpoint('movement', 'Movement scan', 'The onward carrier moves the parcel; the first movement puts it in transit.'),
  scanOutForDelivery: scanEndpoint('out-for-delivery', 'Out-for-delivery scan', 'The parcel is on its last way.'),
  scanDeliver: scanEndpoint(
    'deliver',
    'Delivery scan',
    'The parcel is delivered. Its proof is graded `A` with an image and a signature, `B` with one of them, `C` with neither.',
  ),
} satisfies Record<string, Endpoint>
