import { useLocation } from '@tanstack/react-router'
import { Tabs } from '../../design/tabs.tsx'
import { Go } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'

/** Pages of the operator that share an entry of the navigation. */
const GROUPS = [
  [
    { path: '/network/stores', title: 'Stores' },
    { path: '/network/facilities', title: 'Facilities' },
    { path: '/network/markets', title: 'Markets' },
  ],
  [
    { path: '/network/carriers', title: 'Carriers' },
    { path: '/network/bookings', title: 'Bookings' },
    { path: '/network/numbers', title: 'Numbers' },
    { path: '/network/unmatched', title: 'Unmatched scans' },
  ],
]

/** Links between pages of the network that share an entry of the navigation. */
export const NetworkNav = () => {
  const { session } = useCurrentSession()
  const at = useLocation({ select: ({ pathname }) => (pathname === '/network' ? '/network/stores' : pathname) })
  const group = GROUPS.find((one) => one.some(({ path }) => at === path))
  if (!group || !isOperators(session)) return null
  return (
    <Tabs label="Network">
      {group.map(({ path, title }) => (
        <li key={path}>
          <Go to={`/console${path}`} aria-current={at === path ? 'page' : undefined}>
            {title}
          </Go>
        </li>
      ))}
    </Tabs>
  )
}
