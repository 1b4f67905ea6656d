import type { Area } from '../frame/area.ts'
import { mayCreate } from './kinds.ts'

/** The forms behind New. */
export const creation: Area = {
  path: '/new',
  mayOpen: mayCreate,
  pages: [
    { path: '/new/return', load: () => import('./shipment-page.tsx').then(({ Return }) => ({ Page: Return })) },
    { path: '/new/outbound', load: () => import('./shipment-page.tsx').then(({ Outbound }) => ({ Page: Outbound })) },
    { path: '/new/link', load: () => import('./link-page.tsx') },
    { path: '/new/pickup', load: () => import('./pickup-page.tsx') },
    { path: '/new/label', load: () => import('./label-page.tsx') },
  ],
}
