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
    description: 'It can no longer be opened. A link that was opened stays as it is: end its session instead.',
    answers: { 204: { description: 'Withdrawn' } },
  },
  (context, { params, execute }) => {
    const { service, caller } = context
    const find = () => findLink(service.db, sightOf(context, true), params.id)
    return emptied(execute(async () => withdrawLink(service, operatorOf(caller), await find())))
  },
)
