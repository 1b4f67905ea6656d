import type { Area } from '../frame/area.ts'
import { hasScope, isOfTheConsole } from '../frame/who-may.ts'

export const search: Area = {
  path: '/search',
  mayOpen: (session) => isOfTheConsole(session) && hasScope(session, 'shipments:read'),
  pages: [{ path: '/search', load: () => import('./search-page.tsx') }],
}
