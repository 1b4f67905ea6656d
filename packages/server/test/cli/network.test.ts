import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LARGEST_REPORT_BYTES } from '../../src/kinds/carriers/reporting.ts'
import { ADDRESS, RETURN, TestClient } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { inProcess } from './run.ts'

let files: string
let database: TestDatabase
let production: Record<string, string>
beforeAll(async () => {
  files = mkdtempSync(join(tmpdir(), 'backhaul-cli-'))
  database = await createTestDatabase()
  production = {
    DATABASE_URL: database.url,
    BACKHAUL_DATA_DIR: files,
    BACKHAUL_ENV: 'production',
    BACKHAUL_MASTER_KEY: Buffer.alloc(32, 3).toString('base64'),
  }
})
afterAll(async () => {
  await database.drop()
  rmSync(files, { recursive: true })
})

const file = (name: string, ...lines: string[]): string => {
  const path = join(files, name)
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}
const made = async (env: Record<string, string>, ...args: string[]) => {
  const { code, json, stderr } = await inProcess([...args, '--json'], env)
  expect([code, stderr], args.join(' ')).toEqual([0, ''])
  return json
}
const STORES = 'code,name,line1,city,state,postal_code,country,lat,lon,timezone,hours'
const STORE = 'S-1,Counter,1 Main St,Columbus,OH,43004,US,39.96,-83,America/New_York,mon-fri 08:00-20:00'
const RATES = 'carrier,country,service_level,zone,base_cents,per_lb_cents,max_weight_lb'

test('an empty production service is set up for shipping by the command line alone', async () => {
  const run = (...args: string[]) => made(production, ...args)
  expect(await run('carrier', 'set', 'acme', '--name', 'Acme Freight')).toEqual({
    code: 'acme',
    object: 'carrier',
    name: 'Acme Freight',
    active: true,
    numbers: null,
    adapter: 'house',
    codes: null,
    url: null,
    is_signed: false,
    service: null,
  })
  await run('market', 'set', 'US', '--kind', 'fixed', '--carrier', 'acme', '--currency', 'USD')
  const imported = await run(
    'rate',
    'import',
    file('rates.csv', RATES, 'acme,US,standard,national,700,50,150', 'acme,US,standard,local,500,25.0,99.5'),
  )
  expect(imported).toEqual({ imported: 1, cards: ['acme/US'] })
  expect(await run('store', 'import', file('stores.csv', STORES, STORE))).toEqual({ imported: 1, warnings: [] })
  await run(
    ...['facility', 'set', 'CMH', '--name', 'Columbus Sort', '--city', 'Columbus', '--state', 'OH', '--postal-code', '43004'],
    ...['--country', 'US', '--lat', '39.9', '--lon', '-83.0', '--timezone', 'America/New_York'],
  )
  const credentials = await run(
    'partner',
    'create',
    '--name',
    'First',
    '--role',
    'network',
    '--default-return-address',
    file('to.json', JSON.stringify(ADDRESS)),
  )
  const [store] = (await run('store', 'list')).data
  expect(store).toMatchObject({ object: 'store', code: 'S-1', hours: { mon: [['08:00', '20:00']] } })

  const service: TestService = await startTestService('api', production)
  try {
    const client = new TestClient(service.url, credentials)
    // 10 x 8 x 4 in are billed as 2.302 lb.
    const { status, json } = await client.post('/v2/shipments', { ...RETURN, drop_off_store_id: store.id })
    expect([status, json.amount, json.carrier, json.to.line1]).toEqual([201, 816, 'acme', ADDRESS.line1])
    expect((await run('shipment', 'find', json.tracking)).data).toMatchObject([
      { id: json.id, matched_by: 'tracking', partner_id: credentials.partner_id },
    ])

    const claim = (await client.post('/v2/claims', { shipment_id: json.id, type: 'damaged', amount_claimed: 900 })).json
    const adjustment = (await client.post(`/v2/shipments/${json.id}/adjustments`, { delta_amount: 30, reason: 'other' })).json
    await client.post(`/v2/adjustments/${adjustment.id}/dispute`, { reason: 'no' })
    expect((await run('claim', 'list')).data).toMatchObject([{ id: claim.id, partner_id: credentials.partner_id }])
    expect((await run('dispute', 'list')).data).toMatchObject([{ id: adjustment.id, dispute_reason: 'no' }])
    expect(await run('claim', 'resolve', claim.id, '--outcome', 'approved', '--amount', '850')).toMatchObject({
      status: 'approved',
      amount_approved: 850,
    })
    expect(await run('dispute', 'resolve', adjustment.id, '--outcome', 'rejected')).toMatchObject({ dispute_status: 'rejected' })
    expect((await client.get(`/v2/claims/${claim.id}`)).json.status).toBe('approved')
    const again = await inProcess(['dispute', 'resolve', adjustment.id, '--outcome', 'upheld'], production)
    expect([again.code, again.stdout]).toEqual([1, ''])
    expect(again.stderr).toContain('only an open dispute')
  } finally {
    await service.close()
  }
  const trail = (await run('audit', 'list')).data
  expect(trail.map(({ action }: { action: string }) => action).reverse()).toEqual([
    'carrier.created',
    'market.created',
    'rate_card.replaced',
    'store.created',
    'facility.created',
    'partner.created',
    'claim.resolved',
    'dispute.resolved',
  ])
  expect((await run('audit', 'list', '--subject', 'acme/US')).data[0].after.rates).toHaveLength(2)
})

