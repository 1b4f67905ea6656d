import type { Area } from '../frame/area.ts'
import { isOfTheConsole } from '../frame/who-may.ts'

export const people: Area = {
  title: 'People',
  path: '/people',
  letter: 'p',
  mayOpen: isOfTheConsole,
  pages: [{ path: '/people', load: () => import('./people-page.tsx') }],
}
