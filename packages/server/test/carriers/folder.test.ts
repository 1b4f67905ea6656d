// The report folder (docs/operating/carriers.md#the-report-folder): each file dropped there is imported once. Nothing that carriers put
// there makes the worker read, write or remove a file outside the folder.
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { importWork } from '../../src/app/import-work.ts'
import { LARGEST_REPORT_BYTES } from '../../src/kinds/carriers/reporting.ts'
import { reportWork } from '../../src/kinds/carriers/work.ts'
import { Importer } from '../../src/kinds/imports/importer.ts'
import { GuardedFolder } from '../../src/storage/guarded-folder.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { CODES, csv, Desk, type Json } from './support.ts'

let root: string
/** A directory next to the folder, where carriers may not write. */
let outside: string
let service: TestService
let desk: Desk
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'backhaul-reports-'))
  outside = mkdtempSync(join(tmpdir(), 'backhaul-outside-'))
  service = await startTestService('api', { BACKHAUL_REPORTS_DIR: root })
  desk = await Desk.open(service, 'relay')
})
afterAll(async () => {
  await service.close()
  for (const folder of [root, outside]) rmSync(folder, { recursive: true })
})
beforeEach(() => {
  for (const name of readdirSync(root)) rmSync(join(root, name), { recursive: true })
})

const age = (file: string | Buffer, age_s = 60): void => {
  const then = Date.now() / 1000 - age_s
  utimesSync(file, then, then)
}
const drop = (path: string, content: string | Uint8Array, age_s = 60): string => {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  age(file, age_s)
  return file
}
/** Makes one pass over the folder, as an idle worker does. */
const look = () => reportWork(service.running.service).takeFiles(() => false)
const imports = async (limit = 1): Promise<Json[]> => (await desk.operator.get(`/v2/ops/imports?limit=${limit}`)).json.data
const newest = async (): Promise<Json> => (await imports())[0]
const detail = async ({ id }: Json): Promise<Json> => (await desk.operator.get(`/v2/ops/imports/${id}`)).json
const filesOf = (path: string): string[] => readdirSync(join(root, path)).sort()
/** Processes the newest import. */
const work = async (): Promise<Json> => {
  const { id } = await newest()
  await desk.work(id)
  return detail({ id })
}
let counted = 0
/** A report of one line that was never sent before. */
const fresh = (code = 'MA'): string => csv({ number: `N-${++counted}`, code, occurred_at: '2026-11-20T09:30:00Z' })

