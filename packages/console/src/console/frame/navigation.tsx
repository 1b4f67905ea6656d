import { useLocation } from '@tanstack/react-router'
import { Go } from './address.ts'
import type { Area } from './area.ts'

export const addressOf = ({ path }: Area): string => `/console${path === '/' ? '' : path}`

export const Navigation = ({ areas }: { areas: readonly Area[] }) => {
  const at = useLocation({ select: ({ pathname }) => pathname })
  const isAt = ({ path }: Area): boolean => at === path || (path !== '/' && at.startsWith(`${path}/`))
  return (
    <nav aria-label="Areas" className="areas">
      <ul>
        {areas.map((area) => (
          <li key={area.path}>
            <Go to={addressOf(area)} aria-current={isAt(area) ? 'page' : undefined}>
              {area.title}
            </Go>
          </li>
        ))}
      </ul>
    </nav>
  )
}