test('readable output names the listed records', async () => {
  const cases = [
    [['carrier', 'list'], 'acme'],
    [['market', 'list'], 'USD'],
    [['rate', 'list'], '7.00 USD'],
    [['facility', 'list'], 'CMH'],
    [['store', 'list', '--country', 'US'], 'Columbus'],
    [['store', 'list', '--country', 'CA'], 'No store'],
    [['claim', 'list'], 'No claims are open'],
    [['claim', 'list', '--status', 'approved'], 'damaged'],
    [['dispute', 'list'], 'No disputes are open'],
    [['shipment', 'find', 'nothing'], 'No shipment'],
    [['audit', 'list', '--limit', '1'], 'dispute.resolved'],
  ] as const
  const outcomes = await Promise.all(cases.map(([args]) => inProcess([...args], production)))
  for (const [i, { code, stdout, stderr }] of outcomes.entries()) {
    const [args, said] = cases[i] as (typeof cases)[number]
    expect([code, stderr], args.join(' ')).toEqual([0, ''])
    expect(stdout, args.join(' ')).toContain(said)
  }
})

test('a store is deactivated and activated again', async () => {
  const [store] = (await made(production, 'store', 'list', '--code', 'S-1')).data
  expect(await made(production, 'store', 'show', store.id)).toEqual(store)
  expect((await made(production, 'store', 'close', store.id)).active).toBe(false)
  expect((await made(production, 'store', 'open', store.id)).active).toBe(true)
})

test('an import runs without a server and reports its outcome', async () => {
  const good = file('import-stores.csv', STORES, STORE.replace('S-1', 'IM-1'), STORE.replace('S-1', 'IM-2'))
  const done = await made(production, 'import', 'stores', good)
  expect(done).toMatchObject({ state: 'done', kind: 'stores', file_name: 'import-stores.csv', rows: 2, created_rows: 2, errors: [] })
  expect(await made(production, 'import', 'show', done.id)).toEqual(done)
  const bad = file('import-rates.csv', `${RATES},currency`, 'acme,US,standard,national,1,1,1,EUR', 'nobody,US,standard,national,1,1,1,EUR')
  const { code, stdout, stderr } = await inProcess(['import', 'rates', bad, '--json'], production)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('has 3 errors, so nothing was imported')
  expect(stderr).toContain('row 2: currency must be USD')
  expect(stderr).toContain('row 3: carrier is not the code of a carrier')
  const { data } = await made(production, 'import', 'list')
  expect(data.map(({ kind, state }: { kind: string; state: string }) => [kind, state])).toEqual([
    ['rates', 'refused'],
    ['stores', 'done'],
  ])
  // The older command `rate import` reports the same error about the currency.
  expect((await inProcess(['rate', 'import', bad, '--json'], production)).stderr).toContain('row 2: currency must be USD')
  for (const code of ['IM-1', 'IM-2']) {
    const [store] = (await made(production, 'store', 'list', '--code', code)).data
    expect(store).toMatchObject({ code })
  }
})

