// Consolidations on the command line, without a running worker (docs/operating/carriers.md#consolidations).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tenderOf } from '../consolidations/support.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { inProcess } from './run.ts'

let service: TestService
let env: Record<string, string>
beforeAll(async () => {
  service = await startTestService('api')
  const { databaseUrl, dataDir } = service.running.service.config
  env = { DATABASE_URL: databaseUrl as string, BACKHAUL_DATA_DIR: dataDir }
})
afterAll(() => service.close())

const run = (...args: string[]) => inProcess(['consolidation', ...args], env)
const json = async (...args: string[]) => {
  const ran = await run(...args, '--json')
  expect([ran.code, ran.stderr], args.join(' ')).toEqual([0, ''])
  return ran.json
}

test('a consolidation is created, listed, counted and accepted with all tenders; another one is canceled', async () => {
  const partner = await service.partner()
  const [a, b] = [await tenderOf(partner, 2, { facility: 'CLI-1' }), await tenderOf(partner, 3, { facility: 'CLI-1' })]
  const made = await run('create', '--carrier', 'northline', '--facility', 'CLI-1')
  expect([made.code, made.stdout]).toEqual([
    0,
    expect.stringMatching(/^cns_\w+: northline at CLI-1, open, 5 parcels expected\n {2}tender tnd_/),
  ])
  const [{ id }] = (await json('list', '--status', 'open')).data
  expect((await json('show', id)).piece_count).toBe(5)

  const short = await run('accept', id, '3')
  expect([short.code, short.stderr]).toEqual([1, expect.stringMatching(/is 3, but the expected number is 5; send a count/)])
  const counts = join(env.BACKHAUL_DATA_DIR as string, 'counts.json')
  writeFileSync(counts, JSON.stringify([{ id: b.id, piece_count_received: 2 }]))
  const done = await json('accept', id, '3', '--counts', counts, '--unattributed', '-1', '--by', 'Dora Dock')
  expect(done).toMatchObject({ status: 'accepted', piece_count_received: 3, unattributed: -1, accepted_by: 'Dora Dock' })
  const tenders = await Promise.all([a, b].map(async (tender) => (await partner.get(`/v2/tenders/${tender.id}`)).json))
  expect(tenders.map(({ status, piece_count_received }) => [status, piece_count_received])).toEqual([
    ['accepted', 2],
    ['accepted', 2],
  ])

  const other = await tenderOf(partner, 1)
  const second = await json('create', '--carrier', 'northline', '--facility', 'CLI-2', '--tender', other.id)
  expect((await run('cancel', second.id)).stdout).toBe(`${second.id} is cancelled.\n`)
  expect((await run('cancel', second.id)).stderr).toMatch(/The consolidation is cancelled/)
  expect((await run('show', 'cns_x')).stderr).toMatch(/No consolidation has this id/)
  expect((await run('accept', second.id, '1', '--unattributed', 'x')).stderr).toMatch(/whole number/)
})
