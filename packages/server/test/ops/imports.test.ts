// File imports in the background (docs/operating/network.md#imports).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importWork } from '../../src/app/import-work.ts'
import { Importer } from '../../src/kinds/imports/importer.ts'
import type { TestClient } from '../support/client.ts'
import { RETURN } from '../support/client.ts'
import { Holder } from '../support/holder.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { signIn } from '../support/session.ts'
import { until } from '../support/until.ts'
import { actorOf, trailOf } from './fixtures.ts'
import { HEADER, manyStores, runImport, startImport, store, storeFile, whenEnded } from './imports-support.ts'

let service: TestService
let operator: TestClient
beforeAll(async () => {
  service = await startTestService('all')
  operator = await service.operator()
  for (const code of ['acme', 'bolt']) await operator.send('PUT', `/v2/ops/carriers/${code}`, { body: { name: code } })
  for (const [country, currency] of [
    ['MX', 'MXN'],
    ['CA', 'CAD'],
  ])
    await operator.send('PUT', `/v2/ops/markets/${country}`, { body: { kind: 'marketplace', currency } })
})
afterAll(() => service.close())

const RATES = 'carrier,country,service_level,zone,base_cents,per_lb_cents,max_weight_lb'
const allStores = () => service.running.service.db.query<Record<string, unknown>>('test_all_stores', 'select * from stores order by code')
const storeOf = async (code: string) => (await operator.get(`/v2/ops/stores?code=${code}`)).json.data[0]
const leftovers = async () =>
  service.running.service.db.query('test_leftovers', 'select import_id from import_parts union all select import_id from import_rows')

describe('a good file', () => {
  test('adds new stores, changes known ones by code and reports both counts', async () => {
    await runImport(operator, 'stores', storeFile(store('ONE-1'), store('ONE-2'), store('ONE-3')))
    const before = await storeOf('ONE-1')
    const done = await runImport(operator, 'stores', storeFile(store('ONE-1', 'Renamed'), store('ONE-2'), store('ONE-4')))
    expect(done).toMatchObject({
      ...{ object: 'import', kind: 'stores', state: 'done', file_name: 'stores.csv', restarts: 0, actor: actorOf(operator) },
      ...{ rows: 3, checked_rows: 3, applied_rows: 3, created_rows: 1, changed_rows: 1, error_count: 0, errors: [] },
    })
    expect(await storeOf('ONE-1')).toEqual({ ...before, name: 'Renamed' })
    expect(await storeOf('ONE-4')).toMatchObject({ pudo_code: 'ONE-4', active: true, hours: { mon: [['08:00', '20:00']] } })
    const { errors: _, lost_prices, warnings, ...listed } = done
    expect([lost_prices, warnings]).toEqual([[], []])
    expect((await operator.get('/v2/ops/imports?limit=1&kind=stores')).json.data).toEqual([listed])
  })

  test('records the import and each added or changed store in the audit trail', async () => {
    const { id } = await runImport(operator, 'stores', storeFile(store('AUD-1'), store('AUD-2')))
    await runImport(operator, 'stores', storeFile(store('AUD-1', 'Renamed'), store('AUD-2')))
    const { id: store_id } = await storeOf('AUD-1')
    const [made, changed, ...others] = await trailOf(operator, store_id)
    expect(others).toEqual([])
    expect([made.action, made.before, made.after.name]).toEqual(['store.created', null, 'Back Bay'])
    expect([changed.action, changed.before.name, changed.after.name]).toEqual(['store.changed', 'Back Bay', 'Renamed'])
    expect(changed.actor).toBe(actorOf(operator))
    expect(await trailOf(operator, (await storeOf('AUD-2')).id)).toHaveLength(1)
    expect(await trailOf(operator, id)).toMatchObject([{ action: 'import.started', after: { kind: 'stores', file_name: 'stores.csv' } }])
  })

  test('keeps omitted facts: the hours, the code of the counter and whether the store is in use', async () => {
    await runImport(operator, 'stores', storeFile(store('KEEP-1')))
    const { id, ...before } = await storeOf('KEEP-1')
    await operator.patch(`/v2/ops/stores/${id}`, { active: false, pudo_code: 'P-1' })
    const [header, row] = [HEADER, store('KEEP-1', 'Moved')].map((line) => line.split(',').slice(0, -1).join(','))
    await runImport(operator, 'stores', `${header}\n${row}\n`)
    expect(await storeOf('KEEP-1')).toEqual({ ...before, id, name: 'Moved', active: false, pudo_code: 'P-1' })
  })

  test('is read correctly across chunks, with multi-byte characters, quotes and Windows line endings', async () => {
    const wide = '荷物 é'.repeat(20)
    const rows = Array.from({ length: 2_600 }, (_, i) =>
      store(`WIDE-${i}`, `"${wide.slice(0, 80)} ""${i}"","`).replace('1 Boylston St', wide),
    )
    const file = `\uFEFF${storeFile(...rows)}`.replaceAll('\n', '\r\n')
    expect(Buffer.byteLength(file)).toBeGreaterThan(1_100_000)
    expect(await runImport(operator, 'stores', file)).toMatchObject({ state: 'done', rows: 2_600, created_rows: 2_600 })
    const found = new Map((await allStores()).map((one) => [one.code, one]))
    for (let i = 0; i < 2_600; i++) expect(found.get(`WIDE-${i}`)).toMatchObject({ name: `${wide.slice(0, 80)} "${i}",`, line1: wide })
  })

  test('of rates replaces only the rate cards that it names', async () => {
    const first = `${RATES}\nacme,MX,standard,national,500,10,70\nacme,MX,express,national,900,20,70\nbolt,MX,standard,national,400,5,70\n`
    expect(await runImport(operator, 'rates', first)).toMatchObject({ state: 'done', rows: 3, created_rows: 3, changed_rows: 0 })
    const second = `${RATES},currency\nacme,MX,standard,national,550,10,70,MXN\n`
    expect(await runImport(operator, 'rates', second)).toMatchObject({ state: 'done', rows: 1, created_rows: 0, changed_rows: 1 })
    const { data } = (await operator.get('/v2/ops/rate-cards?country=MX')).json
    expect(data.map(({ carrier, rates }: { carrier: string; rates: object[] }) => [carrier, rates.length])).toEqual([
      ['acme', 1],
      ['bolt', 1],
    ])
    expect((await trailOf(operator, 'acme/MX')).map(({ action }) => action)).toEqual(['rate_card.replaced', 'rate_card.replaced'])
    const quote = await service.demo.post('/v2/quotes', {
      ...RETURN,
      to: { line1: '1 Calle', city: 'MX', postal_code: '01000', country: 'MX' },
    })
    expect(quote.json.candidates.find(({ carrier }: { carrier: string }) => carrier === 'acme')).toMatchObject({ base_cents: 550 })
  })
})

