// Sample parcels, with which an operator fills an empty sandbox once. This test uses few parcels. .ci/run fills a whole sandbox
// (packages/trials/src/sample).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../../src/app/serve.ts'
import { fillSandbox } from '../../src/kinds/sandbox/fill.ts'
import { claimSample, SAMPLE, saveSample } from '../../src/kinds/sandbox/sample.ts'
import { readConfig } from '../../src/process/config.ts'
import { inProcess } from '../cli/run.ts'
import type { TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const FULL = { ...SAMPLE }
const FEW = { parcels_per_day: 3, stores: 1, days: 1 }
const DAY_MS = 86_400_000
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')
const services: TestService[] = []

beforeAll(() => {
  Object.assign(SAMPLE, FEW)
})
afterAll(async () => {
  Object.assign(SAMPLE, FULL)
  for (const service of services) await service.close()
})

const open = async (env: Record<string, string> = {}): Promise<{ service: TestService; operator: TestClient }> => {
  const service = await startTestService('api', env)
  services.push(service)
  return { service, operator: await service.operator() }
}
const read = async (operator: TestClient) => (await operator.get('/v2/test/sample')).json
const ended = async (operator: TestClient) => {
  await until('the sample has ended', async () => (await read(operator)).status !== 'running')
  return read(operator)
}
const partnersOf = async ({ running }: TestService) =>
  running.service.db.query<{ name: string; clock_offset_s: number }>(
    'test_partners',
    "select name, clock_offset_s from partners where name like '%(sample)' order by name",
    [],
  )

test('an empty sandbox is filled once over the API: dated until now, audited, and no key remains', async () => {
  const { service, operator } = await open()
  for (const method of ['GET', 'POST'] as const) {
    const partners = await service.demo.send(method, '/v2/test/sample')
    expect([partners.status, partners.json.error.code]).toEqual([403, 'insufficient_scope'])
  }
  expect(await read(operator)).toEqual({
    ...{ object: 'sample', status: 'none', can_start: true, progress: 0, day: 0, days: 0, parcels: 0, scans: 0 },
    ...{ started_at: null, ended_at: null, reason: null },
  })
  const first = await operator.send('POST', '/v2/test/sample', { idempotencyKey: 'first' })
  expect([first.status, first.json.status, first.json.can_start]).toEqual([202, 'running', false])
  const replayed = await operator.send('POST', '/v2/test/sample', { idempotencyKey: 'first' })
  expect([replayed.status, replayed.headers.get('idempotent-replayed'), replayed.text]).toEqual([202, 'true', first.text])
  const again = await operator.post('/v2/test/sample')
  expect([again.status, again.json.status, again.json.started_at]).toEqual([202, 'running', first.json.started_at])

  const done = await ended(operator)
  expect(done).toMatchObject({ status: 'done', can_start: false, progress: 100, reason: null })
  // The day of the start is cut off, unless the sample begins at the time of day at which it ends.
  expect([done.days === 1 || done.days === 2, done.day]).toEqual([true, done.days])
  const shipments = (await operator.get('/v2/shipments?limit=100')).json.data as {
    created_at: string
    order_id: string
    metadata: object
  }[]
  expect([shipments.length, done.parcels]).toEqual([shipments.length, shipments.length])
  expect(shipments.length).toBeGreaterThan(1)
  const ages = shipments.map(({ created_at }) => (Date.now() - Date.parse(created_at)) / DAY_MS)
  expect([Math.min(...ages) >= 0, Math.max(...ages) < 2]).toEqual([true, true])
  for (const { order_id, metadata } of shipments)
    expect([order_id, metadata]).toEqual([expect.stringMatching(/^(FW|TP|MM)-\d+$/), { item: expect.any(String) }])
  expect((await partnersOf(service)).map(({ name, clock_offset_s }) => [name, clock_offset_s])).toEqual([
    ['Fernway Outfitters (sample)', 0],
    ['Maple & Main (sample)', 0],
    ['Tidepool Audio (sample)', 0],
  ])
  // The events are in the feed, and the operator actions are in the audit trail.
  await operator.settle()
  expect((await operator.get('/v2/ops/events?type=shipment.created&order=newest&limit=100')).json.data).toHaveLength(shipments.length)
  const lines = (await operator.get('/v2/ops/audit?limit=100')).json.data as { action: string; actor: string }[]
  expect(lines.filter(({ action }) => action === 'sample.started')).toHaveLength(1)
  expect(lines.filter(({ action }) => action === 'partner.created')).toHaveLength(3)
  const left = (await operator.get('/v2/ops/keys?limit=100')).json.data as { name: string | null; revoked_at: string | null }[]
  expect(left.filter(({ name, revoked_at }) => name === 'sample parcels' && revoked_at === null)).toEqual([])

  const refused = await operator.post('/v2/test/sample')
  expect([refused.status, refused.json.error]).toEqual([
    409,
    {
      code: 'sandbox_not_empty',
      message: 'The sandbox already has parcels. For sample parcels, use a sandbox with an empty data directory.',
      details: {},
    },
  ])
})

test('production refuses the sample, also at the start', async () => {
  for (const [args, env, message] of [
    [[], { BACKHAUL_ENV: 'production' }, '--sample works only in a sandbox, but BACKHAUL_ENV is production'],
    [['--only', 'worker'], {}, '--sample needs the API; remove --only worker'],
  ] as const) {
    const { code, stderr } = await inProcess(['serve', '--sample', ...args], { BACKHAUL_MASTER_KEY: MASTER_KEY, ...env })
    expect([code, stderr]).toEqual([1, `backhaul: ${message}\n`])
  }
  const { operator } = await open({ BACKHAUL_ENV: 'production', BACKHAUL_MASTER_KEY: MASTER_KEY })
  for (const method of ['GET', 'POST'] as const) {
    const refused = await operator.send(method, '/v2/test/sample')
    expect([refused.status, refused.json.error.code]).toEqual([403, 'sandbox_only'])
  }
})

test('one of two processes fills the sandbox; a restarted fill continues, and the earlier run stops writing', async () => {
  const { service, operator } = await open()
  const { service: inside } = service.running
  const { db, config } = inside
  // A sample run that cannot continue gives the reason, and can be started again.
  await db.query('test_no_rates', 'create table kept_rates as select * from rates', [])
  await db.query('test_no_rates_2', 'delete from rates', [])
  await operator.post('/v2/test/sample')
  expect(await ended(operator)).toMatchObject({
    ...{ status: 'stopped', can_start: true },
    reason: 'The sandbox has no carrier for CA; add a market and a rate card, or use another data directory.',
  })
  await db.query('test_rates', 'insert into rates select * from kept_rates', [])

  const env = { PORT: '0', BACKHAUL_LOG_LEVEL: 'error', DATABASE_URL: config.databaseUrl as string, BACKHAUL_DATA_DIR: config.dataDir }
  const other = await serve(readConfig(env), 'api', false)
  try {
    const taken = await Promise.all([claimSample(inside), claimSample(other.service)])
    const runs = taken.flatMap((one) => ('run' in one && one.run !== null ? [one.run] : []))
    expect([runs.length, taken.map((one) => 'body' in one && one.body)]).toEqual([
      1,
      [expect.objectContaining({ status: 'running' }), expect.objectContaining({ status: 'running' })],
    ])
    const run = runs[0] as string
    const stop = new AbortController()
    const running = fillSandbox(other.service, run, stop.signal)
    await until('some hours are done', async () => (await read(operator)).progress > 20)
    stop.abort()
    await running
    const stopped = await read(operator)
    expect(stopped).toMatchObject({ status: 'stopped', can_start: true, reason: 'The service was stopped. Start again to continue.' })
    expect(stopped.progress).toBeLessThan(100)

    // Simulates that the next process was killed: it sends no more heartbeats.
    await claimSample(inside)
    expect((await read(operator)).status).toBe('running')
    const silence = "update settings set value = value || jsonb_build_object('beat_at', now() - interval '21 s') where name = 'sample'"
    await db.query('test_silent', silence, [])
    const reason = 'The process that filled the sandbox ended. Start again to continue.'
    expect(await read(operator)).toMatchObject({ status: 'stopped', can_start: true, reason })
    const { json } = await operator.post('/v2/test/sample')
    expect(json).toMatchObject({ status: 'running', started_at: stopped.started_at, progress: stopped.progress })
    expect(await saveSample(inside, run, { reason: 'late' })).toBe(false)
  } finally {
    await other.close()
  }
  const done = await ended(operator)
  expect(done).toMatchObject({ status: 'done', progress: 100 })
  expect(await partnersOf(service)).toHaveLength(3)
  const shipments = (await operator.get('/v2/shipments?limit=100')).json.data as { ship_ext_id: string }[]
  expect(new Set(shipments.map(({ ship_ext_id }) => ship_ext_id)).size).toBe(shipments.length)
  expect(done.parcels).toBe(shipments.length)
})
