// Stored time zones that are unknown. Updates of the time zone tables add and remove names.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timezoneWarnings } from '../../src/service/unknown-timezones.ts'
import { World } from '../coverage/world.ts'
import { QR_RETURN, RETURN } from '../support/client.ts'

let world: World
beforeAll(async () => {
  world = await World.open()
})
afterAll(() => world.close())

const NAMES = ['BST', 'CST', 'IST', 'Mars/Olympus']
const db = () => world.service.running.service.db
/** Stores a name that is not in the time zone tables, as if an update had removed it. */
const keep = async (timezone: string): Promise<void> => {
  await db().query('', 'update stores set timezone = $1 where id = $2', [timezone, world.storeId])
  await db().query('', "update facilities set timezone = $1 where code = 'EWR-SORT'", [timezone])
  await db().query('', "update calendars set content = jsonb_set(content, '{timezone}', to_jsonb($1::text)) where subject = 'US'", [
    timezone,
  ])
  await world.service.running.service.network.forget()
}

test.each(NAMES)('%s is refused for a store, a facility, a calendar and in files', async (timezone) => {
  const store = await world.operator.send('PATCH', `/v2/ops/stores/${world.storeId}`, { body: { timezone } })
  const { object: _, subject: __, ...calendar } = (await world.operator.get('/v2/ops/calendars/US')).json
  const set = await world.operator.send('PUT', '/v2/ops/calendars/US', { body: { ...calendar, timezone } })
  const refused = [store, set].map(({ status, json }) => [status, json.error?.details.errors.map(({ path }: { path: string }) => path)])
  expect(refused).toEqual(Array(2).fill([422, ['/timezone']]))
  const file = `code,name,line1,city,state,postal_code,country,lat,lon,timezone\nZONE-1,Z,1 Main St,Reno,NV,89501,US,39.5,-119.8,${timezone}\n`
  const sent = await world.operator.send('POST', '/v2/ops/stores/import', { body: file, headers: { 'Content-Type': 'text/csv' } })
  expect([sent.status, sent.text]).toEqual([422, expect.stringContaining('is not an IANA time zone')])
})

test.each([...NAMES, ''])('the service works with a stored “%s” and uses the time zone of the place', async (timezone) => {
  await keep(timezone)
  const { owner } = world
  const created = await owner.post('/v2/shipments', RETURN)
  expect(created.status).toBe(201)

  const scan = async (kind: string, shipment_id: string) => owner.post(`/v2/scan-events/${kind}`, { shipment_id, store_id: world.storeId })
  const parcels = await Promise.all(Array.from({ length: 4 }, async () => (await owner.post('/v2/shipments', QR_RETURN)).json.id as string))
  const [arrived, collected, ...others] = parcels as [string, string, ...string[]]
  expect((await scan('walk-in', arrived)).status).toBe(200)
  expect((await scan('walk-in', collected)).status).toBe(200)
  expect((await scan('collect', collected)).status).toBe(200)
  const scans = others.map((shipment_id) => ({ kind: 'walk-in', shipment_id, store_id: world.storeId }))
  const bulk = await owner.post('/v2/scan-events/bulk', {
    scans: [...scans, { kind: 'arrive', facility: 'EWR-SORT', shipment_id: arrived }],
  })
  expect([bulk.status, bulk.json.data.map(({ status }: { status: number }) => status)]).toEqual([200, [200, 200, 200]])

  const pickup = await owner.post('/v2/pickups', world.pickupBody((await world.shipment()).id))
  expect([pickup.status, pickup.text]).toEqual([201, expect.anything()])
  expect((await owner.get(`/v2/stores/${world.storeId}/pickup-days`)).status).not.toBe(500)
  for (const client of [owner, world.operator]) expect((await client.get('/v2/today')).status).toBe(200)
  const place = (await owner.get(`/v2/drop-off-locations/${world.storeId}`)).json
  expect(place.timezone).toMatch(/^America\//)
  const [at] = await db().query<{ lat: number; lon: number }>('', 'select lat, lon from stores where id = $1', [world.storeId])
  const near = (await owner.get(`/v2/drop-off-locations?lat=${at?.lat}&lon=${at?.lon}&radius_km=1`)).json.data
  expect(near.find(({ store_id }: { store_id: string }) => store_id === world.storeId)?.timezone).toBe(place.timezone)
})

test('unknown time zones are reported at the start and in /readyz until they are corrected', async () => {
  await keep('CST')
  const code = (await world.operator.get(`/v2/ops/stores/${world.storeId}`)).json.code
  const lines = await timezoneWarnings(db())
  expect(lines.map((line) => /^the time zone CST of (.*) is not an IANA name/.exec(line)?.[1])).toEqual([
    `store ${code}`,
    'facility EWR-SORT',
    'calendar US',
  ])
  const ready = await (await fetch(`${world.service.url}/readyz`)).json()
  expect(ready).toMatchObject({ status: 'ready', warning: lines.join('; ') })
  await keep('America/New_York')
  expect(await timezoneWarnings(db())).toEqual([])
})
