import type { Area } from '../frame/area.ts'
import { hasScope, isOfTheConsole } from '../frame/who-may.ts'

export const tenders: Area = {
  title: 'Tenders',
  path: '/tenders',
  letter: 'n',
  mayOpen: (session) => isOfTheConsole(session) && hasScope(session, 'shipments:read'),
  pages: [
    { path: '/tenders', load: () => import('./tenders-page.tsx') },
    { path: '/tenders/$id', load: () => import('./tender-page.tsx') },
  ],
}
