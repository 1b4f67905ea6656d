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
      'Lists sessions, newest first, including ended ones. A key sees only sessions whose scopes it has too. A session at a counter sees only itself.',
    page: 'A page of sessions',
    item: SessionOut,
  },
  (context, { after, limit }) => listSessions(context.service.db, sightOf(context), after, limit),
  sessionResource,
)
