import { claims, discrepancies, disputes } from './cases/area.ts'
import { consolidations } from './consolidations/area.ts'
import { events, sandbox, webhooks } from './developers/area.ts'
import type { Area } from './frame/area.ts'
import { invoices } from './invoices/area.ts'
import { calendars, carriers, imports, places, rates, stores } from './network/area.ts'
import { creation } from './new/area.ts'
import { keys, partners } from './partners/area.ts'
import { audit, people } from './people/area.ts'
import { pickups } from './pickups/area.ts'

import { search } from './search/area.ts'
import { shipment } from './shipment/area.ts'
import { shipments } from './shipments/area.ts'
import { tenders } from './tenders/area.ts'
import { today } from './today/area.ts'

/** Listed in the order of the navigation, within its groups. */
// biome-ignore format: one line each
export const AREAS: readonly Area[] = [
  today,
  shipments,
  shipment,
  claims,
  disputes,
  discrepancies,
  tenders,
  consolidations,
  pickups,
  stores,
  places,
  carriers,
  rates,
  calendars,
  imports,
  invoices,
  webhooks,
  events,
  sandbox,
  partners,
  keys,
  audit,
  people,
  search,
  creation,
]
