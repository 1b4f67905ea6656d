import { useLocation } from '@tanstack/react-router'
import { Go } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import './network.css'

const OF_ALL = [
  { path: '/network/stores', title: 'Stores' },
  { path: '/network/rates', title: 'Prices' },
]
const OF_THE_OPERATOR = [
  { path: '/network/stores', title: 'Stores' },
  { path: '/network/facilities', title: 'Facilities' },
  { path: '/network/carriers', title: 'Carriers' },
  { path: '/network/markets', title: 'Markets' },
  { path: '/network/calendars', title: 'Calendars' },
  { path: '/network/rates', title: 'Rates and prices' },
  { path: '/network/imports', title: 'Imports and reports' },
  { path: '/network/unmatched', title: 'Unmatched scans' },
  { path: '/network/bookings', title: 'Bookings' },
  { path: '/network/numbers', title: 'Numbers' },
]

/** Links to the pages of the network area. They appear at the top of each of these pages. */
export const NetworkNav = () => {
  const { session } = useCurrentSession()
  const at = useLocation({ select: ({ pathname }) => pathname })
  const isAt = (path: string) => at.startsWith(path) || (at === '/network' && path === '/network/stores')
  return (
    <nav aria-label="Network" className="parts">
      <ul>
        {(isOperators(session) ? OF_THE_OPERATOR : OF_ALL).map(({ path, title }) => (
          <li key={path}>
            <Go to={`/console${path}`} aria-current={isAt(path) ? 'page' : undefined}>
              {title}
            </Go>
          </li>
        ))}
      </ul>
    </nav>
  )
}
