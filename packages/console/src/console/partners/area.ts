import type { Area } from '../frame/area.ts'
import { isOfTheConsole, isOperators } from '../frame/who-may.ts'

export const partners: Area = {
  entry: { title: 'Partners', group: 'Settings and developers', icon: 'partners' },
  path: '/partners',
  letter: 'r',
  mayOpen: isOperators,
  pages: [
    { path: '/partners', load: () => import('./partners-page.tsx') },
    { path: '/partners/$id', load: () => import('./partner-page.tsx') },
  ],
}

export const keys: Area = {
  entry: { title: 'Keys', group: 'Settings and developers', icon: 'keys', needs: ['key_undecided'] },
  path: '/keys',
  letter: 'k',
  mayOpen: isOfTheConsole,
  pages: [
    { path: '/keys', load: () => import('./keys-page.tsx') },
    { path: '/keys/$id', load: () => import('./key-page.tsx') },
  ],
}
