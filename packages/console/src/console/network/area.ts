// The areas of the group "Network". Partners see drop-off places and prices. Everything else is for the operator only.
import type { Area } from '../frame/area.ts'
import { isOfTheConsole, isOperators } from '../frame/who-may.ts'

export const stores: Area = {
  entry: { title: 'Stores', group: 'Network', icon: 'stores' },
  path: '/network/stores',
  letter: 'm',
  mayOpen: isOfTheConsole,
  pages: [
    { path: '/network', load: () => import('./stores-page.tsx') },
    { path: '/network/stores', load: () => import('./stores-page.tsx') },
  ],
}

/** Pages of the stores for operators only. */
export const places: Area = {
  path: '/network/stores',
  mayOpen: isOperators,
  pages: [
    { path: '/network/stores/$id', load: () => import('./store-page.tsx') },
    { path: '/network/facilities', load: () => import('./facilities-page.tsx') },
    { path: '/network/markets', load: () => import('./markets-page.tsx') },
  ],
}

export const carriers: Area = {
  entry: {
    ...{ title: 'Carriers', group: 'Network', icon: 'carriers' },
    needs: ['carrier_failing', 'carrier_booking_refused', 'unmatched_scan'],
  },
  path: '/network/carriers',
  letter: 'h',
  mayOpen: isOperators,
  pages: [
    { path: '/network/carriers', load: () => import('./carriers-page.tsx') },
    { path: '/network/bookings', load: () => import('./bookings-page.tsx') },
    { path: '/network/numbers', load: () => import('./numbers-page.tsx') },
    { path: '/network/unmatched', load: () => import('./unmatched-page.tsx') },
  ],
}

export const rates: Area = {
  entry: { title: 'Rates', group: 'Network', icon: 'rates' },
  path: '/network/rates',
  letter: 'f',
  mayOpen: isOfTheConsole,
  pages: [{ path: '/network/rates', load: () => import('./rates-page.tsx') }],
}

export const calendars: Area = {
  entry: { title: 'Calendars', group: 'Network', icon: 'calendars' },
  path: '/network/calendars',
  letter: 'l',
  mayOpen: isOperators,
  pages: [
    { path: '/network/calendars', load: () => import('./calendars-page.tsx') },
    { path: '/network/calendars/$id', load: () => import('./calendar-page.tsx') },
  ],
}

export const imports: Area = {
  entry: { title: 'Imports', group: 'Network', icon: 'imports' },
  path: '/network/imports',
  letter: 'y',
  mayOpen: isOperators,
  pages: [
    { path: '/network/imports', load: () => import('./imports-page.tsx') },
    { path: '/network/imports/$id', load: () => import('./import-page.tsx') },
  ],
}
