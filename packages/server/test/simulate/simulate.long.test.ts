// Runs the simulation on a real service. The same seed gives the same network, even if a run is interrupted. The simulation uses only the
// public API.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Interrupted } from '@backhaul/simulator/model.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { Backhaul } from '../../../client/src/index.ts'
import type { Sandbox } from '../../src/cli/demo/sandbox.ts'
import { type Options, runTo } from '../../src/cli/simulate/run.ts'
import type { Summary } from '../../src/cli/simulate/summary.ts'
import { inProcess } from '../cli/run.ts'
import { startTestService, type TestService } from '../support/service.ts'

interface World {
  service: TestService
  sandbox: Sandbox
  file: string
  /** The output of the run. */
  said: string
}

const SMALL = { parcelsPerDay: 10, stores: 4, seed: 42 }
const DAYS = 17
const FIRST_DAYS = 6
/** Time limit for some thousand requests on a shared machine. */
const SLOW_MS = 300_000
const services: TestService[] = []
const directory = mkdtempSync(join(tmpdir(), 'backhaul-simulate-'))

const newWorld = async (part: 'all' | 'api' = 'all'): Promise<World> => {
  const service = await startTestService(part)
  services.push(service)
  const credentials = JSON.parse(readFileSync(join(service.running.service.config.dataDir, 'sandbox-credentials.json'), 'utf8'))
  const sandbox = { url: service.url, credentials, own: false, close: async () => {} }
  return { service, sandbox, file: join(directory, `simulation-${services.length}.json`), said: '' }
}

const simulate = async (world: World, options: Options, signal = new AbortController().signal): Promise<Summary> => {
  const write = (text: string) => {
    world.said += text
  }
  return (await runTo(world.sandbox, world.file, options, { signal, write, isTerminal: false })).summary
}

const clientsOf = ({ file, sandbox }: World): Backhaul[] =>
  JSON.parse(readFileSync(file, 'utf8')).merchants.map(
    (keys: { api_key: string; signing_secret: string }) => new Backhaul({ base_url: sandbox.url, ...keys }),
  )

/** Returns the final state of each parcel, and all scans of a few parcels. Parcels are identified by their names in the simulation. */
const historiesOf = async (world: World): Promise<unknown[]> => {
  const { start, store_ids } = JSON.parse(readFileSync(world.file, 'utf8'))
  const codes = new Map(Object.entries(store_ids as Record<string, string>).map(([code, id]) => [id, code]))
  const histories: unknown[][] = []
  for (const client of clientsOf(world)) {
    for await (const shipment of client.listShipments({ limit: 100 })) {
      const { ship_ext_id, status, amount, carrier, label_version, store_id, held, reject_reason, pod } = shipment
      const own = [ship_ext_id, status, amount, carrier, label_version, codes.get(store_id ?? ''), held, reject_reason, pod?.grade]
      if (!/[05]$/.test(ship_ext_id ?? '')) {
        histories.push(own)
        continue
      }
      const scans: unknown[] = []
      const since = (at: string) => Date.parse(at) - Date.parse(start)
      for await (const scan of client.listShipmentScans(shipment.id, { limit: 100 }))
        scans.push([
          scan.kind,
          scan.applied,
          scan.status,
          scan.facility ?? codes.get(scan.store_id ?? ''),
          // The scan of an accepted tender has the time of the acceptance request, which is a moment after the full hour.
          scan.kind === 'inject' && scan.scanner_name === null ? Math.round(since(scan.occurred_at) / 3_600_000) : since(scan.occurred_at),
        ])
      histories.push([...own, scans])
    }
  }
  return histories.sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))
}

const comparable = ({ done, statuses, days, seed, partners, stores, parcels_per_day }: Summary) => ({
  done,
  statuses,
  days,
  seed,
  stores,
  parcels_per_day,
  partners: partners.map(({ name, parcels }) => [name, parcels]),
})

let whole: World
let summary: Summary
/** The summary and the parcels' histories after the first days of the simulation. */
let early: { summary: Summary; histories: unknown[] }
beforeAll(async () => {
  whole = await newWorld()
  early = { summary: await simulate(whole, { ...SMALL, days: FIRST_DAYS }), histories: await historiesOf(whole) }
  summary = await simulate(whole, { days: DAYS - FIRST_DAYS })
}, SLOW_MS)
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  for (const service of services) await service.close()
  rmSync(directory, { recursive: true, force: true })
})

