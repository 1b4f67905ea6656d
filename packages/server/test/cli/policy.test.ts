// The policy on the command line, while a server applies it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { inProcess } from './run.ts'

let service: TestService
let operator: TestClient
beforeAll(async () => {
  service = await startTestService()
  operator = await service.operator()
})
afterAll(() => service.close())

const run = (...args: string[]) => {
  const { databaseUrl, dataDir } = service.running.service.config
  return inProcess(args, { DATABASE_URL: databaseUrl as string, BACKHAUL_DATA_DIR: dataDir })
}

test('set changes the rules that it names and no others, show shows all, and the audit trail has each change', async () => {
  const shown = await run('policy', 'show', '--json')
  expect([shown.code, shown.json]).toEqual([0, (await operator.get('/v2/ops/policy')).json])
  expect((await run('policy', 'set', '--early-disposal', 'refuse')).code).toBe(0)
  const { code, json } = await run('policy', 'set', '--unknown-carriers', 'refuse', '--negative-total', 'accept', '--json')
  expect([code, json]).toEqual([0, { ...shown.json, early_disposal: 'refuse', unknown_carriers: 'refuse' }])
  expect((await operator.get('/v2/ops/policy')).json).toEqual(json)
  expect((await run('policy', 'show')).stdout).toMatch(/early_disposal: +refuse\n/)
  const { data } = (await operator.get('/v2/ops/audit?subject=policy')).json
  expect(data.map(({ action, actor }: Record<string, string>) => [action, actor?.split(':')[0]])).toEqual([
    ['policy.changed', 'cli'],
    ['policy.created', 'cli'],
  ])
})

test('a running server follows a policy set by the command line without a restart', async () => {
  const body = { carrier: 'acme', handoff: 'inject', shipment_ids: ['shp_00000000000000000000000000'] }
  await run('policy', 'set', '--unknown-carriers', 'refuse')
  await until('unknown carriers are refused', async () => (await service.demo.post('/v2/tenders', body)).status === 422)
  await run('policy', 'set', '--unknown-carriers', 'accept')
  await until('unknown carriers are taken', async () => (await service.demo.post('/v2/tenders', body)).status === 404)
})

test('an invalid value and a command without a rule are refused with valid alternatives', async () => {
  const wrong = await run('policy', 'set', '--early-disposal', 'deny')
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/--early-disposal.*accept, refuse/)])
  const empty = await run('policy', 'set')
  expect([empty.code, empty.stderr]).toEqual([1, 'backhaul: nothing to change: give at least one rule, such as --early-disposal\n'])
})
