// Carrier reports (docs/operating/carriers.md#reports-of-carriers).
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importWork } from '../../src/app/import-work.ts'
import { Importer } from '../../src/kinds/imports/importer.ts'
import { whenEnded } from '../ops/imports-support.ts'
import { backdate } from '../support/backdate.ts'
import { expectWithin } from '../support/by-the-clock.ts'
import { RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { CODES, csv, Desk, fact, type Json, type Line } from './support.ts'

let service: TestService
let desk: Desk
beforeAll(async () => {
  service = await startTestService('api')
  desk = await Desk.open(service, 'relay')
})
afterAll(() => service.close())

const at = (hour: number, minute = 0): string => new Date(Date.UTC(2026, 10, 20, hour, minute)).toISOString()
const NEWARK = { city: 'Newark', state: 'NJ', postal_code: '07114', country: 'US' }
const RENO = { city: 'Reno', country: 'US' }
const CSV_HEAD = 'number,code,occurred_at,reference\n'

const errorsOf = ({ errors }: Json): [number, string, string][] => errors.map(({ row, field, code }: Json) => [row, field, code])

test.each([
  ['CSV', `${CSV_HEAD}${'\n'.repeat(2 ** 21)}`, 'text/csv'],
  ['CSV with carriage returns', `${CSV_HEAD}${'\r\n'.repeat(2 ** 20)}`, 'text/csv'],
  ['CSV with blanks', `${CSV_HEAD}${' \n'.repeat(2 ** 20)}`, 'text/csv'],
  ['JSON', `[${'\n'.repeat(2 ** 22)}]`, 'application/json'],
])('a report of blank lines ends its time slice and lets others have theirs, by the clock: %s', async (_what, report, type) => {
  const { json } = await desk.send(report, type)
  let asked = 0
  await desk.work(json.id, () => ++asked > 2)
  expect(asked).toBe(3)
  expect((await desk.operator.get(`/v2/ops/imports/${json.id}`)).json.state).toBe('applying')
  // The remaining lines are processed while a timer measures how long the event loop is blocked.
  let [last_ms, longest_ms] = [performance.now(), 0]
  const timer = setInterval(() => {
    longest_ms = Math.max(longest_ms, performance.now() - last_ms)
    last_ms = performance.now()
  }, 1)
  await desk.work(json.id)
  clearInterval(timer)
  expect((await desk.operator.get(`/v2/ops/imports/${json.id}`)).json).toMatchObject({ state: 'done', rows: 0 })
  expectWithin(250, longest_ms)
})

describe('a carrier', () => {
  test('shows its adapter and the meaning of its codes, and keeps both if a request omits them', async () => {
    const path = '/v2/ops/carriers/kept'
    const put = (body: object) => desk.operator.send('PUT', path, { body: { name: 'Kept', ...body } })
    expect((await put({})).json).toMatchObject({ adapter: 'house', codes: null })
    expect((await put({ adapter: 'file', codes: CODES })).json).toMatchObject({ adapter: 'file', codes: CODES })
    expect((await put({})).json).toMatchObject({ adapter: 'file', codes: CODES })
    expect((await put({ codes: { DL: 'walk-in' } })).json.error.details.errors[0].path).toBe('/codes/DL')
  })

  test('with the adapter house sends no reports, and neither does an unknown carrier', async () => {
    const send = (code: string) =>
      desk.operator.post(`/v2/ops/carriers/${code}/reports`, CSV_HEAD, { headers: { 'Content-Type': 'text/csv' } })
    expect((await send('northline')).json.error).toMatchObject({ code: 'carrier_sends_no_reports', details: { adapter: 'house' } })
    expect((await send('nobody')).status).toBe(404)
  })
})

describe('a report', () => {
  test('moves parcels like API scans, with time, place and events, and sets a missing carrier number', async () => {
    const { id, barcode, tracking } = await desk.parcel()
    const done = await desk.report(
      csv(
        { number: 'RL-1', code: 'PU', occurred_at: '2026-11-20T03:00:00-05:00', reference: barcode, ...NEWARK },
        { number: 'RL-1', code: 'MV', occurred_at: at(9), facility: 'EWR-SORT' },
        { number: 'RL-1', code: 'MA', occurred_at: at(9) },
        { number: tracking.toLowerCase(), code: 'DL', occurred_at: at(15), signed_by: 'A. Example', ...RENO },
      ),
    )
    expect(done).toMatchObject({
      ...{ kind: 'carrier-report', carrier: 'relay', state: 'done', file_name: 'day', rows: 4, checked_rows: 4 },
      ...{ applied_rows: 4, created_rows: 3, unmatched_rows: 0, error_count: 0, errors: [] },
    })
    expect(await desk.shipment(id)).toMatchObject({ status: 'delivered', carrier: 'relay', ltracking: 'RL-1', pod: { grade: 'B' } })
    expect((await desk.scans(id)).map(fact)).toMatchObject([
      {
        ...{ kind: 'inject', occurred_at: at(8), facility: null },
        location: { city: 'Newark', state: 'NJ', postal_code: '07114', country: 'US' },
        details: { carrier: 'relay', carrier_code: 'PU', carrier_number: 'RL-1' },
      },
      { kind: 'movement', occurred_at: at(9), facility: 'EWR-SORT', location: { code: 'EWR-SORT', city: 'Newark' } },
      { kind: 'deliver', occurred_at: at(15), details: { signed_by: 'A. Example', carrier_code: 'DL' } },
    ])
    await service.demo.settle()
    const { data } = (await service.demo.get(`/v2/events?shipment=${id}`)).json
    expect(data.slice(2).map(({ type }: Json) => type)).toEqual([
      ...['shipment.injected', 'shipment.in_transit', 'tracking.updated', 'shipment.delivered'],
    ])
    expect(data[2].event_info).toMatchObject({
      scannedDateTime: at(8),
      location: { city: 'Newark', state: 'NJ', postalCode: '07114', country: 'US' },
    })
  })

  test('in JSON has the same effect, as an array or with one object per line', async () => {
    const line = ({ barcode }: Json, code: string, hour: number) => ({
      number: barcode,
      code,
      occurred_at: at(hour),
      city: '{"[\\ é',
      country: 'US',
    })
    const [one, other] = [await desk.parcel(), await desk.parcel()]
    const array = `\uFEFF ${JSON.stringify([line(one, 'PU', 8), line(one, 'DL', 9)], null, 2)}\n`
    expect(await desk.report(array, 'application/json')).toMatchObject({ state: 'done', created_rows: 2, error_count: 0 })
    const lines = [line(other, 'PU', 8), line(other, 'DL', 9)].map((object) => JSON.stringify(object)).join('\n')
    expect(await desk.report(lines, 'application/x-ndjson')).toMatchObject({ state: 'done', created_rows: 2, error_count: 0 })
    for (const { id, carrier, ltracking } of [one, other]) {
      expect((await desk.scans(id)).map(({ kind, location }) => [kind, location.city])).toEqual([
        ['inject', '{"[\\ é'],
        ['deliver', '{"[\\ é'],
      ])
      // The carrier had not reported a number of its own, so the parcel had a number from Backhaul.
      expect((await desk.shipment(id)).ltracking).not.toBe(ltracking)
      expect(carrier).toBe('northline')
    }
  })

  test('sent twice, or in overlapping parts, changes nothing twice', async () => {
    const { id, barcode } = await desk.parcel()
    const lines: Line[] = [8, 9, 10, 11].map((hour) => ({ number: 'TW-1', code: 'MV', occurred_at: at(hour), reference: barcode, ...RENO }))
    expect(await desk.report(csv(...lines.slice(0, 3), ...lines.slice(0, 2)))).toMatchObject({ rows: 5, applied_rows: 5, created_rows: 3 })
    expect(await desk.report(csv(...lines.slice(0, 3)))).toMatchObject({ state: 'done', rows: 3, applied_rows: 3, created_rows: 0 })
    expect(await desk.report(csv(...lines))).toMatchObject({ rows: 4, created_rows: 1 })
    // A line with the same time, but with another UTC offset, is a duplicate. A line with another place, time or code is a new fact.
    const first = lines[0] as Line
    const same = { ...first, occurred_at: '2026-11-20T09:00:00+01:00' }
    expect(await desk.report(csv(same, { ...first, city: 'Elko' }, { ...first, code: 'OD' }))).toMatchObject({ rows: 3, created_rows: 2 })
    expect(await desk.scans(id)).toHaveLength(6)
    await service.demo.settle()
    const { data } = (await service.demo.get(`/v2/events?shipment=${id}&type=shipment.in_transit`)).json
    expect(data).toHaveLength(1)
  })

  test('with bad lines names each of them with its reason, and the other lines count', async () => {
    const desk = await Desk.open(service, 'northline')
    const { id, barcode } = await desk.parcel()
    const { barcode: unlabeled } = await desk.parcel({ ...RETURN, fulfillment: 'qr_code' })
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    const good = `${barcode},MV,${at(8)},`
    const done = await desk.report(
      [
        'number,code,occurred_at,country',
        good,
        `,MV,${at(9)},`,
        `${barcode},XX,${at(9)},`,
        `${barcode},MV,yesterday,Narnia`,
        `${barcode},MV,${soon},`,
        `UNKNOWN-1,MV,${soon},`,
        `${unlabeled},MV,${at(9)},`,
        `${barcode},MV`,
        `${barcode},OD,${at(10)},\n`,
      ].join('\n'),
    )
    expect(done).toMatchObject({ state: 'done', rows: 9, applied_rows: 2, created_rows: 2, error_count: 8 })
    expect(errorsOf(done).sort(([a], [b]) => a - b)).toEqual([
      [3, 'number', 'required'],
      [4, 'code', 'code_unknown'],
      [5, 'occurred_at', 'date-time'],
      [5, 'country', 'country'],
      [6, 'occurred_at', 'past'],
      [7, 'occurred_at', 'past'],
      [8, '', 'invalid_transition'],
      [9, 'occurred_at', 'cells'],
    ])
    expect((await desk.shipment(id)).status).toBe('out_for_delivery')
    expect(await desk.inbox('UNKNOWN-1')).toEqual([])
    const corrected = await desk.report(`number,code,occurred_at,country\n${good}\n${barcode},DL,${at(11)},\n`)
    expect(corrected).toMatchObject({ state: 'done', created_rows: 1, error_count: 0 })
  })

  test.each<[string, (barcode: string) => string | Uint8Array, string, [number, string, string][], number]>([
    ['an empty one', () => '', 'refused', [[1, '', 'empty']], 0],
    ['no columns that are known', () => 'a,b\n1,2\n', 'refused', [[1, 'number', 'column_missing']], 0],
    [
      'UTF-16',
      (code) => new Uint8Array(Buffer.from(`\uFEFF${CSV_HEAD}${code},MV,${at(8)},\n`, 'utf16le')),
      'refused',
      [[1, '', 'encoding']],
      0,
    ],
    ['semicolons', (code) => `${CSV_HEAD}${code},MV,${at(8)},\n`.replaceAll(',', ';'), 'refused', [[1, '', 'separator']], 0],
    [
      'Latin-1',
      (code) => new Uint8Array(Buffer.from(`${CSV_HEAD}${code},MV,${at(8)},\nGrö,MV,${at(8)},\n${code},DL,${at(9)},\n`, 'latin1')),
      'done',
      [[3, '', 'encoding']],
      2,
    ],
    ['a line that is cut off', (code) => `${CSV_HEAD}${code},MV,${at(8)},\n${code},DL,2026-11-2`, 'done', [[3, '', 'cut_off']], 1],
    [
      'a line that looks whole, and is cut off',
      (code) => `${CSV_HEAD}${code},MV,${at(8)},\n${code},DL,${at(9)},`,
      'done',
      [[3, '', 'cut_off']],
      1,
    ],
    [
      'a quotation that nothing ends',
      (code) => `${CSV_HEAD}${code},MV,${at(8)},\n"${code},DL,${at(9)},\n"${code}","OD",${at(9)},\n`,
      'done',
      [[3, '', 'csv']],
      2,
    ],
    ['a line without an end', (code) => `${CSV_HEAD}${code},MV,${at(8)},\n${'x'.repeat(2_000_000)}`, 'done', [[3, '', 'too_long']], 1],
    [
      'JSON that is cut off',
      (code) => `[${JSON.stringify({ number: code, code: 'MV', occurred_at: at(8) })},\n{"number":"`,
      'done',
      [[2, '', 'cut_off']],
      1,
    ],
    [
      'JSON whose end is missing',
      (code) => `[${JSON.stringify({ number: code, code: 'MV', occurred_at: at(8) })}`,
      'done',
      [[1, '', 'cut_off']],
      1,
    ],
    [
      'JSON with bad objects among good ones',
      (code) =>
        `{"number":1,"x\\u0000":"","code":null}\n{"number":"a","code":"MV",}\n${JSON.stringify({ number: code, code: 'MV', occurred_at: at(8) })}\nno`,
      'done',
      [
        [1, 'number', 'type'],
        [1, 'x', 'field_unknown'],
        [2, '', 'json'],
        [4, '', 'json'],
      ],
      1,
    ],
    [
      'half a character',
      () => '{"number":"\\ud800","code":"MV","occurred_at":"2026-11-20T09:30:00Z"}',
      'refused',
      [[1, 'number', 'number']],
      0,
    ],
    ['an object without an end', () => `{"number":"${'x'.repeat(20_000)}"}`, 'refused', [[1, '', 'json']], 0],
  ])('with %s names line and reason, applies no line partly, and keeps the good lines', async (_, file, state, errors, scans) => {
    const { id, barcode } = await desk.parcel()
    const done = await desk.report(file(barcode))
    expect([done.state, errorsOf(done), done.applied_rows]).toEqual([state, errors, scans])
    expect(await desk.scans(id)).toHaveLength(scans)
  })

  test('of 100 MB is refused before it is read', async () => {
    const { status, json } = await desk.send(new Uint8Array(100 * 1024 * 1024))
    expect([status, json.error.code]).toEqual([413, 'payload_too_large'])
  })

  test('stopped in the middle continues with the next line and counts nothing twice', async () => {
    const parcels = await Promise.all(Array.from({ length: 25 }, () => desk.parcel()))
    const lines = parcels.flatMap(({ barcode }) =>
      Array.from({ length: 10 }, (_, i): Line => ({ number: barcode, code: 'MV', occurred_at: at(8, i) })),
    )
    const { json } = await desk.send(csv(...lines, { number: 'NOBODY', code: 'MV', occurred_at: 'never' }))
    let looks = 0
    await desk.work(json.id, () => ++looks > 1)
    const stopped = (await desk.operator.get(`/v2/ops/imports/${json.id}`)).json
    expect(stopped).toMatchObject({ state: 'applying', ended_at: null, checked_rows: 200, created_rows: 200, rows: null })
    expect((await desk.send(csv())).json.error.code).toBe('import_in_progress')
    const importer = new Importer(service.running.service, importWork(service.running.service))
    importer.start()
    const done = await whenEnded(desk.operator, json.id)
    await importer.stop()
    expect(done).toMatchObject({ state: 'done', rows: 251, checked_rows: 251, applied_rows: 250, created_rows: 250, error_count: 1 })
    for (const { id } of parcels) expect(await desk.scans(id)).toHaveLength(10)
  })
})

const permutations = <T>(items: readonly T[]): T[][] =>
  items.length < 2 ? [[...items]] : items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]))

