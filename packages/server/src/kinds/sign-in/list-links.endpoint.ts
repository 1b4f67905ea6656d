import { pagedList } from '../../http/list-endpoint.ts'
import { sightOf } from './command.ts'
import { listLinks } from './queries.ts'
import { linkResource } from './resource.ts'
import { LinkOut } from './schema.ts'

export const listConsoleLinks = pagedList(
  {
    path: '/v2/console-links',
    scope: null,
    tag: 'Sign-in',
    summary: 'List sign-in links',
    description: 'Lists sign-in links, newest first, including used and withdrawn ones. A key sees only links whose scopes it has too.',
    page: 'A page of links',
    item: LinkOut,
  },
  (context, { after, limit }) => listLinks(context.service.db, sightOf(context), after, limit),
  linkResource,
)
