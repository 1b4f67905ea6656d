import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { pageOf } from '../../http/lists.ts'
import { ListOf, Paging } from '../../http/schemas.ts'
import { sightOf } from './command.ts'
import { listLinks } from './queries.ts'
import { linkResource } from './resource.ts'
import { LinkOut } from './schema.ts'

export const listConsoleLinks = endpoint(
  {
    method: 'GET',
    path: '/v2/console-links',
    auth: 'signed',
    scope: null,
    tag: 'Sign-in',
    summary: 'List sign-in links',
    description: 'Newest first, used and withdrawn ones included. A key sees those that give no scope which it lacks.',
    query: Type.Object(Paging, { additionalProperties: false }),
    answers: { 200: { description: 'A page of links', schema: ListOf(LinkOut) } },
    errors: ['invalid_cursor'],
  },
  (context, { query }) => pageOf(query, ({ after, limit }) => listLinks(context.service.db, sightOf(context), after, limit), linkResource),
)
