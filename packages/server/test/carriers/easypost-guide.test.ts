// The guide "EasyPost in ten minutes" works as written, against a local EasyPost.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EasyPostServer } from '../../../carrier-easypost/test/easypost-server.ts'
import { Exchange } from '../../src/kinds/carriers/exchange.ts'
import { inProcess } from '../cli/run.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { ROOT } from '../support/texts.ts'

const KEY = 'EZTK-canary-0123456789abcdef'
const GUIDE = readFileSync(join(ROOT, 'docs/operating/easypost.md'), 'utf8')
const COMMANDS = [...GUIDE.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block]) => (block as string).trim().split('\n'))
const REQUEST = /```json\n(.*?)```/s.exec(GUIDE)?.[1] as string

let service: TestService
let exchange: Exchange
let server: EasyPostServer
let folder: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backhaul-easypost-'))
  service = await startTestService('api', { BACKHAUL_SANDBOX_TEST_CARRIERS: 'allow' })
  exchange = new Exchange(service.running.service, 20, 0)
  server = new EasyPostServer(KEY)
})
afterEach(async () => {
  await exchange.stop()
  await server.close()
  await service.close()
  rmSync(folder, { recursive: true })
})

test('each command of the guide runs, and a label is bought', async () => {
  const [allow, start, again, add, ...others] = COMMANDS
  const setting = 'export BACKHAUL_SANDBOX_TEST_CARRIERS=allow'
  expect([allow, start, again, add]).toEqual([setting, 'npm start', setting, 'backhaul carrier add easypost --code northline'])
  const { config } = service.running.service
  const env = { DATABASE_URL: config.databaseUrl as string, BACKHAUL_DATA_DIR: config.dataDir }
  const run = (line: string, ...more: string[]) =>
    inProcess([...line.split(' ').slice(1), ...more], { ...env, BACKHAUL_SANDBOX_TEST_CARRIERS: 'allow' })

  const url = await server.listen()
  const file = join(folder, 'easypost.key')
  writeFileSync(file, `${KEY}\n`)
  const off = await inProcess([...(add as string).split(' ').slice(1), '--secret-file', file], env)
  expect([off.code, off.stderr]).toEqual([1, expect.stringContaining('BACKHAUL_SANDBOX_TEST_CARRIERS=allow')])
  // The key comes from a file, because the test has no terminal, and the address is that of the local EasyPost.
  const added = await run(add as string, '--secret-file', file, '--url', url)
  expect([added.code, added.stderr, added.stdout]).toEqual([0, '', expect.stringContaining('nothing was bought')])
  expect(server.got.map(({ template }) => template)).toEqual(['POST /v2/addresses'])

  const [list, booking] = others as [string, string]
  expect(others).toHaveLength(2)
  expect((await run(list)).stdout).toMatch(/northline +EasyPost +easypost/)
  service.running.service.network.forget()
  const { json } = await service.demo.post('/v2/shipments', JSON.parse(REQUEST))
  expect(json).toMatchObject({ carrier: 'northline' })
  await exchange.pass()
  const shown = await run(booking)
  expect(shown.stdout).toContain('booked')
  const { data } = (await run(booking, '--json')).json
  expect(data[0]).toMatchObject({ state: 'booked', shipment_id: json.id, purchases: [{ state: 'held', cost_cents: 643 }] })
  for (const { stdout, stderr } of [added, shown]) expect(stdout + stderr).not.toContain(KEY)

  // A second call replaces the key, and nothing else.
  const operator = await service.operator()
  await operator.send('PUT', '/v2/ops/carriers/northline', { body: { name: 'Renamed', active: false } })
  expect((await run(add as string, '--secret-file', file, '--url', url)).code).toBe(0)
  const { data: carriers } = (await operator.get('/v2/ops/carriers')).json
  expect(carriers.find(({ code }: { code: string }) => code === 'northline')).toMatchObject({ name: 'Renamed', active: false })
})