type Told = Omit<Line, 'number'>
let told = 0

/**
 * Creates one parcel for each of these days and returns the final states of the parcels. The lines of a day come in the given order, and
 * each report is sent twice. The lines contain the carrier's own number. Only one line of each parcel also contains the parcel's reference,
 * and which line it is differs from parcel to parcel.
 */
const outcomesOf = async (days: Told[][]): Promise<string[]> => {
  const numberOf = (parcel: number): string => `PRM-${told}-${parcel}-`
  told++
  const parcels = (await desk.service.demo.post('/v2/shipments/batch', { shipments: days.map(() => RETURN) })).json.data
  await desk.promise(parcels.map(({ id }: Json) => id))
  for (const { id } of parcels) await backdate(service, id)
  const lineOf = (day: Told[], parcel: number, step: number): Line => ({
    number: numberOf(parcel),
    ...(day[step] as Told),
    ...(step === parcel % day.length && { reference: parcels[parcel].barcode }),
  })
  for (let step = 0; step < (days[0] as Told[]).length; step++) {
    const report = csv(...days.map((day, parcel) => lineOf(day, parcel, step)))
    expect(await desk.report(report)).toMatchObject({ state: 'done', error_count: 0 })
    expect(await desk.report(report)).toMatchObject({ state: 'done', created_rows: 0 })
  }
  return Promise.all(
    days.map(async (day, i) => {
      const { id } = parcels[i]
      const { status, carrier, ltracking } = await desk.shipment(id)
      const history: Json[] = (await desk.scans(id)).map(fact)
      expect(history.map(({ occurred_at }) => occurred_at)).toEqual(history.map(({ occurred_at }) => occurred_at).toSorted())
      expect(history).toHaveLength(new Set(day.map((one) => JSON.stringify(one))).size)
      expect(await desk.inbox(numberOf(i))).toEqual([])
      const { history: tracked } = (await desk.service.demo.get(`/v2/tracking/${parcels[i].tracking}`)).json
      const { custody } = (await desk.service.demo.get(`/v2/shipments/${id}/custody`)).json
      return JSON.stringify({ status, carrier, ltracking, history, tracked, custody }).replaceAll(`${numberOf(i)}"`, 'PRM"')
    }),
  )
}

