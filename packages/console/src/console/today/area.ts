import type { Area } from '../frame/area.ts'
import { isOfTheConsole } from '../frame/who-may.ts'

export const today: Area = {
  entry: { title: 'Today', group: 'Work', icon: 'today' },
  path: '/',
  letter: 't',
  mayOpen: isOfTheConsole,
  pages: [
    { path: '/', load: () => import('./today-page.tsx') },
    { path: '/steps', load: () => import('./steps-page.tsx') },
  ],
}
