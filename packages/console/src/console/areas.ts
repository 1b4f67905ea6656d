import type { Area } from './frame/area.ts'
import { people } from './people/area.ts'
import { shipments } from './shipments/area.ts'

/** In the order of the navigation. */
// biome-ignore format: one line each
export const AREAS: readonly Area[] = [
  shipments,
  people,
]
