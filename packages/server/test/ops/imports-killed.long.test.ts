// Imports whose process is killed midway. Two API processes run, and one worker after another.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importWork } from '../../src/app/import-work.ts'
import { Importer } from '../../src/kinds/imports/importer.ts'
import { TestClient } from '../support/client.ts'
import { Holder } from '../support/holder.ts'
import { type ServerProcess, startServer } from '../support/process.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { manyStores, startImport, store, storeFile, whenEnded } from './imports-support.ts'

let service: TestService
let operator: TestClient
const servers: ServerProcess[] = []
beforeAll(async () => {
  service = await startTestService('api')
  operator = await service.operator()
})
afterAll(async () => {
  await endWorkers()
  await service.close()
})

/** Starts a second API with a worker, next to the API of the test. */
const startWorker = async (): Promise<ServerProcess> => {
  const { databaseUrl, dataDir } = service.running.service.config
  const server = await startServer({ DATABASE_URL: databaseUrl as string, BACKHAUL_DATA_DIR: dataDir })
  servers.push(server)
  return server
}

const endWorkers = () => Promise.all(servers.splice(0).map((one) => one.end('SIGKILL')))

const names = async (prefix: string) => {
  const text = 'select name, count(*)::int as count from stores where code like $1 group by name order by name'
  const rows = await service.running.service.db.query<{ name: string; count: number }>('test_names', text, [`${prefix}-%`])
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

const ROWS = 1_100
/** Enough rows that the import can be stopped before it has checked all of them. */
const MANY = 3_500
const HOLDS = {
  applying: `select from stores where code = 'KILL-applying-${ROWS}' for update`,
  checking: 'lock table import_rows in exclusive mode',
}

test.each(['checking', 'applying'] as const)(
  'killed while %s, an import has no partial effect; the next process completes it and counts the restart',
  async (state) => {
    const prefix = `KILL-${state}`
    const first = servers.pop() ?? (await startWorker())
    await whenEnded(operator, (await startImport(operator, 'stores', manyStores(prefix, ROWS, 'Before'))).json.id)
    const holder = await Holder.begin(service.running.service.db.config)
    await holder.query(HOLDS[state])
    const { id } = (await startImport(operator, 'stores', manyStores(prefix, ROWS, 'After'))).json
    await until('it is held up in the middle', async () => (await holder.waiting()) > 0)
    const elsewhere = new TestClient(first.url, operator.credentials)
    const views = await Promise.all([operator, elsewhere].map(async (client) => (await client.get(`/v2/ops/imports/${id}`)).json))
    expect(views[1]).toEqual(views[0])
    expect([views[0].state, views[0].ended_at, views[0].applied_rows > 0]).toEqual([state, null, state === 'applying'])
    await first.end('SIGKILL')
    expect(await names(prefix)).toEqual({ Before: ROWS })
    expect((await operator.get(`/v2/ops/imports/${id}`)).json).toMatchObject({ state, restarts: 0 })
    await startWorker()
    await holder.query('rollback')
    expect(await whenEnded(operator, id)).toMatchObject({ state: 'done', rows: ROWS, applied_rows: ROWS, changed_rows: ROWS, restarts: 1 })
    expect(await names(prefix)).toEqual({ After: ROWS })
  },
)

test('a process that is told to stop returns its import, and this does not count as a try', async () => {
  await endWorkers()
  const first = new Importer(service.running.service, importWork(service.running.service))
  first.start()
  const { id } = (await startImport(operator, 'stores', manyStores('STOP', MANY))).json
  await until('it has begun', async () => (await operator.get(`/v2/ops/imports/${id}`)).json.checked_rows > 0)
  await first.stop()
  expect((await operator.get(`/v2/ops/imports/${id}`)).json).toMatchObject({ ended_at: null, restarts: 0 })
  expect(await names('STOP')).toEqual({})
  const second = new Importer(service.running.service, importWork(service.running.service))
  second.start()
  expect(await whenEnded(operator, id)).toMatchObject({ state: 'done', restarts: 0, applied_rows: MANY })
  await second.stop()
})

test('an import that ends its process each time is given up as interrupted and has no effect', async () => {
  const { id } = (await startImport(operator, 'stores', storeFile(store('GIVEN-UP')))).json
  await service.running.service.db.query('test_tries', 'update imports set tries = 5 where id = $1', [id])
  const importer = new Importer(service.running.service, importWork(service.running.service))
  importer.start()
  expect(await whenEnded(operator, id)).toMatchObject({ state: 'interrupted', applied_rows: 0, restarts: 5 })
  await importer.stop()
  expect(await names('GIVEN')).toEqual({})
  expect((await startImport(operator, 'stores', storeFile(store('NEXT')))).status).toBe(202)
})
