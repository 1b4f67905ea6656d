import { COUNTRIES } from '@backhaul/core/countries.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseHours } from '../../src/kinds/network/hours.ts'
import { importStores } from '../../src/kinds/network/import.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const HEADER = 'code,name,line1,city,state,postal_code,country,lat,lon,timezone,hours'
const ROW = 'BOS-001,Back Bay,1 Boylston St,Boston,MA,02116,US,42.35,-71.08,America/New_York,mon-fri 08:00-20:00'

const load = (...rows: string[]) => importStores(service.running.service, 'test', [HEADER, ...rows].join('\n'))
const change = (cells: Record<number, string>): string =>
  ROW.split(',')
    .map((cell, i) => cells[i] ?? cell)
    .join(',')
const allStores = () => service.running.service.db.query<Record<string, unknown>>('test_all_stores', 'select * from stores order by code')
const storeOf = async (code: string) => (await allStores()).find((store) => store.code === code)

describe('a good file', () => {
  test('adds stores and accepts quoted commas, a byte-order mark, blank lines and Windows line endings', async () => {
    const csv = `\uFEFF${HEADER}\r\n"PVD-1","Corner, Shop","1 ""Main"" St",Providence,RI,02903,US, 41.82 ,-71.41,America/New_York,"mon-fri 08:00-12:00, 13:00-18:00; sat 09:00-13:00"\r\n\r\nPVD-2,Zweite,2 Rue Émile,Providence,,02904,US,41.83,-71.4,America/New_York,\r\n`
    expect(await importStores(service.running.service, 'test', csv)).toEqual({ imported: 2, warnings: [] })
    const day = [
      ['08:00', '12:00'],
      ['13:00', '18:00'],
    ]
    expect(await storeOf('PVD-1')).toMatchObject({
      id: expect.stringMatching(/^sto_[0-9a-z]{26}$/),
      pudo_code: 'PVD-1',
      name: 'Corner, Shop',
      line1: '1 "Main" St',
      state: 'RI',
      lat: 41.82,
      lon: -71.41,
      hours: { mon: day, tue: day, wed: day, thu: day, fri: day, sat: [['09:00', '13:00']] },
      active: true,
    })
    expect(await storeOf('PVD-2')).toMatchObject({ line1: '2 Rue Émile', state: null, hours: null })
  })

  test('changes stores by code and keeps their id and whether they are in use', async () => {
    await load(change({ 0: 'CHG-1' }), change({ 0: 'CHG-2' }))
    const before = await storeOf('CHG-1')
    await service.running.service.db.query('test_off', "update stores set active = false, pudo_code = 'P1' where code = 'CHG-1'")
    expect(await load(change({ 0: 'CHG-1', 1: 'New Name', 10: '' }))).toEqual({ imported: 1, warnings: [] })
    expect(await storeOf('CHG-1')).toEqual({ ...before, name: 'New Name', hours: null, active: false, pudo_code: 'P1' })
    expect(await storeOf('CHG-2')).toMatchObject({ name: 'Back Bay' })
  })

  test('can have coordinates as programs print them, down to the smallest double', async () => {
    const pairs = [
      ['0.30000000000000004', '-73.99670000000001'],
      ['1e-7', '-5e-324'],
      ['-90', '180'],
    ] as const
    await load(...pairs.map(([lat, lon], i) => change({ 0: `NUM-${i}`, 7: lat, 8: lon })))
    for (const [i, [lat, lon]] of pairs.entries()) expect(await storeOf(`NUM-${i}`)).toMatchObject({ lat: Number(lat), lon: Number(lon) })
  })

  test('takes effect in a running service immediately', async () => {
    await load(change({ 0: 'NOW-1' }))
    const { id } = (await storeOf('NOW-1')) as { id: string }
    expect((await service.demo.get(`/v2/drop-off-locations/${id}`)).json.name).toBe('Back Bay')
    await load(change({ 0: 'NOW-1', 1: 'Renamed' }))
    expect((await service.demo.get(`/v2/drop-off-locations/${id}`)).json.name).toBe('Renamed')
  })

  test('can have its columns in any order and omit the hours, which keeps the known hours', async () => {
    await load(change({ 0: 'ORD-1' }))
    const csv = `timezone,lon,lat,country,postal_code,state,city,line1,name,code\nAmerica/New_York,-71.1,42.3,US,02117,MA,Boston,2 St,Moved,ORD-1`
    expect(await importStores(service.running.service, 'test', csv)).toEqual({ imported: 1, warnings: [] })
    expect(await storeOf('ORD-1')).toMatchObject({ name: 'Moved', lon: -71.1, hours: { mon: [['08:00', '20:00']] } })
  })

  test('can have thousands of rows', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => change({ 0: `BULK-${i}` }))
    expect(await load(...rows)).toEqual({ imported: 5000, warnings: [] })
    expect(await storeOf('BULK-4999')).toBeDefined()
  })
})

