import type { ConsoleSessionDetail } from '@backhaul/client'
import type { Area } from '../frame/area.ts'
import { hasScope, isOfTheConsole, isOperators } from '../frame/who-may.ts'

/** Allows partners that have this scope. Also allows operators, who read the data of all partners. */
const reads =
  (scope: string) =>
  (session: ConsoleSessionDetail): boolean =>
    isOfTheConsole(session) && hasScope(session, isOperators(session) ? 'ops' : scope)

export const webhooks: Area = {
  entry: { title: 'Webhooks', group: 'Settings and developers', icon: 'webhooks', needs: ['webhook_failing', 'webhook_disabled'] },
  path: '/webhooks',
  letter: 'w',
  mayOpen: reads('webhooks:manage'),
  pages: [
    { path: '/webhooks', load: () => import('./webhooks-page.tsx') },
    { path: '/webhooks/$id', load: () => import('./webhook-page.tsx') },
    { path: '/deliveries', load: () => import('./deliveries-page.tsx') },
    { path: '/deliveries/$id', load: () => import('./delivery-page.tsx') },
  ],
}

export const events: Area = {
  entry: { title: 'Events', group: 'Settings and developers', icon: 'events' },
  path: '/events',
  letter: 'e',
  mayOpen: reads('events:read'),
  pages: [
    { path: '/events', load: () => import('./events-page.tsx') },
    { path: '/events/$id', load: () => import('./event-page.tsx') },
  ],
}

export const sandbox: Area = {
  entry: { title: 'Sandbox', group: 'Settings and developers', icon: 'sandbox' },
  path: '/sandbox',
  letter: 'b',
  mayOpen: (session) => session.environment === 'sandbox' && session.access === 'partner' && hasScope(session, 'shipments:write'),
  pages: [{ path: '/sandbox', load: () => import('./sandbox-page.tsx') }],
}
