import { answer, endpoint } from '../../http/endpoint.ts'
import { sessionIdOf, sessionNotFound, sightOf } from './command.ts'
import { findSession } from './queries.ts'
import { sessionDetail } from './resource.ts'
import { SessionDetailOut } from './schema.ts'

export const readConsoleSession = endpoint(
  {
    method: 'GET',
    path: '/v2/console-sessions/:id',
    scope: null,
    tag: 'Sign-in',
    summary: 'Read a session',
    description: 'Returns who is signed in and what this person may do. The id `current` is the session that sends the request.',
    answers: { 200: { description: 'The session', schema: SessionDetailOut } },
  },
  async (context, { params }) => {
    const { service, caller } = context
    const session = await findSession(service.db, sightOf(context), sessionIdOf(context, params.id))
    if (!session) return sessionNotFound()
    // The caller's own session is shown with only the scopes that it still has.
    const scopes = session.id === caller.key.id ? caller.key.scopes : session.scopes
    return answer(200, await sessionDetail(service, { ...session, scopes }))
  },
)
