import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { backhaul, build } from '../cli/run.ts'
import { startTestService, type TestService } from '../support/service.ts'

let directory: string
let service: TestService | null = null

beforeAll(build)
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'backhaul-demo-test-'))
})
afterEach(async () => {
  await service?.close()
  service = null
  rmSync(directory, { recursive: true, force: true })
})

// biome-ignore lint/suspicious/noExplicitAny: the document of the demo
const removeFiles = (document: any): void => rmSync(join(document.files.label, '..'), { recursive: true })

test('the demo starts a sandbox if none is running and receives every event exactly once', async () => {
  const { code, stderr, json } = await backhaul(['demo', '--json'], { BACKHAUL_DATA_DIR: directory })
  expect([code, stderr]).toEqual([0, ''])
  expect(json).toMatchObject({ ok: true, started: true, problems: [] })
  const { webhooks_received, webhooks_verified, webhooks_duplicate, feed_events, every_event_once } = json.summary
  expect([webhooks_verified, every_event_once, webhooks_duplicate]).toEqual([webhooks_received, true, 1])
  expect(feed_events).toBe(webhooks_received - webhooks_duplicate)
  expect(json.steps.flatMap(({ webhooks }: { webhooks: object[] }) => webhooks)).toHaveLength(feed_events)
  expect(readFileSync(json.files.label).subarray(0, 5).toString()).toBe('%PDF-')
  expect(readFileSync(json.files.qr, 'utf8')).toMatch(/^<svg/)
  expect(readFileSync(json.files.pod).subarray(1, 4).toString()).toBe('PNG')
  await expect(fetch(json.base_url)).rejects.toThrow()
  expect(readdirSync(directory)).toEqual([])
  removeFiles(json)
})

test('with --days, the demo runs among the parcels of a simulated network, whose events do not disturb it', async () => {
  const { code, stdout, stderr } = await backhaul(['demo', '--days', '1'], { BACKHAUL_DATA_DIR: directory })
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/around the demo, a simulated network: a day with [1-9]\d* parcels\n/)
  expect(stdout).toContain('each processed exactly once by the receiver')
  expect(readdirSync(directory)).toEqual([])
})

test('on a running sandbox the demo leaves no webhook, and other events do not disturb it', async () => {
  service = await startTestService('all')
  const { dataDir } = service.running.service.config
  expect((await service.demo.post('/v2/shipments', { direction: 'return', fulfillment: 'print_label' })).status).toBe(201)
  const ran = await backhaul(['demo', '--json'], { BACKHAUL_DATA_DIR: dataDir })
  expect([ran.code, ran.stderr]).toEqual([0, ''])
  expect(ran.json).toMatchObject({ ok: true, started: false, base_url: service.url })
  expect((await service.demo.get('/v2/webhooks')).json.data).toEqual([])
  removeFiles(ran.json)
  const told = await backhaul(['demo', '--url', service.url, '--credentials', join(dataDir, 'sandbox-credentials.json')], {
    BACKHAUL_DATA_DIR: directory,
  })
  expect([told.code, told.stderr]).toEqual([0, ''])
  expect(told.stdout).toContain('each processed exactly once by the receiver')
  rmSync(join(/saved as (\S+\.pdf)/.exec(told.stdout)?.[1] as string, '..'), { recursive: true })
})

test('the demo fails with the step when an answer is wrong', async () => {
  service = await startTestService('all')
  const file = join(directory, 'credentials.json')
  writeFileSync(file, JSON.stringify({ ...service.demo.credentials, partner_id: 'par_x', base_url: service.url, signing_secret: 'wrong' }))
  const { code, stderr } = await backhaul(['demo', '--credentials', file], { BACKHAUL_DATA_DIR: directory })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^backhaul: the demo failed: step 1, POST \/v2\/webhooks, answered 401 instead of 201: .*signature_mismatch.*\n$/)
})

test('the demo fails when the webhooks do not arrive', async () => {
  service = await startTestService('api')
  const { code, stderr, json } = await backhaul(['demo', '--json'], { BACKHAUL_DATA_DIR: service.running.service.config.dataDir })
  expect(code).toBe(1)
  expect(json).toMatchObject({ ok: false, started: false, summary: { webhooks_received: 0, every_event_once: false } })
  expect(stderr).toMatch(
    /^backhaul: the demo failed: waited 30 s for shipment\.created, shipment\.label_ready about shp_\w+, got nothing\n$/,
  )
})

test('a named service that is not ready is reported in one line', async () => {
  const file = join(directory, 'credentials.json')
  const nowhere = 'http://127.0.0.1:1'
  writeFileSync(file, JSON.stringify({ base_url: nowhere, partner_id: 'par_x', api_key: 'x', signing_secret: 'x' }))
  const { code, stdout, stderr } = await backhaul(['demo', '--credentials', file], { BACKHAUL_DATA_DIR: directory })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^backhaul: no service is ready at http:\/\/127\.0\.0\.1:1 [^\n]*\n$/)
})
