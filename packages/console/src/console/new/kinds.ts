import type { ConsoleSessionDetail } from '@backhaul/client'
import { mayCommand } from '../frame/who-may.ts'

/** What New makes: the title, the page, and the key that opens it while the menu is open. */
export const KINDS = [
  { title: 'Return', path: '/new/return', letter: 'r' },
  { title: 'Outbound shipment', path: '/new/outbound', letter: 'o' },
  { title: 'Return link', path: '/new/link', letter: 'l' },
  { title: 'Pickup', path: '/new/pickup', letter: 'p' },
  { title: 'Label again', path: '/new/label', letter: 'a' },
] as const

export const mayCreate = (session: ConsoleSessionDetail): boolean => mayCommand(session, 'shipments:write')
