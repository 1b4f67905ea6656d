import { STATUSES } from '@backhaul/core/shipment.ts'
import { Type } from 'typebox'
import { answer, endpoint, tenant } from '../../http/endpoint.ts'
import { iso } from '../../process/clock.ts'
import { nowMs, windowFrom } from './read.ts'
import { TodaySteps } from './schema.ts'
import { NEWEST_STEPS, readSteps } from './steps.ts'

export const readTodaySteps = endpoint(
  {
    method: 'GET',
    path: '/v2/today/steps',
    scope: 'shipments:read',
    tag: 'Today',
    summary: 'Read how long parcels took for a step',
    description: `Returns the parcels behind a line of \`stages\` in \`/v2/today\`, slowest first. Only the ${NEWEST_STEPS} parcels that reached the status \`to\` most recently are considered; of these, the parcels that came from the status \`from\` are returned.`,
    query: Type.Object(
      {
        from: Type.Enum([...STATUSES], { description: 'Status that the parcels left' }),
        to: Type.Enum([...STATUSES], { description: 'Status that the parcels reached' }),
      },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'The parcels', schema: TodaySteps } },
  },
  async (context, { query: { from, to } }) => {
    const owner = tenant(context)
    const since = iso(windowFrom(await nowMs(context.service, owner)))
    const { rows, is_all } = await readSteps(context.service.reads, owner, since, from, to)
    const data = rows.map(({ shipment_id, tracking, partner_id, from_at, to_at, seconds }) => ({
      ...{ shipment_id, tracking, from_at, to_at, seconds },
      ...(owner === null && { partner_id }),
    }))
    return answer(200, { object: 'today_steps', from, to, is_all, data })
  },
)
