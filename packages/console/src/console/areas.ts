import { events, sandbox, webhooks } from './developers/area.ts'
import type { Area } from './frame/area.ts'
import { keys, partners } from './partners/area.ts'
import { audit, people } from './people/area.ts'
import { search } from './search/area.ts'
import { shipments } from './shipments/area.ts'

/** In the order of the navigation. */
// biome-ignore format: one line each
export const AREAS: readonly Area[] = [
  shipments,
  webhooks,
  events,
  sandbox,
  partners,
  keys,
  audit,
  people,
  search,
]