const operatorOf = ({ file, sandbox }: World): Backhaul =>
  new Backhaul({ base_url: sandbox.url, ...JSON.parse(readFileSync(file, 'utf8')).operator })

const place = (city: string, state: string, postal_code: string, country = 'US') =>
  ({ ...{ name: 'A', line1: '1 Main St', city, state, postal_code, country } }) as const

test('each carrier has two tariffs with zones; quotes name theirs and rise with distance and date', async () => {
  const operator = operatorOf(whole)
  const { start } = JSON.parse(readFileSync(whole.file, 'utf8'))
  const tariffs: string[] = []
  for await (const { carrier, country, effective_on } of operator.listTariffs()) tariffs.push(`${carrier} ${country} ${effective_on}`)
  const rise = new Date(Date.parse(start) + 14 * 86_400_000).toISOString().slice(0, 10)
  const names = ['maplego CA', 'northline US', 'sim-laurentide CA', 'swiftpost CA']
  expect(tariffs.filter((name) => name.endsWith(rise)).sort()).toEqual(names.map((name) => `${name} ${rise}`))
  expect(tariffs).toHaveLength(2 * names.length)
  const [client] = clientsOf(whole) as [Backhaul]
  const body = {
    direction: 'outbound' as const,
    to: place('Columbus', 'OH', '43217'),
    parcel: { weight: 2, length: 6, width: 6, height: 6 },
  }
  const zones: unknown[] = []
  const amounts: number[] = []
  const origins = [
    ['Columbus', 'OH', '43217'],
    ['New York', 'NY', '10018'],
    ['Los Angeles', 'CA', '90026'],
    ['Toronto', 'ON', 'M4Y 1P9', 'CA'],
  ]
  for (const from of origins) {
    const quote = await client.quoteShipment({ ...body, from: place(...(from as [string, string, string])) })
    const [{ tariff, lines }] = quote.candidates as [(typeof quote.candidates)[0]]
    // The clocks of these partners are already past the time of the price rise.
    expect(tariff?.effective_on).toBe(rise)
    expect(lines[0]?.detail).toBe(`zone ${tariff?.zone}, up to 2 lb`)
    expect(lines.map(({ code }) => code)).toEqual(['base', 'residential', 'fuel'])
    expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(quote.amount)
    zones.push(tariff?.zone)
    amounts.push(quote.amount)
  }
  expect(zones).toEqual([2, 4, 8, 9])
  expect(amounts).toEqual([...amounts].sort((a, b) => a - b))
  // A place near the destination is in a near zone, even if the simulation has no counter in that place. A distant place is in a far zone.
  const zoneOf = async (from: ReturnType<typeof place>, to: ReturnType<typeof place>) =>
    (await client.quoteShipment({ ...body, from, to })).candidates[0]?.tariff?.zone
  expect(await zoneOf(place('Boston', 'MA', '02116'), place('Providence', 'RI', '02903'))).toBe(2)
  expect(await zoneOf(place('Los Angeles', 'CA', '90026'), place('Anchorage', 'AK', '99501'))).toBe(8)
  // A partner whose clock is before the rise pays the earlier price.
  const { json } = await whole.service.demo.post('/v2/quotes', { ...body, from: place('Columbus', 'OH', '43217') })
  expect(json.amount).toBeLessThan(amounts[0] as number)
  expect(json.candidates[0].tariff.effective_on < start).toBe(true)
})

test('markets and a counter have calendars, and no parcel is expected on a day of rest', async () => {
  const operator = operatorOf(whole)
  const { store_ids, start } = JSON.parse(readFileSync(whole.file, 'utf8'))
  const day = new Date(Date.parse(start) + 9 * 86_400_000).toISOString().slice(0, 10)
  expect(await operator.readCalendar(store_ids['SIM-NYC-1'])).toMatchObject({
    ...{ cut_off: '15:00', holidays: [{ date: day, name: 'Stocktaking' }] },
  })
  const rests = new Map<string, Set<string>>()
  for (const country of ['US', 'CA']) {
    const { cut_off, holidays, transit_days } = await operator.readCalendar(country)
    expect([cut_off, transit_days.length]).toEqual(['16:00', 12])
    rests.set(country, new Set(holidays.map(({ date }) => date)))
  }
  let seen = 0
  for (const client of clientsOf(whole))
    for await (const { estimated_delivery_date: expected, to, created_at } of client.listShipments({ limit: 100 })) {
      expect(expected).toMatch(/^\d{4}-\d\d-\d\d$/)
      const date = expected as string
      expect([0, 6]).not.toContain(new Date(date).getUTCDay())
      expect([rests.get(to.country)?.has(date), rests.get(to.country)?.has(date.slice(5))]).toEqual([false, false])
      expect(date > created_at.slice(0, 10)).toBe(true)
      seen++
    }
  expect(seen).toBe(summary.done.parcels)
})

