import type { Area } from '../frame/area.ts'
import { hasScope, isOfTheConsole } from '../frame/who-may.ts'

export const shipments: Area = {
  entry: { title: 'Shipments', group: 'Parcels', icon: 'shipments' },
  path: '/shipments',
  letter: 's',
  mayOpen: (session) => isOfTheConsole(session) && hasScope(session, 'shipments:read'),
  pages: [{ path: '/shipments', load: () => import('./shipments-page.tsx') }],
}
