import type { Area } from '../frame/area.ts'
import { isOperators } from '../frame/who-may.ts'

/** Hidden from partners, because a consolidation contains tenders of several partners. */
export const consolidations: Area = {
  entry: { title: 'Consolidations', group: 'Parcels', icon: 'consolidations' },
  path: '/consolidations',
  letter: 'o',
  mayOpen: isOperators,
  pages: [
    { path: '/consolidations', load: () => import('./consolidations-page.tsx') },
    { path: '/consolidations/$id', load: () => import('./consolidation-page.tsx') },
  ],
}
