import type { Area } from '../frame/area.ts'
import { isOfTheConsole, isOperators } from '../frame/who-may.ts'

export const people: Area = {
  entry: { title: 'People', group: 'Settings and developers', icon: 'people' },
  path: '/people',
  letter: 'p',
  mayOpen: isOfTheConsole,
  pages: [{ path: '/people', load: () => import('./people-page.tsx') }],
}

export const audit: Area = {
  entry: { title: 'Audit trail', group: 'Settings and developers', icon: 'audit' },
  path: '/audit',
  letter: 'a',
  mayOpen: isOperators,
  pages: [{ path: '/audit', load: () => import('./audit-page.tsx') }],
}