describe('a bad file', () => {
  test('reports every bad cell of every row and imports nothing', async () => {
    const before = await allStores()
    const result = await load(
      change({ 0: 'GOOD-1' }),
      change({ 0: 'BAD-1', 7: '91', 8: 'east' }),
      change({ 0: 'BAD-2', 6: 'XX', 9: 'Mars/Olympus' }),
      change({ 0: 'GOOD-1', 1: '' }),
      change({ 0: '', 10: 'weekdays' }),
      'BAD-3,only,three',
    )
    expect(result).toEqual({
      errors: [
        { row: 3, column: 'lat', message: 'is not a number from -90 to 90' },
        { row: 3, column: 'lon', message: 'is not a number from -180 to 180' },
        { row: 4, column: 'country', message: 'is not an ISO 3166-1 alpha-2 code in capitals' },
        { row: 4, column: 'timezone', message: 'is not an IANA time zone such as America/New_York' },
        { row: 5, column: 'name', message: 'is required' },
        { row: 5, column: 'code', message: 'is already on row 2' },
        { row: 6, column: 'code', message: expect.stringContaining('1 to 40') },
        { row: 6, column: 'hours', message: expect.stringContaining('"weekdays"') },
        { row: 7, column: 'city', message: 'has no cell (cells in the row: 3, in the header: 11)' },
      ],
    })
    expect(await allStores()).toEqual(before)
  })

  test.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
    ['bars', '|'],
  ])('separated by %s instead of commas gets one error, which names them', async (name, separator) => {
    const csv = `\ufeff${[HEADER, change({ 0: 'SEP-1' }), change({ 0: 'SEP-2' })].join('\r\n').replaceAll(',', separator)}`
    const fault = { row: 1, column: '', message: `separates its columns with ${name}; save the file with commas as separators` }
    expect(await importStores(service.running.service, 'test', csv)).toEqual({ errors: [fault] })
    const operator = await service.operator()
    const answer = await operator.post('/v2/ops/stores/import', csv, { headers: { 'Content-Type': 'text/csv' } })
    expect([answer.status, answer.json.error.message]).toEqual([422, expect.stringContaining('The file has 1 error, so')])
    expect(answer.json.error.details.errors).toEqual([expect.objectContaining({ message: `Row 1: ${fault.message}` })])
  })

  test.each([
    ['code', 0, ['a b', 'ü', '-x', 'x'.repeat(41), '']],
    ['name', 1, ['', 'x'.repeat(101), 'a\tb\u0007', 'a\u0000b']],
    ['line1', 2, ['']],
    ['city', 3, ['']],
    ['state', 4, ['x'.repeat(51)]],
    ['postal_code', 5, ['', 'x'.repeat(21)]],
    ['country', 6, ['', 'us', 'USA', 'ZZ', 'EU', 'UK']],
    ['lat', 7, ['', '90.01', '-91', 'NaN', '1e1', '0x10', '4 2', 'Infinity']],
    ['lon', 8, ['', '180.5', '-181', '--1', '1.']],
    ['timezone', 9, ['', '+05:00', 'Eastern', 'America/Gotham', 'America/New York']],
  ])('%s: every bad value is reported with its row and column', async (column, index, values) => {
    for (const value of values) {
      expect(await load(change({ [index]: value })), `${column}=${JSON.stringify(value)}`).toEqual({
        errors: [{ row: 2, column, message: expect.any(String) }],
      })
    }
  })

  test.each([
    ['nothing at all', '', [1, '']],
    ['a header only', HEADER, [1, '']],
    ['a missing column', `${HEADER.replace('timezone,', '')}\n`, [1, 'timezone']],
    ['an unknown column', `${HEADER},phone\n${ROW},1`, [1, 'phone']],
    ['a column twice', `${HEADER},code\n${ROW},1`, [1, 'code']],
    ['a quote that is not closed', `${HEADER}\n"${ROW}`, [2, '']],
    ['text after a quote', `${HEADER}\n"a"b${ROW}`, [2, '']],
  ])('%s', async (_name, csv, [row, column]) => {
    const before = await allStores()
    const result = await importStores(service.running.service, 'test', csv)
    expect(result).toEqual({ errors: [{ row, column, message: expect.any(String) }] })
    expect(await allStores()).toEqual(before)
  })

  test('counts rows as an editor counts lines, including blank lines and line breaks in cells', async () => {
    const csv = `${HEADER}\n\n${change({ 0: 'L-1', 1: '"two' })}`.replace('"two', '"two\nlines"')
    const result = await importStores(service.running.service, 'test', `${csv}\n${change({ 0: 'L-2', 7: 'x' })}\n`)
    expect(result).toMatchObject({
      errors: [
        { row: 4, column: 'name' },
        { row: 5, column: 'lat' },
      ],
    })
  })
})

