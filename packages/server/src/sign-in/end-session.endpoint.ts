import { isRefusal } from '../domain/refusal.ts'
import { endpoint } from '../http/endpoint.ts'
import { noCookie } from '../http/session-cookie.ts'
import { operatorOf } from '../service/audit.ts'
import { endSession, sessionIdOf, sightOf } from './command.ts'
import { findSession } from './queries.ts'

export const endConsoleSession = endpoint(
  {
    method: 'DELETE',
    path: '/v2/console-sessions/:id',
    auth: 'signed',
    scope: null,
    tag: 'Sign-in',
    summary: 'End a session',
    description: 'Every process refuses it within a second. The id `current` is the session that asks: that is signing out.',
    answers: { 204: { description: 'Ended' } },
    errors: ['not_found'],
  },
  async (context, { params, execute }) => {
    const { service, caller, site } = context
    const id = sessionIdOf(context, params.id)
    const find = () => findSession(service.db, sightOf(context, true), id)
    const outcome = await execute(async () => endSession(service, operatorOf(caller), await find()))
    if (isRefusal(outcome)) return outcome
    await service.keyCache.forget(id)
    return { status: 204, body: null, ...(id === caller.key.id && { headers: { 'set-cookie': noCookie(site()) } }) }
  },
)
