import type { Area } from '../frame/area.ts'
import { isOperators } from '../frame/who-may.ts'

/** Compares carriers' charges with what is owed to them. */
export const invoices: Area = {
  entry: { title: 'Invoices', group: 'Money', icon: 'invoices', needs: ['carrier_invoice_undecided'] },
  path: '/invoices',
  letter: 'i',
  mayOpen: isOperators,
  pages: [
    { path: '/invoices', load: () => import('./invoices-page.tsx') },
    { path: '/invoices/$id', load: () => import('./invoice-page.tsx') },
    { path: '/invoices/$id/lines/$line', load: () => import('./line-page.tsx') },
  ],
}