describe('hours', () => {
  const all = (spans: string[][]) => Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, spans]))

  test.each([
    ['mon 08:00-20:00', { mon: [['08:00', '20:00']] }],
    ['Mon-Wed 08:00-20:00;', { mon: [['08:00', '20:00']], tue: [['08:00', '20:00']], wed: [['08:00', '20:00']] }],
    ['mon-sun 00:00-24:00', all([['00:00', '24:00']])],
    ['sun, tue 09:00 - 10:00', { tue: [['09:00', '10:00']], sun: [['09:00', '10:00']] }],
    ['sat-mon 09:00-10:00', { mon: [['09:00', '10:00']], sat: [['09:00', '10:00']], sun: [['09:00', '10:00']] }],
    [
      'fri 14:00-18:00; fri 08:00-12:00,12:00-13:00',
      {
        fri: [
          ['08:00', '12:00'],
          ['12:00', '13:00'],
          ['14:00', '18:00'],
        ],
      },
    ],
  ])('%s', (text, hours) => {
    expect(parseHours(text)).toEqual({ hours })
  })

  test.each([
    ['weekdays 08:00-20:00'],
    ['mon'],
    ['mon 8:00-20:00'],
    ['mon 08:00-20:00 sat 09:00-18:00'],
    ['mon 20:00-08:00'],
    ['mon 08:00-08:00'],
    ['mon 08:00-25:00'],
    ['mon 24:00-24:00'],
    ['mon-tue-wed 08:00-20:00'],
    ['foo 08:00-20:00'],
    ['mon 08:00-12:00,11:00-13:00'],
    ['mon-fri 08:00-12:00; wed 11:30-12:30'],
    [';'],
  ])('%s is refused with a reason', (text) => {
    expect(parseHours(text)).toEqual({ message: expect.stringMatching(/.+/) })
  })
})

test('the runtime has a name for every country code', () => {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  expect([...COUNTRIES].filter((code) => names.of(code) === undefined)).toEqual([])
  expect(COUNTRIES.size).toBe(249)
})
