import type { ConsoleSessionDetail } from '@backhaul/client'
import type { Area } from '../frame/area.ts'
import { hasScope, isOfTheConsole, isOperators } from '../frame/who-may.ts'

/** A partner's own things, with this scope. */
const isPartnersWith =
  (scope: string) =>
  (session: ConsoleSessionDetail): boolean =>
    isOfTheConsole(session) && !isOperators(session) && hasScope(session, scope)

export const webhooks: Area = {
  title: 'Webhooks',
  path: '/webhooks',
  letter: 'w',
  mayOpen: isPartnersWith('webhooks:manage'),
  pages: [
    { path: '/webhooks', load: () => import('./webhooks-page.tsx') },
    { path: '/webhooks/$id', load: () => import('./webhook-page.tsx') },
    { path: '/deliveries/$id', load: () => import('./delivery-page.tsx') },
  ],
}

export const events: Area = {
  title: 'Events',
  path: '/events',
  letter: 'e',
  mayOpen: isPartnersWith('events:read'),
  pages: [
    { path: '/events', load: () => import('./events-page.tsx') },
    { path: '/events/$id', load: () => import('./event-page.tsx') },
  ],
}

export const sandbox: Area = {
  title: 'Sandbox',
  path: '/sandbox',
  letter: 'b',
  mayOpen: (session) => session.environment === 'sandbox' && session.access === 'partner' && hasScope(session, 'shipments:write'),
  pages: [{ path: '/sandbox', load: () => import('./sandbox-page.tsx') }],
}
