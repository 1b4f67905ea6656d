// Each tender of a consolidation is accepted exactly once, however many processes work on it and whichever process is killed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptMember } from '../../src/kinds/consolidations/acceptances.ts'
import { Execution } from '../../src/service/execute.ts'
import { typesOf } from '../pickups/fixtures.ts'
import { TestClient } from '../support/client.ts'
import { Holder } from '../support/holder.ts'
import { type ServerProcess, startServer } from '../support/process.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { consolidate, type Json, PATH, stateOf, tenderOf, whenAccepted } from './support.ts'

let service: TestService
let operator: TestClient
const servers: ServerProcess[] = []
beforeAll(async () => {
  service = await startTestService('api')
  operator = await service.operator()
})
afterAll(async () => {
  for (const server of servers) await server.end('SIGKILL')
  await service.close()
})

const startOther = async (): Promise<ServerProcess> => {
  const { databaseUrl, dataDir } = service.running.service.config
  const server = await startServer({ DATABASE_URL: databaseUrl as string, BACKHAUL_DATA_DIR: dataDir })
  servers.push(server)
  return server
}

const injected = async (client: TestClient): Promise<number> =>
  typesOf(await client.events()).filter((type) => type === 'shipment.injected').length

test('of concurrent acceptances with different counts in two API processes, only one counts', async () => {
  const other = new TestClient((await startOther()).url, operator.credentials)
  const partner = await service.partner()
  for (let round = 0; round < 4; round++) {
    const tender = await tenderOf(partner, 2)
    const { id } = await consolidate(operator, { facility: `RACE-${round}`, tender_ids: [tender.id] })
    const counts = [{ id: tender.id, piece_count_received: 1 }]
    const answers = await Promise.all([
      operator.post(`${PATH}/${id}/accept`, { piece_count_received: 2 }),
      other.post(`${PATH}/${id}/accept`, { piece_count_received: 1, counts }),
      operator.post(`${PATH}/${id}/accept`, { piece_count_received: 2 }),
      other.post(`${PATH}/${id}/cancel`),
    ])
    expect(answers.filter(({ status }) => status < 300).length).toBe(1)
    if (answers[3]?.status === 200) continue
    const done = await whenAccepted(operator, id)
    const received = answers[1]?.status === 202 ? 1 : 2
    expect([done.piece_count_received, done.members[0].piece_count_received]).toEqual([received, received])
    expect((await partner.get(`/v2/tenders/${tender.id}`)).json.piece_count_received).toBe(received)
  }
  await servers.pop()?.end('SIGKILL')
})

test('concurrent work on a member accepts it once, with one audit line, or refuses it once', async () => {
  const partner = await service.partner()
  const tenders = [await tenderOf(partner, 2), await tenderOf(partner, 1)]
  const { id } = await consolidate(operator, { facility: 'ONCE', tender_ids: tenders.map((tender) => tender.id) })
  await operator.post(`${PATH}/${id}/accept`, { piece_count_received: 3 })
  await partner.post(`/v2/tenders/${tenders[1].id}/cancel`)
  const { service: running } = service.running
  const rows = await running.db.query<{ id: string }>('test_members', 'select id from consolidation_members where consolidation_id = $1', [
    id,
  ])
  const { execute } = new Execution(running)
  await Promise.all([...rows, ...rows, ...rows].map((row) => execute(() => acceptMember(running, row.id))))
  expect(stateOf((await operator.get(`${PATH}/${id}`)).json)).toEqual([
    [tenders[0].id, 'accepted'],
    [tenders[1].id, 'refused'],
  ])
  expect(await injected(partner)).toBe(2)
  const { data } = (await operator.get(`/v2/ops/audit?subject=${tenders[0].id}`)).json
  expect(data.map(({ action }: Json) => action)).toEqual(['tender.accepted'])
})

test('killed midway, a process keeps what it accepted, and the next process accepts the rest once', async () => {
  const partner = await service.partner()
  const tenders: Json[] = []
  for (let i = 0; i < 5; i++) tenders.push(await tenderOf(partner, 2))
  const { id } = await consolidate(operator, { facility: 'KILLED', tender_ids: tenders.map((tender) => tender.id) })
  // The third tender cannot be accepted while its row is locked. The lock simulates a slow commit of another process.
  const holder = await Holder.begin(service.running.service.db.config)
  await holder.query('select id from tenders where id = $1 for update', [tenders[2].id])
  const first = await startOther()
  expect((await operator.post(`${PATH}/${id}/accept`, { piece_count_received: 10 })).status).toBe(202)
  await until('it is held up in the middle', async () => (await holder.waiting()) > 0)
  const states = async () => stateOf((await operator.get(`${PATH}/${id}`)).json).map(([, state]: Json) => state)
  expect(await states()).toEqual(['accepted', 'accepted', 'accepting', 'accepting', 'accepting'])
  await first.end('SIGKILL')
  await holder.query('rollback')
  await startOther()
  const done = await whenAccepted(operator, id)
  expect(done.members.map(({ state }: Json) => state)).toEqual(tenders.map(() => 'accepted'))
  expect(await injected(partner)).toBe(10)
  const events = (await partner.events()).filter(({ type }: Json) => type === 'tender.accepted')
  expect(events.map(({ identifiers }: Json) => identifiers.tender)).toEqual(tenders.map((tender) => tender.id))
})
