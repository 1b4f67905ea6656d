import type { Store } from '@backhaul/client'

/** Warnings about the position of a store or facility. */
export const PlaceWarnings = ({ warnings }: Pick<Store, 'warnings'>) =>
  warnings.length > 0 && (
    <ul className="notice">
      {warnings.map(({ path, message }) => (
        <li key={path}>
          <bdi>The position {message}.</bdi>
        </li>
      ))}
    </ul>
  )
