// `backhaul trigger` and `backhaul verify-receiver`: the real command line against a running sandbox.
import { execFile } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BINARY, backhaul, build, inProcess, type Ran } from '../cli/run.ts'
import { RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
let env: Record<string, string>
beforeAll(async () => {
  build()
  service = await startTestService()
  const { databaseUrl, dataDir } = service.running.service.config
  env = { DATABASE_URL: databaseUrl as string, BACKHAUL_DATA_DIR: dataDir }
})
afterAll(() => service.close())

const trigger = (...args: string[]): Promise<Ran> => backhaul(['trigger', ...args], env)

test('a type is triggered with a new shipment, and the printed events match the feed', async () => {
  const { code, stderr, json } = await trigger('shipment.delivered', '--json')
  expect([code, stderr]).toEqual([0, ''])
  const feed = await service.demo.events(json.shipment_id)
  expect(feed.map(({ type }) => type)).toContain('shipment.delivered')
  expect(json.events.map(({ eventID }: { eventID: string }) => eventID)).toEqual(feed.map(({ eventID }) => eventID))
})

test('the named shipment is used, and the output without --json is text', async () => {
  const { json: shipment } = await service.demo.post('/v2/shipments', RETURN)
  const { code, stdout, stderr } = await trigger('shipment.held', '--shipment', shipment.id)
  expect([code, stderr]).toEqual([0, ''])
  const held = (await service.demo.events(shipment.id)).find(({ type }) => type === 'shipment.held')
  expect(stdout).toContain(`triggered shipment.held with ${shipment.id}`)
  expect(stdout).toContain(held?.eventID)
})

test.each([
  ['an unknown type', ['shipment.vanished'], /^backhaul: shipment\.vanished was not triggered: No event type has this name/],
  ['a mistyped type', ['shipment.deliverd'], /^backhaul: shipment\.deliverd was not triggered: .*; did you mean shipment\.delivered\?\n$/],
  [
    'an unknown shipment',
    ['shipment.held', '--shipment', 'shp_0'],
    /^backhaul: shipment\.held was not triggered: No shipment with this id exists for your account/,
  ],
])('%s is refused with an explanation on standard error and nothing on standard output', async (_what, args, message) => {
  const { code, stdout, stderr } = await trigger(...args)
  expect(code).toBe(1)
  expect(stdout).toBe('')
  expect(stderr).toMatch(message)
})

test('an unreadable credentials file is named in the error', async () => {
  const { code, stderr } = await backhaul(['trigger', 'shipment.held', '--credentials', '/nowhere/credentials.json'], env)
  expect(code).toBe(1)
  expect(stderr).toContain('/nowhere/credentials.json')
})

test('a command whose output pipe closes early prints nothing and succeeds', async () => {
  const script = 'node "$0" key list | true; echo "$PIPESTATUS"'
  const { stdout, stderr } = await new Promise<{ stdout: string; stderr: string }>((resolve) => {
    execFile('bash', ['-c', script, BINARY], { env: { ...process.env, ...env } }, (_error, stdout, stderr) => resolve({ stdout, stderr }))
  })
  expect([stdout, stderr]).toEqual(['0\n', ''])
})

test.each([
  ['an address where nobody listens', 'http://127.0.0.1:9/'],
  ['a name that does not exist', 'http://no-such-host.invalid/'],
])('verify-receiver reports for %s only that it cannot be reached', async (_what, url) => {
  const { code, stdout, stderr } = await inProcess(['verify-receiver', url, '--secret', 'x'.repeat(32)])
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(new RegExp(`^backhaul: nothing was checked, because ${url} cannot be reached: (connect|dns): .*\n$`))
})