test('parcels of a carrier with its own service follow its reports; late or repeated reports count once', async () => {
  const operator = operatorOf(whole)
  const { done } = summary
  expect([done.reports, done.reports_late, done.reports_again].map((count) => (count ?? 0) > 0)).toEqual([true, true, true])
  const { reports } = JSON.parse(readFileSync(whole.file, 'utf8'))
  expect(reports).toEqual([])
  let [lines, fresh, unmatched] = [0, 0, 0]
  for await (const one of operator.listImports({ kind: 'carrier-report', limit: 100 })) {
    const { state, error_count, applied_rows, created_rows, unmatched_rows } = await operator.readImport(one.id)
    expect([state, error_count]).toEqual(['done', 0])
    lines += applied_rows
    fresh += created_rows
    unmatched += unmatched_rows
  }
  // The next run may fetch some reports of the last run again.
  expect([lines >= (done.reports ?? 0), fresh, unmatched]).toEqual([true, (done.reports ?? 0) - (done.reports_again ?? 0), 0])
  let delivered = 0
  for (const client of clientsOf(whole))
    for await (const { id, carrier, status, ltracking } of client.listShipments({ limit: 100 })) {
      if (carrier !== 'sim-laurentide' || status !== 'delivered') continue
      delivered++
      const scans = []
      for await (const scan of client.listShipmentScans(id, { limit: 100 })) scans.push(scan)
      const told = scans.filter(({ kind }) => ['movement', 'out-for-delivery', 'deliver'].includes(kind))
      const codes = { movement: 'MV', 'out-for-delivery': 'OD', deliver: 'DL' } as Record<string, string>
      expect(told.map(({ details }) => details.carrier_code)).toEqual(told.map(({ kind }) => codes[kind]))
      expect(told.filter(({ kind }) => kind === 'deliver')).toHaveLength(1)
      expect(told.map(({ location }) => location?.city !== undefined)).toEqual(told.map(() => true))
      expect(new Set(told.map(({ kind, occurred_at }) => `${kind} ${occurred_at}`)).size).toBe(told.length)
      expect(ltracking).not.toBeNull()
    }
  expect(delivered).toBeGreaterThan(2)
  // Between two runs, the simulated carriers do not answer, so no service is configured for them.
  const all = await operator.listCarriers({ limit: 100 })
  expect(all.data.find(({ code }) => code === 'sim-laurentide')).toMatchObject({ adapter: 'file', service: null })
})

test('every status and every kind of problem occurs, and the service refuses nothing', () => {
  const ended = ['delivered', 'return_to_sender', 'disposed', 'cancelled', 'expired']
  const underWay = ['created', 'label_ready', 'ready_for_pickup', 'in_possession', 'in_transit', 'unclaimed']
  expect(Object.keys(summary.statuses)).toEqual(expect.arrayContaining([...ended, ...underWay]))
  expect(summary.done.refused).toBeUndefined()
  const done = [
    'sold',
    'reweighed',
    'photos',
    'pickup',
    'cancel-pickup',
    'manifests',
    'tenders',
    'tenders_short',
    'tenders_over',
    'tenders_cancelled',
  ]
  const acts = [
    'hold',
    'release',
    'redirect',
    'reprint',
    'reissue-qr',
    'invalidate-qr',
    'amend',
    'expire',
    'cancel',
    'adjust',
    'discrepancy',
    'dispute',
  ]
  const outcomes = [
    'claim.lost',
    'claim.damaged',
    'disposition.rts',
    'disposition.redeliver',
    'disposition.unclaimed',
    'disposition.dispose',
  ]
  const kinds = ['walk-in', 'accept', 'reject', 'collect', 'custody', 'arrive', 'sort', 'inject', 'movement', 'out-for-delivery', 'deliver']
  expect(Object.keys(summary.done)).toEqual(
    expect.arrayContaining([...done, ...acts, ...outcomes, ...kinds.map((kind) => `scans.${kind}`)]),
  )
  expect(Object.keys(summary.done).some((name) => name.startsWith('resolve-claim.'))).toBe(true)
  expect(Object.keys(summary.done).some((name) => name.startsWith('resolve-dispute.'))).toBe(true)
})

