import type { Area } from '../frame/area.ts'
import { hasScope, isOfTheConsole } from '../frame/who-may.ts'

export const tenders: Area = {
  entry: { title: 'Tenders', group: 'Parcels', icon: 'tenders' },
  view: {
    ...{ title: 'Short tenders', group: 'Work', icon: 'short', needs: ['tender_short'] },
    search: '?discrepancy=short&dismissed=false',
  },
  path: '/tenders',
  letter: 'n',
  mayOpen: (session) => isOfTheConsole(session) && hasScope(session, 'shipments:read'),
  pages: [
    { path: '/tenders', load: () => import('./tenders-page.tsx') },
    { path: '/tenders/$id', load: () => import('./tender-page.tsx') },
  ],
}