test('a carrier report is processed without a server; bad lines are named, and unknown numbers wait', async () => {
  const codes = file('codes.json', '{"DL": "deliver", "MA": null}')
  expect(await made(production, 'carrier', 'set', 'relay', '--name', 'Relay', '--adapter', 'file', '--codes', codes)).toMatchObject({
    adapter: 'file',
    codes: { DL: 'deliver', MA: null },
  })
  const head = 'number,code,occurred_at'
  const report = file('monday.csv', head, 'R-1,DL,2026-11-20T09:30:00Z', 'R-2,DL,2026-11-20T09:30:00Z', 'R-3,MA,2026-11-20T09:30:00Z')
  const done = await made(production, 'carrier', 'report', 'relay', report)
  expect(done).toMatchObject({ state: 'done', carrier: 'relay', applied_rows: 3, created_rows: 2, unmatched_rows: 2, errors: [] })
  const bad = file('tuesday.csv', head, 'R-1,DL,2026-11-20T09:30:00Z', 'R-1,XX,today')
  const { code, stderr } = await inProcess(['carrier', 'report', 'relay', bad], production)
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/Imported 1 line .* \(new: 0\)\. 2 lines are invalid:\n {2}row 3: occurred_at is not a valid time.*\n.*codes/),
  ])
  const { data } = await made(production, 'carrier', 'unmatched', 'list', '--carrier', 'relay')
  expect(data.map(({ number }: { number: string }) => number)).toEqual(['R-1', 'R-2'])
  const dismissed = await made(production, 'carrier', 'unmatched', 'dismiss', data[0].id, '--note', 'Not ours')
  expect(dismissed).toMatchObject({ state: 'dismissed', note: 'Not ours', resolved_by: expect.stringMatching(/^cli:/) })
  const refused = await inProcess(['carrier', 'unmatched', 'match', data[1].id, 'nothing'], production)
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('No shipment with this id, tracking number or barcode exists'),
  ])
  expect((await inProcess(['carrier', 'report', 'acme', report], production)).stderr).toContain('set its adapter to file')
  const huge = file('huge.csv', head, ...Array.from({ length: 700 }, () => 'x'.repeat(15_000)), 'R-9,DL,2026-11-20T09:30:00Z')
  const { stderr: faults } = await inProcess(['carrier', 'report', 'relay', huge], production)
  expect(faults).toMatch(/^backhaul: Imported 1 line .* \(new: 1; .*: 1\)\. 700 lines are invalid:\n {2}row 2: /)
  truncateSync(huge, LARGEST_REPORT_BYTES + 1)
  expect((await inProcess(['carrier', 'report', 'relay', huge], production)).stderr).toContain('split the file at the end of a line')
})

test('a bad file imports nothing, names every bad row and ends with code 1', async () => {
  const stores = file(
    'bad-stores.csv',
    STORES,
    STORE.replace('S-1', 'S-2'),
    STORE.replace('S-1', 'S-3').replace('US', 'XX').replace('39.96', 'north'),
  )
  const rates = file(
    'bad-rates.csv',
    RATES,
    'acme,US,standard,national,1,1,1',
    'acme,US,standard,national,-1,1,1',
    'acme,US,overnight,national,1,1',
  )
  for (const [args, rows] of [
    [
      ['store', 'import', stores],
      ['row 3: country', 'row 3: lat'],
    ],
    [
      ['rate', 'import', rates],
      ['row 3: base_cents', 'row 3: zone', 'row 4: max_weight_lb has no cell'],
    ],
    [['rate', 'import', file('head.csv', 'carrier,country')], ['row 1: service_level is missing from the header']],
    [
      ['rate', 'import', file('semicolons.csv', RATES.replaceAll(',', ';'))],
      ['has 1 error, so nothing was imported', 'separates its columns with semicolons'],
    ],
    [['rate', 'import', file('nobody.csv', RATES, 'nobody,US,standard,national,1,1,1')], ['No carrier has the code "nobody"']],
    [['store', 'import', join(files, 'missing.csv')], ['cannot read']],
    [['carrier', 'set', 'bad code', '--name', 'X'], ['1 to 40 letters']],
    [['market', 'set', 'US', '--kind', 'fixed', '--currency', 'USD'], ['/carrier']],
    [['claim', 'resolve', 'clm_none', '--outcome', 'denied'], ['No claim']],
    [['store', 'close', 'sto_none'], ['No store']],
  ] as const) {
    const { code, stdout, stderr } = await inProcess([...args, '--json'], production)
    expect([code, stdout], args.join(' ')).toEqual([1, ''])
    for (const row of rows) expect(stderr, args.join(' ')).toContain(row)
  }
  expect((await made(production, 'store', 'list', '--code', 'S-1')).data).toHaveLength(1)
  expect((await made(production, 'store', 'list', '--code', 'S-2')).data).toHaveLength(0)
  expect((await made(production, 'rate', 'list')).data[0].rates).toHaveLength(2)
})

