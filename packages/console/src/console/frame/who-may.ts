// Who opens what, by access. The service judges each request for itself; this only keeps from view what it would refuse.
import type { ConsoleSessionDetail } from '@backhaul/client'

const OF_THE_CONSOLE = ['operator', 'support', 'partner', 'partner-viewer']

/** Whether the pages of the console are for this session at all; a counter and a handler have the counter. */
export const isOfTheConsole = ({ access }: ConsoleSessionDetail): boolean => OF_THE_CONSOLE.includes(access)

/** Somebody of the operator, who sees all partners. */
export const isOperators = ({ access }: ConsoleSessionDetail): boolean => access === 'operator' || access === 'support'

/** Whether a session has a scope that its access and the key behind it both have. */
export const hasScope = ({ scopes }: ConsoleSessionDetail, scope: string): boolean => scopes.includes(scope)

/** Whether a session carries out commands of a scope: those that only read have some scopes that allow more. */
export const mayCommand = (session: ConsoleSessionDetail, scope: string): boolean =>
  (session.access === 'operator' || session.access === 'partner') && hasScope(session, scope)
