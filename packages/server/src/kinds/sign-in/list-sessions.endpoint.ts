import { pagedList } from '../../http/list-endpoint.ts'
import { sightOf } from './command.ts'
import { listSessions } from './queries.ts'
import { sessionResource } from './resource.ts'
import { SessionOut } from './schema.ts'

export const listConsoleSessions = pagedList(
  {
    path: '/v2/console-sessions',
    scope: null,
    tag: 'Sign-in',
    summary: 'List sessions',
    description:
      'Newest first, ended ones included. A key sees those that have no scope which it lacks; at a counter one sees only the own.',
    page: 'A page of sessions',
    item: SessionOut,
  },
  (context, { after, limit }) => listSessions(context.service.db, sightOf(context), after, limit),
  sessionResource,
)