describe('a dropped file', () => {
  test('is imported once it is complete, and removed when every line was imported', async () => {
    const { id, barcode } = await desk.parcel()
    const report = csv({ number: barcode, code: 'MV', occurred_at: '2026-11-20T09:30:00Z' })
    drop('relay/1.csv.part', report)
    // The modification time is an hour ahead, as if the file were still being written.
    drop('relay/2.csv', report, -3600)
    await look()
    expect(await newest()).toBeUndefined()
    drop('relay/3.csv', report)
    drop('relay/4.json', '[]')
    await look()
    expect(await newest()).toMatchObject({
      ...{ kind: 'carrier-report', carrier: 'relay', file_name: '3.csv', actor: expect.stringMatching(/^folder:/) },
    })
    // 4.json waits for 3.csv, which is removed only after its import has ended.
    await look()
    expect([(await newest()).file_name, filesOf('relay')]).toEqual(['3.csv', ['1.csv.part', '2.csv', '3.csv', '4.json']])
    expect(await work()).toMatchObject({ state: 'done', applied_rows: 1, created_rows: 1 })
    await look()
    expect(await work()).toMatchObject({ file_name: '4.json', state: 'done' })
    await look()
    expect(filesOf('relay')).toEqual(['1.csv.part', '2.csv'])
    expect(await desk.scans(id)).toHaveLength(1)
  })

  test('is imported once, even by a worker that does not know of the previous worker', async () => {
    drop('relay/once.csv', fresh())
    await look()
    await work()
    const { id } = await newest()
    // Simulates a file that could not be removed.
    const { db } = service.running.service
    await db.query('test_not_done', 'update imports set error_count = 1 where id = $1', [id])
    await look()
    expect([(await newest()).id, filesOf('relay')]).toEqual([id, ['once.csv']])
    await db.query('test_done', 'update imports set error_count = 0 where id = $1', [id])
    await look()
    expect([(await newest()).id, filesOf('relay')]).toEqual([id, []])
  })

  test('stays if one of its lines is bad, and is imported again after a change', async () => {
    const file = drop('relay/bad.csv', `${fresh()}x,UNKNOWN,2026-11-20T09:30:00Z,,,,,,,\n`)
    await look()
    const first = await work()
    expect(first).toMatchObject({ state: 'done', applied_rows: 1, error_count: 1 })
    await look()
    expect([(await newest()).id, filesOf('relay')]).toEqual([first.id, ['bad.csv']])
    writeFileSync(file, fresh())
    age(file)
    await look()
    expect(await work()).toMatchObject({ state: 'done', error_count: 0 })
    await look()
    expect(filesOf('relay')).toEqual([])
  })

  test('that is written to while it is read is left for later', async () => {
    const file = drop('relay/growing.csv', Buffer.alloc(40 * 2 ** 20, 'x'))
    const before = (await newest()).id
    const { db } = service.running.service
    const parts = async () => (await db.query('test_parts', 'select 1 from import_parts')).length
    const others = await parts()
    const looking = look()
    await until('it is being read', async () => (await parts()) > others)
    appendFileSync(file, 'y')
    await looking
    expect([(await newest()).id, await parts()]).toEqual([before, others])
  })

  test('that changes while it is read uses one attempt, which ends immediately, and delays its carrier', async () => {
    const files = ['1', '2', '3'].map((name) => drop(`relay/${name}.csv`, Buffer.alloc(8 * 2 ** 20, 'x')))
    const other = drop('northline/1.csv', fresh())
    const { db } = service.running.service
    const query = db.query.bind(db)
    let parts = 0
    const spy = vi.spyOn(db, 'query').mockImplementation((name, text, values) => {
      if (name === 'import_part_write') {
        parts++
        for (const file of files) appendFileSync(file, 'y')
      }
      return query(name, text, values) as never
    })
    const folder = reportWork(service.running.service)
    const looked: string[] = []
    const open = GuardedFolder.prototype.folder
    const folders = vi.spyOn(GuardedFolder.prototype, 'folder').mockImplementation(function (this: GuardedFolder, name) {
      looked.push(name.toString())
      return open.call(this, name)
    })
    try {
      await folder.takeFiles(() => false)
      expect(parts).toBe(1)
      for (const file of files) age(file)
      await folder.takeFiles(() => false)
      expect(parts).toBe(1)
      // Each pass begins with a different carrier and skips a carrier whose file is still waiting.
      expect(looked).toEqual(['northline', 'relay', 'northline'])
      expect(existsSync(other)).toBe(true)
    } finally {
      spy.mockRestore()
      folders.mockRestore()
    }
  })

  test('of 100 MB is imported completely: good lines at its end count, and bad lines have their line numbers', async () => {
    const { id, barcode } = await desk.parcel()
    const [head, ...lines] = csv({ number: barcode, code: 'MV', occurred_at: '2026-11-20T10:30:00Z' }).trimEnd().split('\n')
    const file = [head, lines[0], 'cut,off', ''].join('\n')
    const filler = Array.from({ length: 7_000 }, () => 'x'.repeat(15_000)).join('\n')
    const last = csv({ number: barcode, code: 'MV', occurred_at: '2026-11-20T11:30:00Z' }).trimEnd().split('\n')[1]
    drop('relay/5-huge.csv', `${file}${filler}\n${last}\n${lines[0]}\n`)
    await look()
    expect((await newest()).bytes).toBeGreaterThan(100 * 1024 * 1024)
    const done = await work()
    expect(done).toMatchObject({ state: 'done', rows: 7_004, applied_rows: 3, created_rows: 2, error_count: 7_001 })
    expect(done.errors.slice(0, 2).map(({ row }: Json) => row)).toEqual([3, 4])
    expect(await desk.scans(id)).toHaveLength(2)
  })
})

