import type { Area } from '../frame/area.ts'
import { isOfTheConsole } from '../frame/who-may.ts'

export const shipments: Area = {
  title: 'Shipments',
  path: '/shipments',
  letter: 's',
  mayOpen: isOfTheConsole,
  pages: [{ path: '/shipments', load: () => import('./shipments-page.tsx') }],
}
