// Three areas with the same structure: a queue, and a page for each case in it.
import type { Area } from '../frame/area.ts'
import { isOfTheConsole } from '../frame/who-may.ts'

export const claims: Area = {
  entry: { title: 'Claims', group: 'Work', icon: 'claims', needs: ['claim_open'] },
  path: '/claims',
  letter: 'c',
  mayOpen: isOfTheConsole,
  pages: [
    { path: '/claims', load: () => import('./claims-page.tsx') },
    { path: '/claims/$id', load: () => import('./claim-page.tsx') },
  ],
}

export const disputes: Area = {
  entry: { title: 'Disputes', group: 'Work', icon: 'disputes', needs: ['dispute_open'] },
  path: '/disputes',
  letter: 'd',
  mayOpen: isOfTheConsole,
  pages: [
    { path: '/disputes', load: () => import('./disputes-page.tsx') },
    { path: '/disputes/$id', load: () => import('./dispute-page.tsx') },
  ],
}

export const discrepancies: Area = {
  entry: { title: 'Discrepancies', group: 'Work', icon: 'discrepancies' },
  path: '/discrepancies',
  letter: 'x',
  mayOpen: isOfTheConsole,
  pages: [
    { path: '/discrepancies', load: () => import('./discrepancies-page.tsx') },
    { path: '/discrepancies/$id', load: () => import('./discrepancy-page.tsx') },
  ],
}
