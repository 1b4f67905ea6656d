import { endpoint, tenant } from '../../http/endpoint.ts'
import { runExclusive } from '../../process/keyed-mutex.ts'
import { actorOf } from '../../service/plan.ts'
import { counterLock } from '../scans/scan.ts'
import { loadShipment } from '../shipments/load.ts'
import { ShipmentOut } from '../shipments/schema.ts'
import { advance } from './advance.ts'
import { rehearsalStore } from './places.ts'

export const advanceTestShipment = endpoint(
  {
    method: 'POST',
    path: '/v2/test/shipments/:id/advance',
    scope: 'shipments:write',
    tag: 'Sandbox',
    summary: 'Advance a shipment by one step',
    description:
      'Runs the next scan of the sandbox ladder, at a seeded counter or facility, with the same effects and events as a real scan. A delivery scan happens at the destination and includes a generated image and a signature as proof.',
    answers: { 200: { description: 'The shipment', schema: ShipmentOut } },
    errors: ['invalid_transition', 'shipment_held'],
  },
  async (context, { params, execute }) => {
    const { service, caller } = context
    const owner = tenant(context)
    const shipment = await loadShipment(service, owner, params.id)
    const store = shipment && (await rehearsalStore(service, shipment))
    return runExclusive(store ? [counterLock(owner, store)] : [], () => execute(() => advance(service, owner, actorOf(caller), params.id)))
  },
)
