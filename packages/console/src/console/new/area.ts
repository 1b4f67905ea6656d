import type { ConsoleSessionDetail } from '@backhaul/client'
import type { Area } from '../frame/area.ts'
import { isOperators, mayCommand } from '../frame/who-may.ts'
import { perPerson } from './person.ts'

const shipment = () => import('./shipment-page.tsx')
/** The page of a parcel prints too. In a script of its own, printing would be split off the counter's script, which would grow. */
const parcel = () => import('../shipment/shipment-page.tsx')

/** The entries of New. While the menu is open, the letter of an entry opens its page. */
// biome-ignore format: one line each
export const KINDS = [
  { title: 'Return', letter: 'r', path: '/new/return', load: () => shipment().then(({ Return }) => ({ Page: Return })) },
  { title: 'Outbound shipment', letter: 'o', path: '/new/outbound', load: () => shipment().then(({ Outbound }) => ({ Page: Outbound })) },
  { title: 'Return link', letter: 'l', path: '/new/link', load: () => import('./link-page.tsx') },
  { title: 'Pickup', letter: 'p', path: '/new/pickup', load: () => import('./pickup-page.tsx') },
  { title: 'Label again', letter: 'a', path: '/new/label', load: () => parcel().then(({ Reprint }) => ({ Page: Reprint })) },
]

export const mayCreate = (session: ConsoleSessionDetail): boolean => mayCommand(session, isOperators(session) ? 'ops' : 'shipments:write')

/** The forms behind New. */
export const creation: Area = {
  path: '/new',
  mayOpen: mayCreate,
  pages: KINDS.map(({ path, load }) => ({ path, load: () => load().then(({ Page }) => ({ Page: perPerson(Page) })) })),
}
