// Calendars on the command line, as JSON and CSV. Each error in a file is reported with its row.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvCell, unguarded } from '../../src/http/csv.ts'
import type { TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { inProcess } from './run.ts'

let service: TestService
let operator: TestClient
let store: string
let seeded: object
const directory = mkdtempSync(join(tmpdir(), 'backhaul-calendar-'))
beforeAll(async () => {
  service = await startTestService('api')
  operator = await service.operator()
  store = (await operator.get('/v2/ops/stores?limit=1')).json.data[0].id
  seeded = await read('US')
})
afterAll(async () => {
  await service.close()
  rmSync(directory, { recursive: true, force: true })
})

const read = async (subject: string) => (await operator.get(`/v2/ops/calendars/${subject}`)).json
const run = (...args: string[]) => {
  const { databaseUrl, dataDir } = service.running.service.config
  return inProcess(['calendar', ...args], { DATABASE_URL: databaseUrl as string, BACKHAUL_DATA_DIR: dataDir })
}
const write = (name: string, content: string): string => {
  const file = join(directory, name)
  writeFileSync(file, content)
  return file
}

const CANADA = {
  timezone: 'America/Toronto',
  working_days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  cut_off: '15:30',
  holidays: [
    { date: '07-01', name: 'Canada Day' },
    { date: '2034-10-09', name: 'Thanksgiving, "Action de grâce"' },
    { date: '2034-08-07', name: null },
    { date: '2034-08-08', name: "=1+1; -'2" },
  ],
  exceptions: [
    {
      date: '12-24',
      name: 'Christmas Eve',
      hours: [
        ['09:00', '12:00'],
        ['13:00', '24:00'],
      ],
      cut_off: '11:00',
    },
    { date: '2034-12-27', name: null, hours: [], cut_off: null },
  ],
  transit_days: [
    { carrier: null, zone: null, service_level: 'standard', days: 5 },
    { carrier: 'northline', zone: '3', service_level: 'express', days: 0 },
  ],
}
const CSV = [
  'kind,date,name,hours,cut_off,carrier,zone,service_level,days,value',
  'timezone,,,,,,,,,America/Toronto',
  'working_days,,,,,,,,,mon tue wed thu fri',
  'cut_off,,,,,,,,,15:30',
  'holiday,07-01,Canada Day,,,,,,,',
  'holiday,2034-10-09,"Thanksgiving, ""Action de grâce""",,,,,,,',
  'holiday,2034-08-07,,,,,,,,',
  "holiday,2034-08-08,'=1+1; -'2,,,,,,,",
  'exception,12-24,Christmas Eve,09:00-12:00 13:00-24:00,11:00,,,,,',
  'exception,2034-12-27,,,,,,,,',
  'transit,,,,,,,standard,5,',
  'transit,,,,,northline,3,express,0,',
]

test('a calendar is set from JSON or CSV, and its shown or exported form can be set again', async () => {
  const whole = { subject: 'CA', object: 'calendar', ...CANADA }
  const set = await run('set', 'CA', write('ca.json', JSON.stringify(CANADA)), '--json')
  expect([set.code, set.json, await read('CA')]).toEqual([0, whole, whole])
  const exported = await run('export', 'CA')
  expect(exported.stdout.split(/\r?\n/)).toEqual([...CSV, ''])
  const shown = await run('show', 'CA')
  for (const [name, content] of [
    ['shown.json', shown.stdout],
    ['again.CSV', exported.stdout],
  ] as const) {
    expect((await run('remove', 'CA')).code).toBe(0)
    expect((await operator.get('/v2/ops/calendars/CA')).status).toBe(404)
    const again = await run('set', 'CA', write(name, content))
    expect([again.code, again.stdout]).toEqual([0, 'Calendar of CA saved. It takes effect everywhere within two seconds.\n'])
    expect(await read('CA')).toEqual(whole)
  }
  const { json } = await run('export', 'CA', '--json')
  expect(json).toEqual({ ...whole, csv: [...CSV, ''].join('\r\n') })
  const { data } = (await operator.get('/v2/ops/audit?subject=CA')).json
  expect(data.map(({ action, actor }: Record<string, string>) => [action, actor?.split(':')[0]])).toEqual([
    ...[
      ['calendar.created', 'cli'],
      ['calendar.removed', 'cli'],
      ['calendar.created', 'cli'],
      ['calendar.removed', 'cli'],
    ],
    ['calendar.changed', 'cli'],
  ])
})

test('a store calendar has a few columns in any order, as spreadsheets save them, and is in the list', async () => {
  const file = write('store.csv', '\uFEFFdate,kind,name,value\r\n12-31,holiday,Stocktaking,\r\n,working_days,,mon  sat\r\n\r\n')
  expect((await run('set', store, file)).code).toBe(0)
  expect(await read(store)).toMatchObject({
    holidays: [{ date: '12-31', name: 'Stocktaking' }],
    working_days: ['mon', 'sat'],
    cut_off: null,
  })
  expect((await run('list')).stdout).toMatch(new RegExp(`${store} +1 +0 +0\\n`))
  const listed = await run('list', '--json')
  expect(listed.json).toEqual((await operator.get('/v2/ops/calendars')).json)
  const gone = await run('remove', store, '--json')
  expect([gone.code, gone.json]).toEqual([0, { removed: store }])
  const nothing = await Promise.all([run('show', store), run('export', store), run('remove', store)])
  for (const { code, stderr } of nothing)
    expect([code, stderr]).toEqual([
      1,
      'backhaul: This market or store has no calendar; GET /v2/ops/calendars lists the calendars. (field: subject)\n',
    ])
})

const HEAD = 'kind,date,name,hours,cut_off,carrier,zone,service_level,days,value'
const ZONE = 'timezone,,,,,,,,,America/New_York'
test.each([
  ['no header', '', ['row 1: is missing; the first row must name these columns, or the subset that the rows use: kind, date']],
  ['an unknown column', `kind,when\nholiday,12-25`, ['row 1: when is not a known column; use kind, date, name']],
  ['semicolons', `kind;date\nholiday;12-25`, ['row 1: separates its columns with semicolons; save the file with commas as separators']],
  [
    'a row that is too short',
    `${HEAD}\n${ZONE}\nholiday,12-25`,
    [/^ {2}row 3: \S+ has no cell \(cells in the row: 2, in the header: 10\)$/m],
  ],
  [
    'an unknown kind',
    `kind,date\nholliday,12-25\n`,
    ['row 2: kind is not one of timezone, working_days, cut_off, holiday, exception, transit'],
  ],
  [
    'cells of another kind and a missing cell',
    `${HEAD}\n${ZONE}\nholiday,,Nothing,,,,,,3,`,
    ['row 3: date is required in a row of the kind "holiday"', 'row 3: days must be empty in a row of the kind "holiday"'],
  ],
  ['a time zone twice', `${HEAD}\n${ZONE}\n${ZONE}`, ['row 3: kind repeats "timezone" from row 2; keep one of these rows']],
  [
    'invalid values, each named with its row even after other kinds and empty lines',
    [
      ...[HEAD, ZONE, 'transit,,,,,nobody,far,standard,2,', '', 'holiday,2034-02-29,,,,,,,,', 'holiday,12-25,,,,,,,,'],
      ...['exception,12-25,,13:00-09:00,,,,,,', 'exception,12-26,,09:00-12:00 11:00-13:00,,,,,,'],
    ].join('\n'),
    [
      'row 5: date is not a valid date; write a date like 2026-12-25, or like 12-25 for every year',
      'row 7: date repeats 12-25; list each day only once',
      'row 7: hours ends before it begins; give two times of the same day, such as 09:00 and 14:00',
      'row 8: hours contains periods that overlap; list each time only once',
      'row 3: carrier is not registered; create the carrier first',
      'row 3: zone must be one of local, regional, national, international, or the number of a zone in a tariff',
    ],
  ],
  [
    'values in the wrong format',
    `${HEAD}\n${ZONE}\nexception,Christmas,,morning,25:00,,,,,\ntransit,,,,,,,slow,two,\nworking_days,,,,,,,,,mon funday`,
    ['row 3: date', 'row 3: hours', 'row 3: cut_off', 'row 4: service_level', 'row 4: days', 'row 5: working_days'],
  ],
  ['no time zone, which a market needs', `${HEAD}\nholiday,12-25,,,,,,,,`, ['row 1: timezone is required for a market']],
  [
    'no working day',
    `${HEAD}\n${ZONE}\nworking_days,,,,,,,,,`,
    [/row 3: working_days leave no day open for a year from \d{4}-\d\d-\d\d on; a calendar needs working days/],
  ],
  ['a quotation without an end', `${HEAD}\nholiday,12-25,"Christmas,,,,,,,`, ['row 2: is not well-formed CSV']],
])('a file with %s is refused with its rows, and nothing of it is applied', async (_, content, expected) => {
  const file = write('bad.csv', content)
  const { code, stdout, stderr } = await run('set', 'US', file)
  expect([code, stdout]).toEqual([1, ''])
  for (const line of expected)
    expect(stderr).toMatch(typeof line === 'string' ? new RegExp(`^  ${line.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`, 'm') : line)
  expect(stderr.split('\n').filter((line) => line.startsWith('  row')).length).toBeGreaterThanOrEqual(expected.length)
  expect(stderr).toContain('nothing was imported')
  expect(await read('US')).toEqual(seeded)
})

test('bad JSON, another character set, a missing file and an unknown subject each give one clear line', async () => {
  const zone = `${HEAD}\n${ZONE}\n`
  for (const [file, message] of [
    [write('bad.json', '{"timezone": 3}'), '/timezone must be'],
    [write('latin.csv', ''), 'is not UTF-8 text; save the file as UTF-8'],
    [join(directory, 'none.csv'), 'cannot read'],
  ] as const) {
    if (file.endsWith('latin.csv')) writeFileSync(file, Buffer.from('kind,date,name\nholiday,12-25,No\xebl\n', 'latin1'))
    const { code, stderr } = await run('set', 'US', file)
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)])
  }
  const unknown = await run('set', 'FR', write('fr.csv', zone))
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    'backhaul: No market or store matches the path; create the market or store first. (field: subject)\n',
  ])
  expect(await read('US')).toEqual(seeded)
})

test.each(['=1', "'=1", "''=1", "a;=1;'-2", '\t=x', 'plain', "'plain", "it's; '", '＝１'])(
  '%j is unchanged after a round trip through CSV',
  (text) => {
    const cell = csvCell(text)
    expect(unguarded(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)).toBe(text)
  },
)
