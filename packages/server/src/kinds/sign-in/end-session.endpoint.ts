import { isRefusal } from '@backhaul/core/refusal.ts'
import { Type } from 'typebox'
import { endpoint } from '../../http/endpoint.ts'
import { noCookie } from '../../http/session-cookie.ts'
import { actingOperator, operatorOf } from '../../service/audit.ts'
import { endedAsLeft, endSession, sessionIdOf, sightOf } from './command.ts'
import { findSession } from './queries.ts'

export const endConsoleSession = endpoint(
  {
    method: 'DELETE',
    path: '/v2/console-sessions/:id',
    scope: null,
    tag: 'Sign-in',
    summary: 'End a session',
    description:
      'Ends a session. Every process refuses the session within a second. The id `current` is the session that sends the request: use it to sign out. `reason=left` says that the person left, and also works on an ended session. Then everything that descends from the sessions of this person ends: the links created in them and the sessions of these links. Keys created in them are listed for a decision.',
    query: Type.Object(
      {
        reason: Type.Optional(
          Type.Enum(['left'], { description: 'The person left. The links and sessions that this person created end too' }),
        ),
      },
      { additionalProperties: false },
    ),
    answers: { 204: { description: 'Ended' } },
  },
  async (context, { params, query, execute }) => {
    const { service, caller, site } = context
    const id = sessionIdOf(context, params.id)
    const sight = sightOf(context, true)
    const find = () => findSession(service.db, sight, id)
    const left = query.reason === 'left' ? 'person' : undefined
    const outcome = await execute(async () => endSession(service, operatorOf(caller), await find(), { left, sight }))
    if (isRefusal(outcome)) return outcome
    if (left) await endedAsLeft(service, actingOperator(caller), id)
    else await service.keyCache.forget(id)
    return { status: 204, body: null, ...(id === caller.key.id && { headers: { 'set-cookie': noCookie(site()) } }) }
  },
)
