import type { Area } from '../frame/area.ts'
import { hasScope, isOfTheConsole } from '../frame/who-may.ts'

export const pickups: Area = {
  entry: { title: 'Pickups', group: 'Parcels', icon: 'pickups', needs: ['pickup_today'] },
  path: '/pickups',
  letter: 'u',
  mayOpen: (session) => isOfTheConsole(session) && hasScope(session, 'shipments:read'),
  pages: [
    { path: '/pickups', load: () => import('./pickups-page.tsx') },
    { path: '/pickups/$id', load: () => import('./pickup-page.tsx') },
  ],
}
