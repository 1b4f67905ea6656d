// Carrier invoices on the command line, without a running server (docs/operating/money.md#invoices-of-carriers).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADDRESS } from '../support/client.ts'
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

const run = (...args: string[]) => inProcess(['carrier', 'invoice', ...args], env)
const json = async (...args: string[]) => {
  const ran = await run(...args, '--json')
  expect([ran.code, ran.stderr], args.join(' ')).toEqual([0, ''])
  return ran.json
}
const file = (...rows: string[]): string => {
  const path = join(env.BACKHAUL_DATA_DIR as string, 'invoice.csv')
  writeFileSync(path, ['invoice,number,amount_cents,currency', ...rows, ''].join('\n'))
  return path
}

test('an invoice is sent, listed, decided, settled, exported, compared again and removed', async () => {
  const body = { direction: 'outbound', fulfillment: 'print_label', from: ADDRESS, to: ADDRESS }
  const { tracking, amount } = (await service.demo.post('/v2/shipments', body)).json
  const path = file(`N-1,${tracking},${amount},USD`, `N-1,${tracking},${amount},USD`, 'N-1,NOBODY,12,USD')
  const sent = await run('send', 'northline', path)
  expect([sent.code, sent.stdout]).toEqual([
    0,
    expect.stringMatching(/^Imported 3 lines as imp_\w+\. See the result with `backhaul carrier invoice list --open`/),
  ])

  const [listed] = (await json('list', '--open')).data
  expect(listed).toMatchObject({ number: 'N-1', lines: 3, open_lines: 3, billed_cents: 2 * amount + 12, expected_cents: amount })
  const { id } = listed
  expect((await run('list')).stdout).toContain('DOUBLED')
  expect((await run('show', id)).stdout).toContain('expected_cents')
  const [matched, doubled, unknown] = await json('lines', id)
  expect([matched, doubled, unknown].map((line) => line.verdict)).toEqual(['matched', 'doubled', 'unknown'])

  expect((await run('approve', id, '--verdict', 'matched')).stdout).toBe('Decided 1 line.\n')
  expect((await run('dispute', id, '--line', doubled.id, '--line', unknown.id, '--note', 'Twice')).stdout).toBe('Decided 2 lines.\n')
  expect((await run('lines', id, '--state', 'disputed')).stdout.trimEnd().split('\r\n')).toHaveLength(3)
  await json('credited', id, '--line', doubled.id)
  expect(await json('rejected', id, '--verdict', 'unknown')).toMatchObject({
    decided_lines: 1,
    agreed_cents: amount + 12,
    credited_cents: amount,
  })
  expect((await json('list', '--open')).data).toEqual([])
  expect((await run('recheck', id, '--verdict', 'matched')).stdout).toBe('Compared 0 lines again; 0 of them changed.\n')
  expect((await run('remove', id)).stderr).toContain('3 lines of this invoice are decided')
  for (const verdict of ['matched', 'doubled', 'unknown']) await json('reopen', id, '--verdict', verdict)
  expect(await json('recheck', id, '--verdict', 'doubled')).toMatchObject({ rechecked_lines: 2, changed_lines: 0 })
  expect(await json('remove', id)).toEqual({ removed: id })
  expect((await json('list')).data).toEqual([])
})

test('a bad file names its rows, and an invalid request is explained in one line', async () => {
  const bad = await run('send', 'northline', file('N-2,,x,USD'))
  expect([bad.code, bad.stderr]).toEqual([1, expect.stringContaining('row 2: number is required')])
  expect((await run('send', 'nobody', file('N-2,A,1,USD'))).stderr).toContain('No carrier has this code')
  expect((await run('show', 'civ_nobody')).stderr).toContain('No carrier invoice has this id')
  expect((await run('lines', 'civ_nobody')).stderr).toContain('No carrier invoice has this id')
  expect((await run('approve', 'civ_nobody')).stderr).toContain('give --line once for each line, or --verdict')
  expect((await run('approve', 'civ_nobody', '--line', 'cil_1', '--verdict', 'over')).stderr).toContain('not both')
})
