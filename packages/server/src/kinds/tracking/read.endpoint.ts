import { plainTracking } from '@backhaul/core/check-characters.ts'
import { refuse } from '@backhaul/core/refusal.ts'
import { STATUSES } from '@backhaul/core/shipment.ts'
import { SCAN_KINDS } from '@backhaul/core/transitions.ts'
import { Type } from 'typebox'
import { answer, endpoint, tenant } from '../../http/endpoint.ts'
import { Nullable, Time } from '../../http/schemas.ts'
import { listScans } from '../scans/queries.ts'
import { loadShipmentByTracking } from '../shipments/load.ts'
import { historyOf } from './history.ts'

const TRACKING = /^[0-9A-HJKMNP-TV-Z]{27}$/
/** Tracking shows at most this many scans of a parcel, the newest. */
const MAX_HISTORY = 500

const TrackingOut = Type.Object(
  {
    object: Type.Enum(['tracking']),
    tracking: Type.String(),
    status: Type.Enum([...STATUSES]),
    history: Type.Array(
      Type.Object(
        {
          kind: Type.Enum([...SCAN_KINDS]),
          status: Type.Enum([...STATUSES], {
            description:
              'Status after the scan, as it is known now: a late scan has its place in the way of the parcel. Where a status such as `unclaimed` was decided, a scan has that of the step that it shows',
          }),
          occurred_at: Time('When it happened'),
          location: Nullable(
            Type.Object(
              { city: Nullable(Type.String()), state: Nullable(Type.String()), country: Nullable(Type.String()) },
              { additionalProperties: false },
            ),
          ),
        },
        { additionalProperties: false },
      ),
      {
        description: `Oldest first, of the newest ${MAX_HISTORY} scans, whenever they were reported; a scan reported twice is listed once`,
      },
    ),
  },
  { additionalProperties: false, title: 'Tracking' },
)

export const readTracking = endpoint(
  {
    method: 'GET',
    path: '/v2/tracking/:tracking',
    auth: 'key',
    scope: 'tracking:read',
    tag: 'Tracking',
    summary: 'Track a parcel',
    description:
      "Status and scan history of one tracking number, in capitals or not and with spaces or without, with the API key alone: a key whose only scope is `tracking:read` can be used in a browser. Give browsers a key of their own, because these requests count toward the key's rate limit just as signed ones do. The answer contains no addresses, no prices and nothing about the partner.",
    answers: { 200: { description: 'Status and history', schema: TrackingOut } },
  },
  async (context, { params }) => {
    const tracking = plainTracking(params.tracking)
    const shipment = TRACKING.test(tracking) ? await loadShipmentByTracking(context.service, tenant(context), tracking) : null
    if (!shipment) return refuse('not_found', 'No shipment of yours has this tracking number; check it.', { field: 'tracking' })
    const latest = await listScans(context.service.db, shipment.id, null, MAX_HISTORY)
    return answer(200, { object: 'tracking', tracking, status: shipment.status, history: historyOf(latest.reverse()) })
  },
)
