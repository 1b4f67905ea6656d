import type { Area } from '../frame/area.ts'
import { isOperators } from '../frame/who-may.ts'

/** Partners see nothing of them: a consolidation has tenders of several. */
export const consolidations: Area = {
  title: 'Consolidations',
  path: '/consolidations',
  letter: 'o',
  mayOpen: isOperators,
  pages: [
    { path: '/consolidations', load: () => import('./consolidations-page.tsx') },
    { path: '/consolidations/$id', load: () => import('./consolidation-page.tsx') },
  ],
}