test('the reports of a day give the same history and status in every order, even if each comes twice', async () => {
  // The lines also contradict each other: out for delivery again after delivery.
  const day: Told[] = [
    { code: 'PU', occurred_at: at(8), ...NEWARK },
    { code: 'MV', occurred_at: at(10), facility: 'ORD-SORT' },
    { code: 'OD', occurred_at: at(14), ...RENO },
    { code: 'DL', occurred_at: at(16), ...RENO, signed_by: 'A. Example' },
    { code: 'OD', occurred_at: at(17), ...RENO },
  ]
  const orders = permutations([0, 1, 2, 3, 4])
  const outcomes = new Set(await outcomesOf(orders.map((order) => order.map((which) => day[which] as Told))))
  expect([...outcomes].map((outcome) => JSON.parse(outcome))).toMatchObject([{ status: 'delivered', carrier: 'relay', ltracking: 'PRM' }])
})

test('any set of reports gives the same history in any order, even with equal times and duplicates', async () => {
  const line = fc.record({
    code: fc.constantFrom('PU', 'MV', 'OD', 'DL'),
    occurred_at: fc.integer({ min: 0, max: 4 }).map((minute) => at(8, minute)),
    place: fc.constantFrom<Partial<Line>>(NEWARK, RENO, { facility: 'ORD-SORT' }),
  })
  const day = fc.array(
    line.map(({ place, ...rest }): Told => ({ ...rest, ...place })),
    { minLength: 6, maxLength: 6 },
  )
  const orders = fc.array(fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }), { minLength: 5, maxLength: 5 })
  const seed = Number(process.env.ORDER_SEED ?? 1)
  const tried = fc.sample(fc.tuple(day, orders), { numRuns: Number(process.env.ORDER_RUNS ?? 10), seed })
  const outcomes = await outcomesOf(tried.flatMap(([told, ways]) => ways.map((way) => way.map((which) => told[which] as Told))))
  for (const [i, [told]] of tried.entries()) expect([seed, told, new Set(outcomes.slice(5 * i, 5 * i + 5)).size]).toEqual([seed, told, 1])
})
