import type { Area } from '../frame/area.ts'
import { isOfTheConsole } from '../frame/who-may.ts'

/** Partners see drop-off places and prices. Everything else is for the operator only. */
export const network: Area = {
  title: 'Network',
  path: '/network',
  letter: 'm',
  mayOpen: isOfTheConsole,
  pages: [
    { path: '/network', load: () => import('./stores-page.tsx') },
    { path: '/network/stores', load: () => import('./stores-page.tsx') },
    { path: '/network/stores/$id', load: () => import('./store-page.tsx') },
    { path: '/network/facilities', load: () => import('./facilities-page.tsx') },
    { path: '/network/carriers', load: () => import('./carriers-page.tsx') },
    { path: '/network/markets', load: () => import('./markets-page.tsx') },
    { path: '/network/calendars', load: () => import('./calendars-page.tsx') },
    { path: '/network/calendars/$id', load: () => import('./calendar-page.tsx') },
    { path: '/network/rates', load: () => import('./rates-page.tsx') },
    { path: '/network/unmatched', load: () => import('./unmatched-page.tsx') },
    { path: '/network/bookings', load: () => import('./bookings-page.tsx') },
    { path: '/network/numbers', load: () => import('./numbers-page.tsx') },
    { path: '/network/imports', load: () => import('./imports-page.tsx') },
    { path: '/network/imports/$id', load: () => import('./import-page.tsx') },
  ],
}