test('an invalid option ends with code 2 and is named', async () => {
  for (const [args, option] of [
    [['market', 'set', 'US', '--kind', 'auction', '--currency', 'USD'], '--kind'],
    [['market', 'set', 'US', '--kind', 'fixed', '--currency', 'dollars'], '--currency'],
    [['claim', 'resolve', 'clm_x', '--outcome', 'maybe'], '--outcome'],
    [['claim', 'resolve', 'clm_x', '--outcome', 'approved', '--amount', '1.5'], '--amount'],
    [['claim', 'list', '--status', 'lost'], '--status'],
    [['audit', 'list', '--limit', '0'], '--limit'],
    [['facility', 'set', 'X', '--name', 'X'], '--city'],
    [['rate', 'import'], 'file'],
  ] as const) {
    const { code, stdout, stderr } = await inProcess([...args])
    expect([code, stdout], args.join(' ')).toEqual([2, ''])
    expect(stderr.split('\n')[0], args.join(' ')).toContain(option)
  }
})

test('a rate card is emptied, and the audit trail has its earlier content', async () => {
  const network = ['acme', 'CA'] as const
  await made(production, 'market', 'set', 'CA', '--kind', 'marketplace', '--currency', 'CAD')
  await made(production, 'rate', 'import', file('ca.csv', RATES, 'acme,CA,standard,international,900,50,150'))
  expect(await made(production, 'rate', 'remove', ...network)).toEqual({ removed: 'acme/CA' })
  expect((await made(production, 'rate', 'list', '--country', 'CA')).data).toEqual([])
  const [line] = (await made(production, 'audit', 'list', '--action', 'rate_card.replaced', '--limit', '1')).data
  expect(line).toMatchObject({ subject: 'acme/CA', before: { rates: [{ base_cents: 900 }] }, after: { rates: [] } })
  const unknown = await inProcess(['rate', 'remove', 'nobody', 'CA'], production)
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('No carrier has the code "nobody"')])
})

test('number series of barcodes and carriers are set and shown, and contradictory options are refused', async () => {
  const run = (...args: string[]) => made(production, ...args)
  const carrier = await run(
    ...['carrier', 'set', 'post', '--name', 'Post', '--numbers', 's10', '--prefix', 'RR', '--issuer', 'US', '--first', '5', '--last', '9'],
  )
  expect(carrier.numbers).toMatchObject({ standard: 's10', prefix: 'RR', country: 'US', digits: 8, first: 5, last: 9 })
  const numbering = await run('numbering', 'set', '--company-prefix', '0614141', '--extension-digit', '3')
  expect(numbering.series).toEqual([
    { series: 'sscc 30614141', carrier: null, first: 0, last: 999_999_999, left: 1_000_000_000 },
    { series: 's10 RR US', carrier: 'post', first: 5, last: 9, left: 5 },
  ])
  expect((await inProcess(['numbering', 'show'], production)).stdout).toContain('post: s10 RR US, 5 numbers left')
  expect((await run('carrier', 'set', 'post', '--name', 'Post')).numbers).toEqual(carrier.numbers)
  expect((await run('carrier', 'set', 'post', '--name', 'Post', '--numbers', 'random')).numbers).toBeNull()
  expect((await run('numbering', 'set', '--internal')).series).toEqual([])
  const failing: [string[], string][] = [
    [['numbering', 'set'], 'give either --company-prefix or --internal'],
    [['numbering', 'set', '--company-prefix', '12'], '/barcodes/company_prefix'],
    [['carrier', 'set', 'post', '--name', 'Post', '--prefix', 'RR'], 'need --numbers'],
    [['carrier', 'set', 'post', '--name', 'Post', '--numbers', 's10', '--prefix', 'RR'], '/numbers/country'],
  ]
  for (const [args, message] of failing) {
    const { code, stderr } = await inProcess(args, production)
    expect([code, stderr], args.join(' ')).toEqual([1, expect.stringContaining(message)])
  }
})
