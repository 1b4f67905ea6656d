import type { Area } from '../frame/area.ts'
import { hasScope, isOfTheConsole } from '../frame/who-may.ts'

export const shipments: Area = {
  title: 'Shipments',
  path: '/shipments',
  letter: 's',
  mayOpen: (session) => isOfTheConsole(session) && hasScope(session, 'shipments:read'),
  pages: [{ path: '/shipments', load: () => import('./shipments-page.tsx') }],
}
