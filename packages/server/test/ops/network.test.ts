import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADDRESS, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { actorOf, newShipment, pathsOf, trailOf } from './fixtures.ts'

let service: TestService
let operator: TestClient
beforeAll(async () => {
  service = await startTestService()
  operator = await service.operator()
})
afterAll(() => service.close())

const STORE = {
  code: 'BOS-001',
  name: 'Boston Counter',
  line1: '1 Beacon St',
  city: 'Boston',
  state: 'MA',
  postal_code: '02108',
  country: 'US',
  lat: 42.3588,
  lon: -71.0578,
  timezone: 'America/New_York',
}
const FACILITY = {
  name: 'Reno Sort',
  city: 'Reno',
  postal_code: '89502',
  country: 'US',
  lat: 39.5,
  lon: -119.8,
  timezone: 'America/Los_Angeles',
}
const put = (path: string, body: object) => operator.send('PUT', `/v2/ops/${path}`, { body })
const count = async (table: string) =>
  (await service.running.service.db.pool.query<{ n: number }>(`select count(*) as n from ${table}`)).rows[0]?.n
const importCsv = (body: string | Uint8Array) =>
  operator.post('/v2/ops/stores/import', body, { headers: { 'Content-Type': 'text/csv' }, idempotencyKey: randomUUID() })

test('a new store accepts drop-offs immediately, a change is visible, and a store out of use is not offered', async () => {
  const { status, json } = await operator.post('/v2/ops/stores', {
    ...STORE,
    hours: {
      mon: [
        ['13:00', '17:00'],
        ['08:00', '12:00'],
      ],
    },
  })
  expect(status).toBe(201)
  expect(json).toEqual({
    ...STORE,
    id: expect.stringMatching(/^sto_/),
    object: 'store',
    warnings: [],
    pudo_code: 'BOS-001',
    hours: {
      mon: [
        ['08:00', '12:00'],
        ['13:00', '17:00'],
      ],
    },
    active: true,
    created_at: expect.any(String),
  })
  expect((await operator.get(`/v2/ops/stores/${json.id}`)).json).toEqual(json)
  expect((await newShipment(service.demo, { drop_off_store_id: json.id })).drop_off_store_id).toBe(json.id)
  const near = async () => (await service.demo.get('/v2/drop-off-locations?lat=42.36&lon=-71.06&radius_km=5')).json.data
  expect((await near()).map((one: { store_id: string }) => one.store_id)).toEqual([json.id])

  const changed = await operator.patch(`/v2/ops/stores/${json.id}`, { name: 'Boston Common', hours: null, active: false })
  expect(changed.json).toEqual({ ...json, name: 'Boston Common', hours: null, active: false })
  expect(await near()).toEqual([])
  const [created, change] = await trailOf(operator, json.id)
  expect(created).toMatchObject({ actor: actorOf(operator), action: 'store.created', before: null, after: { code: 'BOS-001' } })
  expect(change).toMatchObject({
    action: 'store.changed',
    before: { name: 'Boston Counter', active: true },
    after: { name: 'Boston Common', active: false },
  })
})

test('a code belongs to one store, even when many requests claim it at the same time', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => operator.post('/v2/ops/stores', { ...STORE, code: 'ONE' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)])
  const refused = answers.find(({ status }) => status === 409)
  const made = answers.find(({ status }) => status === 201)
  expect(refused?.json.error).toMatchObject({ code: 'store_code_taken', details: { store_id: made?.json.id } })
  expect((await operator.get('/v2/ops/stores?code=ONE')).json.data).toEqual([made?.json])
})

test('concurrent changes of one store all take effect; a change without a difference adds no audit record', async () => {
  const { id } = (await operator.post('/v2/ops/stores', { ...STORE, code: 'RACE' })).json
  const changes = [{ name: 'N' }, { line1: 'L' }, { city: 'C' }, { postal_code: 'P' }, { lat: 1 }, { lon: 2 }]
  const answers = await Promise.all(changes.map((change) => operator.patch(`/v2/ops/stores/${id}`, change)))
  expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200))
  expect((await operator.get(`/v2/ops/stores/${id}`)).json).toMatchObject(Object.assign({}, ...changes))
  expect(await trailOf(operator, id)).toHaveLength(1 + changes.length)
  expect((await operator.patch(`/v2/ops/stores/${id}`, { name: 'N' })).status).toBe(200)
  expect(await trailOf(operator, id)).toHaveLength(1 + changes.length)
})