/** Bytes that are not valid UTF-8. */
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

describe('a bad file', () => {
  test.each<[string, string | Uint8Array, [row: number, field: string, code: string][]]>([
    ['an empty one', '', [[1, '', 'empty']]],
    ['a header alone', HEADER, [[1, '', 'empty']]],
    ['an unknown column', `${HEADER},phone\n${store('X')},1`, [[1, 'phone', 'column_unknown']]],
    [
      'a missing column',
      storeFile(store('X')).replace('timezone', 'hours'),
      [
        [1, 'timezone', 'column_missing'],
        [1, 'hours', 'column_twice'],
      ],
    ],
    ['semicolons', storeFile(store('X')).replaceAll(',', ';'), [[1, '', 'separator']]],
    ['a code that is there twice', storeFile(store('X'), store('Y'), store('X')), [[4, 'code', 'duplicate']]],
    ['one cut off in a line', storeFile(store('X'), store('Y').slice(0, 40)), [[3, 'country', 'cells']]],
    ['one cut off in a quotation', storeFile(store('X'), store('Y', '"Corner')), [[3, '', 'csv']]],
    [
      'Latin-1',
      latin1(storeFile(store('X', 'Größe'), store('Y'), store('Z', 'Café'))),
      [
        [2, '', 'encoding'],
        [4, '', 'encoding'],
      ],
    ],
    ['UTF-16', new Uint8Array(Buffer.from(`\uFEFF${storeFile(store('X'))}`, 'utf16le')), [[1, '', 'encoding']]],
    ['no lines at all', 'x'.repeat(3_000_000), [[1, '', 'csv']]],
    [
      'several bad cells',
      storeFile(store('X').replace('42.35', '91').replace(',US,', ',XX,'), store('', '')),
      [
        [2, 'country', 'country'],
        [2, 'lat', 'degrees'],
        [3, 'code', 'code'],
        [3, 'name', 'required'],
      ],
    ],
  ])('%s: each bad row has its reason, and nothing is imported', async (_, file, wanted) => {
    const before = await allStores()
    const found = await runImport(operator, 'stores', file)
    const errors = found.errors.map(({ row, field, code }: { row: number; field: string; code: string }) => [row, field, code])
    expect([found.state, errors.sort(), found.error_count, found.applied_rows]).toEqual(['refused', [...wanted].sort(), wanted.length, 0])
    expect(await allStores()).toEqual(before)
    await until('no file is left', async () => (await leftovers()).length === 0)
  })

  test('of endless lines that are not text keeps no more errors than are shown', async () => {
    const record = `"${'ÿ\n'.repeat(30_000)}"\n`
    const { state, errors, error_count } = await runImport(operator, 'stores', latin1(`${HEADER}\n${record.repeat(40)}`))
    expect([state, errors.length, error_count, errors[0].code]).toEqual(['refused', 1_000, 1_001, 'encoding'])
  })

  test.each([
    [
      'a carrier and a market that do not exist',
      'nobody,ZW,standard,national,1,1,1',
      [
        ['carrier', 'not_found'],
        ['country', 'not_found'],
      ],
    ],
    ['another currency than that of the market', 'acme,MX,standard,national,1,1,1,USD', [['currency', 'currency']]],
    ['a lane that is priced twice', 'acme,MX,standard,national,1,1,1\nacme,MX,standard,national,2,1,1', [['zone', 'duplicate']]],
    [
      'a negative price and no number',
      'acme,MX,overnight,national,-1,x,1',
      [
        ['service_level', 'enum'],
        ['base_cents', 'minimum'],
        ['per_lb_cents', 'type'],
      ],
    ],
  ])('of rates with %s is refused', async (_, rows, wanted) => {
    const header = rows.includes('USD') ? `${RATES},currency` : RATES
    const { state, errors } = await runImport(operator, 'rates', `${header}\n${rows}`)
    const found = errors.map(({ field, code }: { field: string; code: string }) => [field, code])
    expect([state, found.sort()]).toEqual(['refused', [...wanted].sort()])
  })

  test('of rates with two currencies for a country reports the row that differs from the first', async () => {
    const { errors } = await runImport(
      operator,
      'rates',
      `${RATES},currency\nacme,CA,standard,local,1,1,1,CAD\nbolt,CA,standard,local,1,1,1,USD`,
    )
    expect(errors).toEqual([{ row: 3, field: 'currency', code: 'currency', message: 'must be CAD, the currency of the market CA' }])
  })

  test('of thousands of bad rows lists the first thousand and counts all', async () => {
    const bad = await runImport(operator, 'stores', storeFile(...Array.from({ length: 1_100 }, (_, i) => store(`BAD-${i}`, ''))))
    expect([bad.state, bad.rows, bad.error_count, bad.errors.length]).toEqual(['refused', 1_100, 1_100, 1_000])
    expect([bad.errors[0].row, bad.errors.at(-1).row]).toEqual([2, 1_001])
    expect((await operator.get('/v2/ops/imports?limit=2')).json.data[0].errors).toBeUndefined()
  })
})