test('the summary matches the service', async () => {
  const clients = clientsOf(whole)
  const count = async (list: (client: Backhaul) => AsyncIterable<unknown>) => {
    let all = 0
    for (const client of clients) for await (const _ of list(client)) all++
    return all
  }
  const { done, statuses } = summary
  const total = (prefix: string) => Object.entries(done).reduce((sum, [name, of]) => (name.startsWith(prefix) ? sum + of : sum), 0)
  expect(await count((client) => client.listTenders({ limit: 100 }))).toBe(done.tenders)
  expect(await count((client) => client.listClaims({ limit: 100 }))).toBe(total('claim.'))
  expect(await count((client) => client.listPickups({ limit: 100 }))).toBe(done.pickup)
  expect(Object.values(statuses).reduce((sum, of) => sum + of, 0)).toBe(done.parcels)
  // The last day is unfinished, so some of its manifests are open. All manifests of earlier days are closed.
  const open: string[] = []
  for (const client of clients) for await (const { manifest_date } of client.listManifests({ status: 'open' })) open.push(manifest_date)
  expect(open.every((date) => date === summary.now.slice(0, 10))).toBe(true)
  expect(done.manifests).toBeGreaterThan(60)
})

test('the clocks of simulated partners end the last day together, and other clocks are unchanged', async () => {
  for (const client of clientsOf(whole)) {
    const { now } = await client.readTestClock()
    const late_ms = Date.parse(now) - (Date.parse(summary.start) + DAYS * 86_400_000)
    expect(late_ms).toBeGreaterThan(-2_000)
    expect(late_ms).toBeLessThan(600_000)
  }
  expect((await whole.service.demo.get('/v2/test/clock')).json.offset_seconds).toBe(0)
  expect(summary.days_ahead).toBeGreaterThan(DAYS - 1)
})

test(
  'the same seed makes the same network on another database, even after interruptions',
  async () => {
    const world = await newWorld()
    const stop = new AbortController()
    // Ctrl-C on the first day: the run stops at the end of the current hour.
    const write = vi.fn((text: string) => {
      if (text.startsWith('day 1 ')) stop.abort()
    })
    const interrupted = runTo(world.sandbox, world.file, { ...SMALL, days: 4 }, { signal: stop.signal, write, isTerminal: false })
    await expect(interrupted).rejects.toThrow(new Interrupted('it stopped on day 2 of 4; run `backhaul simulate` again to continue'))
    // The server goes away in the middle of an hour: some requests were carried out, and some answers are lost.
    const { fetch } = globalThis
    let left = 90
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const answer = left > -3 ? await fetch(input, init) : null
      if (left-- > 0 && answer) return answer
      throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })
    })
    await expect(simulate(world, {})).rejects.toThrow(
      /does not answer \(.* got no answer: connect ECONNREFUSED\); it stopped on day \d of 4; run `backhaul simulate` again/,
    )
    vi.restoreAllMocks()
    // The next run finishes the four days. The run after it simulates two more days.
    expect((await simulate(world, {})).days).toBe(4)
    const again = await simulate(world, { days: FIRST_DAYS - 4 })
    expect(comparable(again)).toEqual(comparable(early.summary))
    expect(await historiesOf(world)).toEqual(early.histories)
  },
  SLOW_MS,
)

test('another seed makes another network next to the first', async () => {
  const beside = { ...whole, file: join(directory, 'beside.json') }
  const other = await simulate(beside, { ...SMALL, seed: 43, days: 2, new: true })
  expect(other.partners.map(({ partner_id }) => partner_id)).not.toEqual(summary.partners.map(({ partner_id }) => partner_id))
  const firstDays = (await historiesOf(whole))
    .map((history) => String((history as unknown[])[0]))
    .filter((name) => /^sim-42-[01]-/.test(name))
  expect(other.done.parcels).toBe(firstDays.length)
  expect((await historiesOf(beside)).map(String)).not.toEqual((await historiesOf(whole)).slice(0, other.done.parcels).map(String))
})

