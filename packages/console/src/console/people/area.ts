import type { Area } from '../frame/area.ts'
import { isOfTheConsole, isOperators } from '../frame/who-may.ts'

export const people: Area = {
  title: 'People',
  path: '/people',
  letter: 'p',
  mayOpen: isOfTheConsole,
  pages: [{ path: '/people', load: () => import('./people-page.tsx') }],
}

export const audit: Area = {
  title: 'Audit trail',
  path: '/audit',
  letter: 'a',
  mayOpen: isOperators,
  pages: [{ path: '/audit', load: () => import('./audit-page.tsx') }],
}