describe('while an import is running', () => {
  /** An import that is blocked while it is applied, because one of its last stores is locked. */
  const heldUp = async (prefix: string) => {
    const rows = 1_100
    await runImport(operator, 'stores', manyStores(prefix, rows, 'Before'))
    const holder = await Holder.begin(service.running.service.db.config)
    await holder.query('select from stores where code = $1 for update', [`${prefix}-${rows}`])
    const { id } = (await startImport(operator, 'stores', manyStores(prefix, rows, 'After'))).json
    const half = await until('the first rows are written', async () => {
      const { json } = await operator.get(`/v2/ops/imports/${id}`)
      return json.applied_rows > 0 && json
    })
    return { id, half, rows, holder }
  }

  test('no part of it is visible, other requests continue, and it takes effect all at once', async () => {
    const { id, half, rows, holder } = await heldUp('HELD')
    expect(half).toMatchObject({ state: 'applying', checked_rows: rows, rows, ended_at: null })
    expect(half.applied_rows).toBeLessThan(rows)
    const first = await storeOf('HELD-1')
    expect(first.name).toBe('Before')
    // None of these requests waits for the import: creating a shipment, accepting its parcel at a store of the file, creating a link for
    // that store's counter, setting a rate card, reading the store.
    for (let i = 0; i < 5; i++) expect((await service.demo.post('/v2/shipments', RETURN)).status).toBe(201)
    const { json } = await service.demo.post('/v2/shipments', RETURN)
    expect((await service.demo.post('/v2/scan-events/accept', { shipment_id: json.id, store_id: first.id })).status).toBe(200)
    const link = { name: 'Till', email: 'till@example.com', access: 'counter', store_id: first.id }
    expect((await service.demo.post('/v2/console-links', link)).status).toBe(201)
    const rates = [{ service_level: 'standard', zone: 'local', base_cents: 1, per_lb_cents: 1, max_weight_lb: 1 }]
    expect((await operator.send('PUT', '/v2/ops/rate-cards/bolt/CA', { body: { rates } })).status).toBe(200)
    expect((await service.demo.get(`/v2/drop-off-locations/${first.id}`)).json.name).toBe('Before')
    expect((await operator.get(`/v2/ops/imports/${id}`)).json.state).toBe('applying')
    await holder.query('rollback')
    expect(await whenEnded(operator, id)).toMatchObject({ state: 'done', applied_rows: rows, changed_rows: rows })
    expect((await service.demo.get(`/v2/drop-off-locations/${first.id}`)).json.name).toBe('After')
    await until('no file is left', async () => (await leftovers()).length === 0)
  })

  test('another import of its kind is refused with its id; the other kind proceeds', async () => {
    const { id, holder } = await heldUp('QUEUE')
    const second = await startImport(operator, 'stores', storeFile(store('QUEUE-X')))
    expect([second.status, second.json.error.code, second.json.error.details.import_id]).toEqual([409, 'import_in_progress', id])
    expect(await runImport(operator, 'rates', `${RATES}\nacme,CA,standard,local,1,1,1`)).toMatchObject({ state: 'done' })
    await holder.query('rollback')
    await whenEnded(operator, id)
    await until('no file is left', async () => (await leftovers()).length === 0)
  })
})

