import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { pageOf } from '../../http/lists.ts'
import { ListOf, Paging } from '../../http/schemas.ts'
import { sightOf } from './command.ts'
import { listSessions } from './queries.ts'
import { sessionResource } from './resource.ts'
import { SessionOut } from './schema.ts'

export const listConsoleSessions = endpoint(
  {
    method: 'GET',
    path: '/v2/console-sessions',
    auth: 'signed',
    scope: null,
    tag: 'Sign-in',
    summary: 'List sessions',
    description:
      'Newest first, ended ones included. A key sees those that have no scope which it lacks; at a counter one sees only the own.',
    query: Type.Object(Paging, { additionalProperties: false }),
    answers: { 200: { description: 'A page of sessions', schema: ListOf(SessionOut) } },
    errors: ['invalid_cursor'],
  },
  (context, { query }) =>
    pageOf(query, ({ after, limit }) => listSessions(context.service.db, sightOf(context), after, limit), sessionResource),
)