test('a file that cannot be imported stays, is listed with the reason, and is imported once the reason is gone', async () => {
  drop('nobody/1.csv', fresh())
  drop('swiftpost/1.csv', fresh())
  truncateSync(drop('relay/a-large.csv', ''), LARGEST_REPORT_BYTES + 1)
  age(join(root, 'relay/a-large.csv'))
  linkSync(drop('relay/b-first.csv', fresh()), join(root, 'relay/b-second.csv'))
  drop('relay/c-good.csv', fresh())
  for (let i = 0; i < 3; i++) await look()
  const found = await Promise.all((await imports(6)).map(detail))
  const reasons = found.map(({ carrier, file_name, state, errors }) => [carrier, file_name, state, errors[0]?.message].join(' | ')).sort()
  expect(reasons).toEqual([
    expect.stringMatching(/^nobody \| 1.csv \| refused \| No carrier has this code/),
    expect.stringMatching(/^relay \| a-large.csv \| refused \| The file is larger than \d+ bytes; split it/),
    expect.stringMatching(/^relay \| b-first.csv \| refused \| The file has a second name/),
    expect.stringMatching(/^relay \| b-second.csv \| refused \| The file has a second name/),
    'relay | c-good.csv | applying | ',
    expect.stringMatching(/^swiftpost \| 1.csv \| refused \| .*set its adapter to file/),
  ])
  await desk.work(found.find(({ state }) => state === 'applying').id)
  await desk.operator.send('PUT', '/v2/ops/carriers/swiftpost', { body: { name: 'Swiftpost', adapter: 'file', codes: CODES } })
  rmSync(join(root, 'relay/b-second.csv'))
  await look()
  expect((await imports(2)).map(({ carrier, file_name, state }) => [carrier, file_name, state])).toEqual([
    ['swiftpost', '1.csv', 'applying'],
    ['relay', 'b-first.csv', 'applying'],
  ])
  for (const { id } of await imports(2)) await desk.work(id)
  await look()
  expect([filesOf('relay'), filesOf('swiftpost'), filesOf('nobody')]).toEqual([['a-large.csv'], [], ['1.csv']])
})

describe('nothing outside the folder', () => {
  test('is written, even if folders and files of earlier releases were replaced by links', async () => {
    const victim = join(outside, 'victim')
    writeFileSync(victim, 'untouched')
    drop('relay/authorized_keys', fresh())
    symlinkSync(outside, join(root, 'relay/done'))
    mkdirSync(join(root, 'relay/refused'))
    symlinkSync(victim, join(root, 'relay/refused/a-big.reason.txt'))
    truncateSync(drop('relay/a-big', ''), LARGEST_REPORT_BYTES + 1)
    age(join(root, 'relay/a-big'))
    await look()
    await work()
    await look()
    expect([readdirSync(outside), readFileSync(victim, 'utf8')]).toEqual([['victim'], 'untouched'])
    expect(filesOf('relay/refused')).toEqual(['a-big.reason.txt'])
  })

  test('is read or removed through a link, and a pipe does not block', async () => {
    const secret = join(outside, 'secret.csv')
    writeFileSync(secret, fresh())
    age(secret)
    const before = (await newest()).id
    mkdirSync(join(root, 'relay'))
    symlinkSync(secret, join(root, 'relay/link.csv'))
    execFileSync('mkfifo', [join(root, 'relay/pipe.csv')])
    symlinkSync(outside, join(root, 'northline'))
    await look()
    expect([(await newest()).id, existsSync(secret)]).toEqual([before, true])
  })

  test('is reached when a folder or file is exchanged between the check and the opening', async () => {
    const { folder, name } = { folder: join(root, 'relay'), name: Buffer.from('report.csv') }
    drop('relay/report.csv', 'theirs')
    drop('relay/other.csv', 'another')
    writeFileSync(join(outside, 'report.csv'), 'not theirs')
    const top = await GuardedFolder.open(root)
    const open = (await top.folder(Buffer.from('relay'))) as GuardedFolder
    const stat = await open.stat(name)
    renameSync(folder, join(root, 'moved'))
    symlinkSync(outside, folder)
    const file = await open.file(name)
    expect(await file?.readFile('utf8')).toBe('theirs')
    await file?.close()
    expect(await top.folder(Buffer.from('relay'))).toBeNull()
    await open.remove(name, stat as NonNullable<typeof stat>)
    expect([readdirSync(join(root, 'moved')), readFileSync(join(outside, 'report.csv'), 'utf8')]).toEqual([['other.csv'], 'not theirs'])
    // Another file takes the place of the checked one.
    renameSync(join(root, 'moved/other.csv'), join(root, 'moved/report.csv'))
    symlinkSync(join(outside, 'report.csv'), join(root, 'moved/link.csv'))
    execFileSync('mkfifo', [join(root, 'moved/pipe.csv')])
    await open.remove(name, stat as NonNullable<typeof stat>)
    expect(readdirSync(join(root, 'moved')).sort()).toEqual(['link.csv', 'pipe.csv', 'report.csv'])
    for (const other of ['link.csv', 'pipe.csv']) expect(await open.file(Buffer.from(other))).toBeNull()
    for (const one of [open, top]) await one.close()
  })
})