test('the credentials of a sandbox include an operator key, and only their user can read them', async () => {
  const file = join(whole.service.running.service.config.dataDir, 'sandbox-credentials.json')
  const { operator } = JSON.parse(readFileSync(file, 'utf8'))
  const client = new Backhaul({ base_url: whole.sandbox.url, ...operator })
  const partners = (await client.listPartners({ limit: 100 })).data.map(({ name }) => name)
  expect(partners).toEqual(expect.arrayContaining(['Demo', 'Fernway Outfitters (simulated)']))
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('only its user can read the simulation file, which belongs to one seed and size', async () => {
  expect(statSync(whole.file).mode & 0o777).toBe(0o600)
  const { demo } = whole.service
  const credentials = join(whole.service.running.service.config.dataDir, 'sandbox-credentials.json')
  const env = { BACKHAUL_DATA_DIR: directory }
  const run = (...args: string[]) => inProcess(['simulate', '--credentials', credentials, ...args], env)
  const first = await run('--days', '1', '--parcels-per-day', '2', '--stores', '1', '--json')
  expect([first.code, first.stderr, first.json.days, first.json.done.parcels]).toEqual([0, '', 1, 2])
  const refused = await run('--seed', '9')
  expect([refused.code, refused.stderr]).toEqual([
    1,
    'backhaul: the simulation of this sandbox was started with --seed 1; omit the option to continue that simulation, or give --new to start another simulation\n',
  ])
  const told = await run('--days', '1')
  expect(told.stdout).toContain(', continuing the last run')
  expect(told.stdout).toMatch(/day 2 of 2: 4 parcels/)
  expect(told.stdout).toContain('2 days simulated: 4 parcels')
  expect(told.stdout).toMatch(/console link --access counter --partner par_\w+ --store sto_\w+ --name You/)
  expect(demo.url).toBe(whole.sandbox.url)
})

test('invalid options are named, and production is refused before anything is created', async () => {
  for (const [option, value] of [
    ['--days', '0'],
    ['--days', '367'],
    ['--parcels-per-day', '5001'],
    ['--stores', 'x'],
    ['--seed', '-1'],
  ] as const) {
    const { code, stderr } = await inProcess(['simulate', option, value])
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining(`option '${option} <n>' argument '${value}' is invalid. Give a whole number from`),
    ])
  }
  const refused = await inProcess(['simulate'], {
    BACKHAUL_ENV: 'production',
    BACKHAUL_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    BACKHAUL_DATA_DIR: directory,
  })
  expect([refused.code, refused.stderr]).toEqual([1, 'backhaul: `simulate` works only with a sandbox, but BACKHAUL_ENV is production\n'])
  const nothing = await inProcess(['simulate'], { BACKHAUL_DATA_DIR: join(directory, 'nothing') })
  expect([nothing.code, nothing.stderr]).toEqual([1, expect.stringMatching(/^backhaul: no sandbox runs on this data directory; start it/)])
})

test('a production service, or credentials without an operator, give one clear line', async () => {
  const { operator: _, ...partner } = whole.sandbox.credentials
  const sandbox = { ...whole.sandbox, credentials: partner }
  const options = { signal: new AbortController().signal, write: () => {}, isTerminal: false }
  await expect(runTo(sandbox, join(directory, 'none.json'), {}, options)).rejects.toThrow(/^the credentials contain no operator's key/)
  const production = await startTestService('api', {
    BACKHAUL_ENV: 'production',
    BACKHAUL_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  services.push(production)
  const { credentials: keys } = await production.partner()
  const there = { ...sandbox, url: production.url, credentials: { ...keys, partner_id: 'par_x' } }
  await expect(runTo(there, join(directory, 'none.json'), {}, options)).rejects.toThrow(
    `${production.url} is a production service; \`simulate\` works only with a sandbox`,
  )
})

test(
  'without a worker, no tariff or carrier service is used, and scans replace the reports',
  async () => {
    const world = await newWorld('api')
    const { done, statuses } = await simulate(world, { ...SMALL, days: 13 })
    expect([done.refused, done.reports]).toEqual([undefined, undefined])
    expect(statuses.delivered).toBeGreaterThan(0)
    const { reports } = JSON.parse(readFileSync(world.file, 'utf8'))
    expect(reports).toEqual([])
    let delivered = 0
    for (const client of clientsOf(world))
      for await (const { carrier, status } of client.listShipments({ limit: 100 }))
        if (carrier === 'sim-laurentide' && status === 'delivered') delivered++
    expect(delivered).toBeGreaterThan(0)
  },
  SLOW_MS,
)