test('a file adds and changes stores by code, with an audit record for each new or changed store', async () => {
  const header = 'code,name,line1,city,state,postal_code,country,lat,lon,timezone,hours'
  const first = 'CSV-1,First,1 A St,Austin,TX,78701,US,30.27,-97.74,America/Chicago,mon-fri 08:00-20:00'
  const second = 'CSV-2,"Second, the",2 B St,Austin,TX,78702,US,30.26,-97.72,America/Chicago,'
  const made = await importCsv(`${header}\n${first}\n${second}\n`)
  expect([made.status, made.json]).toEqual([200, { object: 'store_import', imported: 2, warnings: [] }])
  const find = async (code: string) => (await operator.get(`/v2/ops/stores?code=${code}`)).json.data[0]
  const { id } = await find('CSV-1')
  expect(await find('CSV-2')).toMatchObject({ name: 'Second, the', hours: null })
  await importCsv(`${header}\n${first.replace('First', 'Renamed')}\n${second}\n`)
  expect(await find('CSV-1')).toMatchObject({ id, name: 'Renamed' })
  expect((await trailOf(operator, id)).map(({ action, before, after }) => [action, before?.name, after.name])).toEqual([
    ['store.created', undefined, 'First'],
    ['store.changed', 'First', 'Renamed'],
  ])
  expect(await trailOf(operator, (await find('CSV-2')).id)).toHaveLength(1)
})

test('one bad row imports nothing, and every error is named', async () => {
  const before = [await count('stores'), await count('operator_audit')]
  const header = 'code,name,line1,city,state,postal_code,country,lat,lon,timezone'
  const good = 'GOOD-1,Good,1 A St,Austin,TX,78701,US,30.27,-97.74,America/Chicago'
  const { status, json } = await importCsv(`${header}\n${good}\n,Bad,1 A St,Austin,TX,78701,XX,91,-97.74,America/Nowhere\n`)
  expect([status, json.error.code]).toEqual([422, 'validation_failed'])
  expect(json.error.details.errors.map(({ path }: { path: string }) => path)).toEqual(['/3/code', '/3/country', '/3/lat', '/3/timezone'])
  expect((await importCsv(new Uint8Array([0xff, 0xfe, 0x41]))).json.error.code).toBe('validation_failed')
  expect((await importCsv('')).status).toBe(422)
  const wrong = await operator.post('/v2/ops/stores/import', { stores: [] })
  expect([wrong.status, wrong.json.error.code]).toEqual([415, 'unsupported_media_type'])
  expect([await count('stores'), await count('operator_audit')]).toEqual(before)
})

test('stores page newest first without gaps, including those of one import', async () => {
  const seen: string[] = []
  for (let cursor = ''; ; ) {
    const { json } = await operator.get(`/v2/ops/stores?limit=3${cursor && `&cursor=${cursor}`}`)
    seen.push(...json.data.map((one: { id: string }) => one.id))
    if (!json.has_more) break
    cursor = json.next_cursor
  }
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.length).toBe(await count('stores'))
  const canadian = (await operator.get('/v2/ops/stores?country=CA&limit=100')).json.data
  expect(canadian.length).toBeGreaterThan(0)
  expect(canadian.every((one: { country: string }) => one.country === 'CA')).toBe(true)
})

test('a facility is set by its code and can be named in scans immediately', async () => {
  const { status, json } = await put('facilities/RNO-SORT', FACILITY)
  expect([status, json]).toEqual([
    200,
    { code: 'RNO-SORT', object: 'facility', line1: null, state: null, ...FACILITY, active: true, warnings: [] },
  ])
  expect((await operator.get('/v2/ops/facilities')).json.data).toContainEqual(json)
  const { id } = await newShipment(service.demo)
  const scanned = await operator.post('/v2/scan-events/arrive', { shipment_id: id, facility: 'RNO-SORT' })
  expect(scanned.status).toBe(200)
  expect((await service.demo.events(id)).at(-1).event_info.location).toMatchObject({ code: 'RNO-SORT', city: 'Reno' })
  await put('facilities/RNO-SORT', { ...FACILITY, name: 'Reno', active: false })
  await put('facilities/RNO-SORT', { ...FACILITY, name: 'Reno', active: false })
  expect((await trailOf(operator, 'RNO-SORT')).map(({ action }) => action)).toEqual(['facility.created', 'facility.changed'])
})