describe('other carriers are not affected', () => {
  const setFile = (code: string) =>
    desk.operator.send('PUT', `/v2/ops/carriers/${code}`, { body: { name: code, adapter: 'file', codes: CODES } })

  test('by unusual files and names in the folder of one carrier', async () => {
    await setFile('zebra')
    mkdirSync(join(root, 'relay'))
    for (const name of ['done', 'refused', 'odd\nname "x".csv', 'é'.repeat(120)]) drop(`relay/${name}`, fresh())
    const bytes = Buffer.concat([Buffer.from(join(root, 'relay/')), Buffer.from([0x61, 0xff, 0xfe])])
    writeFileSync(bytes, fresh())
    age(bytes)
    mkdirSync(join(root, 'no code'))
    writeFileSync(join(root, 'plain file'), '')
    drop('zebra/1.csv', fresh())
    const names: string[] = []
    for (let i = 0; i < 6; i++) {
      await look()
      for (const { id, file_name, ended_at } of await imports(2)) {
        if (ended_at !== null) continue
        names.push(file_name)
        await desk.work(id)
      }
    }
    expect(names.sort()).toEqual(['1.csv', 'a\ufffd\ufffd', 'done', 'odd name "x".csv', 'refused', 'é'.repeat(120)])
    expect([filesOf('relay'), filesOf('zebra')]).toEqual([[], []])
  })

  test('by the long report and many files of one carrier, or by an unreadable report of another', async () => {
    await setFile('aaa')
    await setFile('broken')
    await setFile('zebra')
    const long = Array.from({ length: 5_000 }, (_, i) => ({ number: `L-${i}`, code: 'MV', occurred_at: '2026-11-20T09:30:00Z' }))
    drop('aaa/1-long.csv', csv(...long))
    for (let i = 2; i < 30; i++) drop(`aaa/${i}.csv`, fresh())
    drop('broken/1.csv', fresh())
    for (const name of ['1.csv', '2.csv']) drop(`zebra/${name}`, fresh())
    await look()
    const { db } = service.running.service
    await db.query('test_broken', "update imports set carrier = 'gone' where carrier = 'broken' and ended_at is null")
    // Two workers run: one imports, and the other changes nothing. The time slices are short, because a fast machine would otherwise apply
    // the long report in a single slice of 2 seconds.
    const workers = [1, 2].map(() => new Importer(service.running.service, importWork(service.running.service), 50))
    for (const worker of workers) worker.start()
    const of = async (carrier: string) => (await imports(100)).filter((one) => one.carrier === carrier)
    try {
      await until('the long one has ended', async () => (await of('aaa')).slice(-1)[0].ended_at !== null)
      const done = (await of('aaa')).slice(-1)[0]
      expect(done).toMatchObject({
        file_name: '1-long.csv',
        state: 'done',
        rows: 5_000,
        applied_rows: 5_000,
        created_rows: 5_000,
        restarts: 0,
      })
      const others = (await of('zebra')).slice(0, 2)
      expect(others.map(({ file_name, state, ended_at }) => [file_name, state, ended_at < done.ended_at])).toEqual([
        ['2.csv', 'done', true],
        ['1.csv', 'done', true],
      ])
      await until('all are served', async () => (await of('aaa')).filter(({ state }) => state === 'done').length === 29)
      await until('what cannot be read is given up', async () => (await of('gone'))[0].state === 'interrupted')
    } finally {
      for (const worker of workers) await worker.stop()
    }
  })
})

test('only some of many refused files are listed, and further checks add none', async () => {
  for (let i = 0; i < 120; i++) drop(`nobody/${i}.csv`, 'x')
  const count = async () =>
    (await service.running.service.db.query('test_refused', "select id from imports where carrier = 'nobody' and file_name <> '1.csv'"))
      .length
  const work = reportWork(service.running.service)
  for (let i = 0; i < 3; i++) await work.takeFiles(() => false)
  const first = await count()
  await look()
  expect([first, await count()]).toEqual([99, 99])
})
