import { dayAfter } from '@backhaul/core/calendar.ts'
import { localDay } from '@backhaul/core/local-time.ts'
import { pickupDay } from '@backhaul/core/pickup-days.ts'
import { refuse } from '@backhaul/core/refusal.ts'
import { Type } from 'typebox'
import { answer, endpoint } from '../../http/endpoint.ts'
import { wholeList } from '../../http/lists.ts'
import { ListOf, LocalDate } from '../../http/schemas.ts'
import { partnerNow } from '../../service/service.ts'
import { isStoreId } from '../network/queries.ts'
import { PickupDayOut } from './schema.ts'

const DEFAULT_DAYS = 14
const MAX_DAYS = 62

export const listPickupDays = endpoint(
  {
    method: 'GET',
    path: '/v2/drop-off-locations/:store_id/pickup-days',
    scope: 'shipments:read',
    tag: 'Pickups',
    summary: 'List the pickup days of a location',
    description: `Lists the days beginning with \`from\`, with the windows in which parcels can be collected at the location, by calendars and opening hours. On a day without windows, the location is closed or today's cut-off has passed. A pickup outside the windows is refused only if the policy of the operator says so.`,
    query: Type.Object(
      {
        from: Type.Optional(LocalDate('The first day, local to the location; today when absent')),
        days: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_DAYS, description: `Number of days; ${DEFAULT_DAYS} when absent` })),
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'The days', schema: ListOf(PickupDayOut) } },
  },
  async ({ service, caller }, { params: { store_id }, query }) => {
    const store = isStoreId(store_id) ? await service.network.store(store_id) : null
    if (!store)
      return refuse('not_found', 'No drop-off location has this id; find one with GET /v2/drop-off-locations.', { field: 'store_id' })
    const now = await partnerNow(service, caller.partner?.id ?? '')
    const { calendars } = await service.network.tables()
    const first = query.from ?? localDay(now, store.timezone)
    const days = Array.from({ length: query.days ?? DEFAULT_DAYS }, (_, i) => pickupDay(store, calendars, dayAfter(first, i), now))
    return answer(
      200,
      wholeList(
        days.map(({ date, isOpen, name, cut_off, windows }) => ({ object: 'pickup_day', date, open: isOpen, name, cut_off, windows })),
      ),
    )
  },
)
