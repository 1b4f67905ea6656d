import type * as kind from '../../src/kinds/events/kind.ts'
import { type CasesOf, eventOf } from '../coverage/case.ts'

export const CASES: CasesOf<typeof kind> = {
  listOperatorEvents: (world) => ({ path: `/v2/ops/events?partner_id=${world.owner.partnerId}&limit=2` }),
  readOperatorEvent: async (world) => ({ path: `/v2/ops/events/${await eventOf(world)}` }),
  listEvents: async (world) => {
    // A millisecond earlier than now, because the event may be created within the current millisecond.
    const since = new Date(Date.now() - 1).toISOString()
    return { path: `/v2/events?created_after=${since}`, owned: [(await world.shipment()).id] }
  },
  readEvent: async (world) => {
    const { id } = await world.shipment()
    await world.owner.settle()
    const [{ eventID }] = (await world.owner.get(`/v2/events?shipment=${id}&limit=1`)).json.data
    return { path: `/v2/events/${eventID}`, owned: [eventID] }
  },
}