test('a new carrier, market and rate card sell immediately; changes only price later shipments', async () => {
  const to = { ...ADDRESS, country: 'MX', state: 'CMX' }
  const from = { ...ADDRESS, country: 'MX', state: 'JAL', postal_code: '99999' }
  const sell = () => service.demo.post('/v2/shipments', { direction: 'outbound', fulfillment: 'print_label', from, to })
  expect(pathsOf(await sell())).toEqual(['/to/country'])
  await put('carriers/azteca', { name: 'Azteca' })
  await put('carriers/maya', { name: 'Maya' })
  await put('markets/MX', { kind: 'fixed', carrier: 'azteca', currency: 'MXN' })
  const lane = { service_level: 'standard', zone: 'national', base_cents: 1000, per_lb_cents: 0, max_weight_lb: 70 }
  const card = await put('rate-cards/azteca/MX', { rates: [lane] })
  expect([card.status, card.json]).toEqual([200, { object: 'rate_card', carrier: 'azteca', country: 'MX', rates: [lane] }])
  const first = (await sell()).json
  expect(first).toMatchObject({ carrier: 'azteca', currency: 'MXN', amount: 1000, market: 'MX' })

  const dearer = [
    { ...lane, base_cents: 1500 },
    { ...lane, service_level: 'express', base_cents: 3000 },
  ]
  await put('rate-cards/azteca/MX', { rates: dearer })
  expect((await sell()).json.amount).toBe(1500)
  expect((await service.demo.get(`/v2/shipments/${first.id}`)).json.amount).toBe(1000)
  await put('rate-cards/maya/MX', { rates: [{ ...lane, base_cents: 900 }] })
  await put('markets/MX', { kind: 'marketplace', currency: 'MXN' })
  expect((await sell()).json).toMatchObject({ carrier: null, amount: 900 })
  await put('carriers/maya', { name: 'Maya', active: false })
  expect((await sell()).json.amount).toBe(1500)
  await put('rate-cards/azteca/MX', { rates: [] })
  expect(pathsOf(await sell())).toEqual(['/to/country'])

  expect((await operator.get('/v2/ops/rate-cards?country=MX')).json.data.map(({ carrier }: { carrier: string }) => carrier)).toEqual([
    'maya',
  ])
  expect((await operator.get('/v2/ops/carriers')).json.data).toContainEqual({
    code: 'maya',
    adapter: 'house',
    codes: null,
    url: null,
    is_signed: false,
    service: null,
    object: 'carrier',
    name: 'Maya',
    active: false,
    numbers: null,
  })
  expect((await operator.get('/v2/ops/markets')).json.data).toContainEqual({
    country: 'MX',
    object: 'market',
    mode: 'network',
    kind: 'marketplace',
    carrier: null,
    currency: 'MXN',
  })
  const trail = await trailOf(operator, 'azteca/MX')
  expect(trail.map(({ before, after }) => [before?.rates.length ?? null, after.rates.length])).toEqual([
    [null, 1],
    [1, 2],
    [2, 0],
  ])
  expect((await trailOf(operator, 'MX')).map(({ action, before, after }) => [action, before?.kind, after.kind])).toEqual([
    ['market.created', undefined, 'fixed'],
    ['market.changed', 'fixed', 'marketplace'],
  ])
})

test('the network lists are paged by their keys', async () => {
  for (const [path, keyOf] of [
    ['facilities', ({ code }: Record<string, string>) => code],
    ['carriers', ({ code }: Record<string, string>) => code],
    ['markets', ({ country }: Record<string, string>) => country],
    ['rate-cards', ({ carrier, country }: Record<string, string>) => `${carrier}/${country}`],
  ] as const) {
    const all = (await operator.get(`/v2/ops/${path}?limit=100`)).json
    expect([all.has_more, all.next_cursor], path).toEqual([false, null])
    expect(all.data.length, path).toBeGreaterThan(1)
    const seen: object[] = []
    for (let cursor = ''; ; ) {
      const { json } = await operator.get(`/v2/ops/${path}?limit=1${cursor && `&cursor=${cursor}`}`)
      seen.push(...json.data)
      if (!json.has_more) break
      cursor = json.next_cursor
    }
    expect(seen, path).toEqual(all.data)
    expect(all.data.map(keyOf), path).toEqual(all.data.map(keyOf).sort())
    expect((await operator.get(`/v2/ops/${path}?cursor=AAAA`)).json.error.code, path).toBe('invalid_cursor')
  }
})

