import type * as kind from '../../src/kinds/network/kind.ts'
import { type CasesOf, plain, storeFile } from '../coverage/case.ts'
import type { World } from '../coverage/world.ts'

const PLACE = { name: 'Depot', city: 'Reno', postal_code: '89501', country: 'US', lat: 39.5, lon: -119.8, timezone: 'America/Los_Angeles' }

const newStore = (world: World) => ({ code: world.unique('COVER'), line1: '1 Depot Rd', ...PLACE })

/** The calendar of a store that no other case uses. */
const ownCalendar = async (world: World): Promise<string> => {
  const { id } = await world.make('/v2/ops/stores', newStore(world), world.operator)
  await world.operator.send('PUT', `/v2/ops/calendars/${id}`, { body: { working_days: ['mon'] } })
  return `/v2/ops/calendars/${id}`
}

/** No worker runs here, so the test inserts the tariff in the state that an import leaves. */
const importedTariff = async (world: World): Promise<string> => {
  const code = world.unique('carrier')
  await world.operator.send('PUT', `/v2/ops/carriers/${code}`, { body: { name: 'Coverline' } })
  await world.service.running.service.db.query(
    'test_tariff',
    `insert into tariffs (id, carrier, country, effective_on, currency, pairs, rows, imported_at, actor)
     values ($1, $1, 'US', '2099-01-01', 'USD', 1, '[]', now(), 'test')`,
    [code],
  )
  return `/v2/ops/tariffs/${code}/US/2099-01-01`
}

export const CASES: CasesOf<typeof kind> = {
  listDropOffLocations: plain('/v2/drop-off-locations?lat=40&lon=-83&radius_km=500'),
  readDropOffLocation: (world) => ({ path: `/v2/drop-off-locations/${world.storeId}` }),
  createStore: (world) => ({ path: '/v2/ops/stores', body: newStore(world) }),
  listStores: plain('/v2/ops/stores'),
  importStores: (world) => ({
    path: '/v2/ops/stores/import',
    body: storeFile(world),
    headers: { 'Content-Type': 'text/csv' },
  }),
  readStore: (world) => ({ path: `/v2/ops/stores/${world.storeId}` }),
  updateStore: async (world) => {
    const { id } = await world.make('/v2/ops/stores', newStore(world), world.operator)
    return { path: `/v2/ops/stores/${id}`, body: { name: 'Depot West' } }
  },
  listFacilities: plain('/v2/ops/facilities'),
  listScanFacilities: plain('/v2/facilities'),
  setFacility: (world) => ({ path: `/v2/ops/facilities/${world.unique('SORT')}`, body: PLACE }),
  listCarriers: plain('/v2/ops/carriers'),
  listMarkets: plain('/v2/ops/markets'),
  setMarket: plain('/v2/ops/markets/MX', { kind: 'marketplace', currency: 'MXN' }),
  listRateCards: plain('/v2/ops/rate-cards'),
  setRateCard: async (world) => {
    const code = world.unique('carrier')
    await world.operator.send('PUT', `/v2/ops/carriers/${code}`, { body: { name: 'Coverline' } })
    const rates = [{ service_level: 'standard', zone: 'local', base_cents: 500, per_lb_cents: 10, max_weight_lb: 70 }]
    return { path: `/v2/ops/rate-cards/${code}/US`, body: { rates } }
  },
  listTariffs: plain('/v2/ops/tariffs'),
  readTariff: async (world) => ({ path: await importedTariff(world) }),
  removeTariff: async (world) => ({ path: await importedTariff(world) }),
  listCalendars: plain('/v2/ops/calendars'),
  readCalendar: async (world) => ({ path: await ownCalendar(world) }),
  setCalendar: async (world) => ({ path: await ownCalendar(world), body: { working_days: ['mon', 'tue'] } }),
  removeCalendar: async (world) => ({ path: await ownCalendar(world) }),
  readPolicy: plain('/v2/ops/policy'),
  setPolicy: plain('/v2/ops/policy', { early_disposal: 'accept' }),
  readNumbering: plain('/v2/ops/numbering'),
  setNumbering: plain('/v2/ops/numbering', { barcodes: { standard: 'internal' } }),
}

export const NAMES_NOTHING = {
  listDropOffLocations: "stores are the network's, open to every partner",
  readDropOffLocation: "stores are the network's, open to every partner",
  listScanFacilities: "facilities are the network's, open to every partner",
}
