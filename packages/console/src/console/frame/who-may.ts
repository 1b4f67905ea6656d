// Access rules for pages. The service checks each request itself; these rules only hide what it would refuse.
import type { ConsoleSessionDetail } from '@backhaul/client'

const OF_THE_CONSOLE = ['operator', 'support', 'partner', 'partner-viewer']

/** Returns whether this session uses the console. Counter and handler sessions use the counter app. */
export const isOfTheConsole = ({ access }: ConsoleSessionDetail): boolean => OF_THE_CONSOLE.includes(access)

/** Returns whether the user belongs to the operator, who sees all partners. */
export const isOperators = ({ access }: ConsoleSessionDetail): boolean => access === 'operator' || access === 'support'

/** Returns whether a session has a scope that both its access and its key include. */
export const hasScope = ({ scopes }: ConsoleSessionDetail, scope: string): boolean => scopes.includes(scope)

/**
 * Returns whether a session may run the commands that a scope covers. Some read-only sessions also have such scopes, but may not run the
 * commands.
 */
export const mayCommand = (session: ConsoleSessionDetail, scope: string): boolean =>
  (session.access === 'operator' || session.access === 'partner') && hasScope(session, scope)
