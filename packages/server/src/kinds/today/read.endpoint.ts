import { answer, endpoint, tenant } from '../../http/endpoint.ts'
import { readToday as read } from './read.ts'
import { TodayOut } from './schema.ts'

export const readToday = endpoint(
  {
    method: 'GET',
    path: '/v2/today',
    scope: 'shipments:read',
    tag: 'Today',
    summary: 'Read what needs somebody now',
    description:
      'What waits for a decision or has been forgotten, each kind with its number, its oldest and the address of its list; and the last seven days in numbers, which are kept as events happen. A partner reads its own, an operator everything.',
    answers: { 200: { description: 'What there is', schema: TodayOut } },
  },
  async (context) => answer(200, await read(context.service, tenant(context))),
)
