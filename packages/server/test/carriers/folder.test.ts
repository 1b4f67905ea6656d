// Reports that are dropped into a folder (docs/operating.md#reports-of-carriers).
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LARGEST_REPORT_BYTES } from '../../src/carriers/reporting.ts'
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
  // Written to until an hour from now.
  drop('relay/2.csv', report, -3600)
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
  rmSync(join(root, 'relay/2.csv'))
})

test('a file that cannot be taken is put aside with the reason, and the others go on', async () => {
  drop('nobody/1.csv', 'x')
  drop('northline/1.csv', 'x')
  drop('relay/a-large.csv', '')
  truncateSync(join(root, 'relay/a-large.csv'), LARGEST_REPORT_BYTES + 1)
  utimesSync(join(root, 'relay/a-large.csv'), 1, 1)
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

test('a file of 100 MB is taken whole: what is good at its end counts, and what is bad has its line in the file', async () => {
  const { id, barcode } = await desk.parcel()
  const [head, ...lines] = csv({ number: barcode, code: 'MV', occurred_at: '2026-11-20T10:30:00Z' }).trimEnd().split('\n')
  const file = [head, lines[0], 'cut,off', ''].join('\n')
  const filler = Array.from({ length: 7_000 }, () => 'x'.repeat(15_000)).join('\n')
  const last = csv({ number: barcode, code: 'MV', occurred_at: '2026-11-20T11:30:00Z' }).trimEnd().split('\n')[1]
  drop('relay/5-huge.csv', `${file}${filler}\n${last}\n${lines[0]}\n`)
  await look()
  const { id: taken, bytes } = await newest()
  expect(bytes).toBeGreaterThan(100 * 1024 * 1024)
  await desk.work(taken)
  const done = (await desk.operator.get(`/v2/ops/imports/${taken}`)).json
  expect(done).toMatchObject({ state: 'done', rows: 7_004, applied_rows: 3, created_rows: 2, error_count: 7_001 })
  expect(done.errors.slice(0, 2).map(({ row }: Json) => row)).toEqual([3, 4])
  expect(await desk.scans(id)).toHaveLength(2)
})
