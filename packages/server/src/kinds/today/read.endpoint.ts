import { answer, endpoint, tenant } from '../../http/endpoint.ts'
import { readToday as read } from './read.ts'
import { TodayOut } from './schema.ts'

export const readToday = endpoint(
  {
    method: 'GET',
    path: '/v2/today',
    scope: 'shipments:read',
    tag: 'Today',
    summary: 'Read what needs attention now',
    description:
      'Returns what waits for a decision or was forgotten: each kind with its number of items, the time of the oldest item and the address of the list. Also returns the numbers of the last seven days, which are counted as events happen. A partner reads its own data, an operator the data of all partners.',
    answers: { 200: { description: 'What needs attention, and the numbers', schema: TodayOut } },
  },
  async (context) => answer(200, await read(context.service, tenant(context))),
)
