import { events, sandbox, webhooks } from './developers/area.ts'
import type { Area } from './frame/area.ts'

import { keys, partners } from './partners/area.ts'
import { audit, people } from './people/area.ts'
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
  webhooks,
  events,
  sandbox,
  partners,
  keys,
  audit,
  people,
  search,
]
