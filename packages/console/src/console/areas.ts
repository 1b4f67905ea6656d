import type { Area } from './frame/area.ts'
import { network } from './network/area.ts'
import { people } from './people/area.ts'
import { pickups } from './pickups/area.ts'
import { search } from './search/area.ts'
import { shipments } from './shipments/area.ts'
import { tenders } from './tenders/area.ts'

/** In the order of the navigation. */
// biome-ignore format: one line each
export const AREAS: readonly Area[] = [
  shipments,
  tenders,
  pickups,
  network,
  people,
  search,
]