test('only one of several concurrent imports starts; a repeated request returns the same import', async () => {
  // Until all three requests are answered, no worker starts an import.
  const holder = await Holder.begin(service.running.service.db.config)
  await holder.query('select pg_advisory_xact_lock(7215030)')
  const answers = await Promise.all([1, 2, 3].map((i) => startImport(operator, 'stores', storeFile(store(`RACE-${i}`)))))
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409])
  await holder.query('rollback')
  await whenEnded(operator, answers.find(({ status }) => status === 202)?.json.id)
  const request = { headers: { 'Content-Type': 'text/csv' }, idempotencyKey: 'import-once' }
  const [one, two] = [
    await operator.post('/v2/ops/imports?kind=stores', storeFile(store('AGAIN')), request),
    await operator.post('/v2/ops/imports?kind=stores', storeFile(store('AGAIN')), request),
  ]
  expect([one.status, two.json.id]).toEqual([202, one.json.id])
  await whenEnded(operator, one.json.id)
  await until('no file is left', async () => (await leftovers()).length === 0)
})

test('support reads imports but starts none; a partner sees none', async () => {
  const support = await signIn(operator, { access: 'support' })
  expect((await support.get('/v2/ops/imports')).status).toBe(200)
  const refused = await startImport(support, 'stores', storeFile(store('NO-1')))
  expect([refused.status, refused.json.error.code]).toEqual([403, 'insufficient_scope'])
  expect((await service.demo.get('/v2/ops/imports')).status).toBe(403)
})

test('imports that ended over a month ago and orphaned files are removed', async () => {
  const { id } = await runImport(operator, 'stores', storeFile(store('OLD-1')))
  const { db } = service.running.service
  await db.query('test_age', "update imports set ended_at = now() - interval '31 days' where id = $1", [id])
  await db.query('test_orphan', "insert into import_parts (import_id, part, content) values ('imp_0', 0, '')")
  const importer = new Importer(service.running.service, importWork(service.running.service))
  importer.start()
  await until('it is gone', async () => (await operator.get(`/v2/ops/imports/${id}`)).status === 404)
  await until('so is the file', async () => (await leftovers()).length === 0)
  await importer.stop()
})
