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
/** Maximum number of scans that tracking shows for a parcel. The newest scans are shown. */
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
              'Status after the scan, according to all scans known now: a late scan has its place in the history of the parcel. Instead of a decision such as `unclaimed`, the scan shows the status to which its kind leads',
          }),
          occurred_at: Time('Time of the scan'),
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
        description: `The newest ${MAX_HISTORY} scans, oldest first, regardless of when they were reported. A scan that was reported twice is listed only once`,
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
      "Returns the status and scan history of one tracking number; case and spaces do not matter. The API key alone is enough, so a key whose only scope is `tracking:read` can be used in a browser. Give browsers their own key, because these requests count toward the key's rate limit just as signed requests do. The response contains no addresses, no prices and nothing about the partner.",
    answers: { 200: { description: 'Status and history', schema: TrackingOut } },
  },
  async (context, { params }) => {
    const tracking = plainTracking(params.tracking)
    const shipment = TRACKING.test(tracking) ? await loadShipmentByTracking(context.service, tenant(context), tracking) : null
    if (!shipment) return refuse('not_found', 'No shipment with this tracking number exists for your account.', { field: 'tracking' })
    const latest = await listScans(context.service.db, shipment.id, null, MAX_HISTORY)
    return answer(200, { object: 'tracking', tracking, status: shipment.status, history: historyOf(latest.reverse()) })
  },
)
