// Reports that are dropped into a folder (docs/operating.md#reports-of-carriers).
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportWork } from '../../src/carriers/work.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { csv, Desk, type Json } from './support.ts'

let root: string
let service: TestService
let desk: Desk
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'backhaul-reports-'))
  service = await startTestService('api', { BACKHAUL_REPORTS_DIR: root })
  desk = await Desk.open(service, 'relay')
})
afterAll(async () => {
  await service.close()
  rmSync(root, { recursive: true })
})

const drop = (path: string, content: string | Uint8Array, age_s = 60): void => {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  const then = Date.now() / 1000 - age_s
  utimesSync(file, then, then)
}
/** A worker that has nothing else to do. */
const look = () => reportWork(service.running.service).rest(() => false)
const newest = async (): Promise<Json> => (await desk.operator.get('/v2/ops/imports?limit=1')).json.data[0]
const filesOf = (path: string): string[] => (existsSync(join(root, path)) ? readdirSync(join(root, path)).sort() : [])

test('a file that is dropped is taken once it is whole, one at a time, and nothing of it is recorded twice', async () => {
  const { id, barcode } = await desk.parcel()
  const report = csv({ number: barcode, code: 'MV', occurred_at: '2026-11-20T09:30:00Z' })
  drop('relay/1.csv.part', report)
  drop('relay/2.csv', report, 0)
  await look()
  expect(await newest()).toBeUndefined()
  drop('relay/3.csv', report)
  drop('relay/4.json', '[]')
  await look()
  const taken = await newest()
  expect(taken).toMatchObject({ kind: 'carrier-report', carrier: 'relay', file_name: '3.csv', actor: expect.stringMatching(/^folder:/) })
  await look()
  expect([filesOf('relay/done'), filesOf('relay').includes('4.json')]).toEqual([['3.csv'], true])
  await desk.work(taken.id)
  // As if the process had been killed before it moved the file.
  drop('relay/3.csv', report)
  await look()
  const again = await newest()
  await desk.work(again.id)
  expect(await newest()).toMatchObject({ id: again.id, file_name: '3.csv', state: 'done', applied_rows: 1, created_rows: 0 })
  expect(await desk.scans(id)).toHaveLength(1)
  await look()
  const last = await newest()
  await desk.work(last.id)
  expect([last.file_name, filesOf('relay/done')]).toEqual(['4.json', ['3.csv', '4.json']])
})

test('a file that cannot be taken is put aside with the reason, and the others go on', async () => {
  drop('nobody/1.csv', 'x')
  drop('northline/1.csv', 'x')
  drop('relay/a-large.csv', new Uint8Array(8 * 1024 * 1024 + 1))
  drop('relay/b-good.csv', csv())
  await look()
  const why = (folder: string, name: string) => readFileSync(join(root, folder, 'refused', `${name}.reason.txt`), 'utf8')
  expect(why('nobody', '1.csv')).toContain('No carrier has this code')
  expect(why('northline', '1.csv')).toContain('set its adapter to file')
  expect(why('relay', 'a-large.csv')).toContain('split it')
  const taken = await newest()
  expect(taken.file_name).toBe('b-good.csv')
  await desk.work(taken.id)
})
