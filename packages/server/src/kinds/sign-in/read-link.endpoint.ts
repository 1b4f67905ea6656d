import { answer, endpoint } from '../../http/endpoint.ts'
import { linkNotFound, sightOf } from './command.ts'
import { findLink } from './queries.ts'
import { linkResource } from './resource.ts'
import { LinkOut } from './schema.ts'

export const readConsoleLink = endpoint(
  {
    method: 'GET',
    path: '/v2/console-links/:id',
    scope: null,
    tag: 'Sign-in',
    summary: 'Read a sign-in link',
    description: 'Returns the link, but never its address. Reading does not use up the link.',
    answers: { 200: { description: 'The link', schema: LinkOut } },
  },
  async (context, { params }) => {
    const link = await findLink(context.service.db, sightOf(context), params.id)
    return link ? answer(200, linkResource(link)) : linkNotFound()
  },
)
