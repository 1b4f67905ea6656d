import type { Area } from '../frame/area.ts'
import { isOfTheConsole } from '../frame/who-may.ts'

/** One shipment. Lists, the search and other pages link here. */
export const shipment: Area = {
  path: '/shipments',
  mayOpen: isOfTheConsole,
  pages: [{ path: '/shipments/$id', load: () => import('./shipment-page.tsx') }],
}