test('invalid fields are named, unknown codes are not found, and nothing is written', async () => {
  const tables = ['stores', 'facilities', 'carriers', 'markets', 'rates', 'operator_audit']
  const before = await Promise.all(tables.map(count))
  const { id } = (await operator.get('/v2/ops/stores?limit=1')).json.data[0]
  const rate = { service_level: 'standard', zone: 'national', base_cents: 1, per_lb_cents: 1, max_weight_lb: 1 }
  const unfit: [string, string, object, string[]][] = [
    ['POST', 'stores', {}, ['code', 'name', 'city', 'postal_code', 'country', 'lat', 'lon', 'timezone', 'line1'].map((name) => `/${name}`)],
    ['POST', 'stores', { ...STORE, code: 'has space' }, ['/code']],
    ['POST', 'stores', { ...STORE, code: 'Z-1', country: 'ZZ' }, ['/country']],
    ['POST', 'stores', { ...STORE, code: 'Z-1', country: 'us' }, ['/country']],
    ['POST', 'stores', { ...STORE, code: 'Z-1', timezone: '+05:00' }, ['/timezone']],
    ['POST', 'stores', { ...STORE, code: 'Z-1', lat: 90.5 }, ['/lat']],
    ['POST', 'stores', { ...STORE, code: 'Z-1', hours: { mon: [['09:00', '08:00']] } }, ['/hours/mon/0']],
    ['POST', 'stores', { ...STORE, code: 'Z-1', hours: { tue: [['', '']] } }, ['/hours/tue/0']],
    ['POST', 'stores', { ...STORE, code: 'Z-1', hours: { tue: [['09:00', '10:00', '11:00']] } }, ['/hours/tue/0']],
    [
      'POST',
      'stores',
      {
        ...STORE,
        code: 'Z-1',
        hours: {
          mon: [
            ['09:00', '12:00'],
            ['11:00', '13:00'],
          ],
        },
      },
      ['/hours'],
    ],
    ['POST', 'stores', { ...STORE, code: 'Z-1', hours: { monday: [] } }, ['/hours/monday']],
    ['PATCH', `stores/${id}`, { code: 'OTHER' }, ['/code']],
    ['PATCH', `stores/${id}`, { name: '' }, ['/name']],
    ['PATCH', `stores/${id}`, { timezone: 'Mars/Olympus' }, ['/timezone']],
    ['PUT', 'facilities/X', { ...FACILITY, timezone: 'x' }, ['/timezone']],
    ['PUT', 'carriers/x', {}, ['/name']],
    ['PUT', 'carriers/x', { name: 'X', active: 'no' }, ['/active']],
    ['PUT', 'markets/FR', { kind: 'fixed', currency: 'EUR' }, ['/carrier']],
    ['PUT', 'markets/FR', { kind: 'marketplace', carrier: 'northline', currency: 'EUR' }, ['/carrier']],
    ['PUT', 'markets/FR', { kind: 'auction', currency: 'euro' }, ['/kind', '/currency']],
    ['PUT', 'rate-cards/northline/US', { rates: [rate, { ...rate, base_cents: 2 }] }, ['/rates/1']],
    ['PUT', 'rate-cards/northline/US', { rates: [{ ...rate, zone: 'moon', base_cents: -1 }] }, ['/rates/0/zone', '/rates/0/base_cents']],
    ['PUT', 'rate-cards/northline/US', {}, ['/rates']],
  ]
  for (const [method, path, body, paths] of unfit) {
    const answer = await operator.send(method, `/v2/ops/${path}`, { body })
    const about = `${method} ${path} ${JSON.stringify(body)}`
    expect([answer.status, answer.json.error.code], about).toEqual([422, 'validation_failed'])
    expect(pathsOf(answer).sort(), about).toEqual(paths.sort())
  }
  const unknown: [string, string, object | undefined, string][] = [
    ['GET', 'stores/sto_none', undefined, 'id'],
    ['PATCH', 'stores/sto_none', { name: 'x' }, 'id'],
    ['PUT', 'facilities/has%20space', FACILITY, 'code'],
    ['PUT', 'carriers/%00', { name: 'x' }, 'code'],
    ['PUT', 'markets/ZZ', { kind: 'marketplace', currency: 'EUR' }, 'country'],
    ['PUT', 'markets/FR', { kind: 'fixed', carrier: 'nobody', currency: 'EUR' }, 'carrier'],
    ['PUT', 'rate-cards/nobody/US', { rates: [rate] }, 'carrier'],
    ['PUT', 'rate-cards/northline/FR', { rates: [rate] }, 'country'],
    ['PUT', 'rate-cards/%00/US', { rates: [rate] }, 'carrier'],
    ['PUT', 'rate-cards/northline/%00', { rates: [rate] }, 'country'],
    ['GET', 'stores/%00', undefined, 'id'],
    ['GET', 'partners/%00', undefined, 'id'],
    ['PATCH', 'partners/%00', { name: 'x' }, 'id'],
    ['GET', 'keys/%00', undefined, 'id'],
    ['POST', 'keys/%00/revoke', undefined, 'id'],
    ['POST', 'keys/%00/rotate-secret', undefined, 'id'],
    ['POST', 'claims/%00/resolve', { outcome: 'denied' }, 'id'],
    ['POST', 'adjustments/%00/resolve', { outcome: 'upheld' }, 'id'],
  ]
  for (const [method, path, body, field] of unknown) {
    const { status, json } = await operator.send(method, `/v2/ops/${path}`, { body })
    expect([status, json.error.code, json.error.details], `${method} ${path}`).toEqual([404, 'not_found', { field }])
  }
  expect(await Promise.all(tables.map(count))).toEqual(before)
})
