import { emptied, endpoint } from '../../http/endpoint.ts'
import { operatorOf } from '../../service/audit.ts'
import { sightOf, withdrawLink } from './command.ts'
import { findLink } from './queries.ts'

export const withdrawConsoleLink = endpoint(
  {
    method: 'DELETE',
    path: '/v2/console-links/:id',
    scope: null,
    tag: 'Sign-in',
    summary: 'Withdraw a sign-in link',
    description:
      'Withdraws a link, so that it can no longer be opened. A link that was already opened does not change: end its session instead.',
    answers: { 204: { description: 'Withdrawn' } },
  },
  (context, { params, execute }) => {
    const { service, caller } = context
    const find = () => findLink(service.db, sightOf(context, true), params.id)
    return emptied(execute(async () => withdrawLink(service, operatorOf(caller), await find())))
  },
)
