// Plans that only add rows are written by a separate statement (commit/small-statement.ts). The plans here share one statement, because
// they arrive while another is running.
import type { CreateInput } from '@backhaul/core/decide-create.ts'
import { fromMinorUnits as cents } from '@backhaul/core/money.ts'
import type { LabelRow } from '@backhaul/core/shipment.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Committer } from '../../src/commit/committer.ts'
import type { Plan } from '../../src/commit/plan.ts'
import { SmallStatements } from '../../src/commit/small-statement.ts'
import { Database } from '../../src/database/db.ts'
import { prepareCreate } from '../../src/kinds/shipments/create.ts'
import { newId } from '../../src/process/ids.ts'
import type { PartnerCaller } from '../../src/service/key-cache.ts'
import { RETURN, type TestClient } from '../support/client.ts'
import { eventsOf } from '../support/deliveries.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let server: TestService
let partner: TestClient & { partnerId: string }
let caller: PartnerCaller
beforeAll(async () => {
  server = await startTestService()
  partner = await server.partner()
  const { keyCache, db } = server.running.service
  const key = await db.one<{ id: string }>('test_key', 'select id from api_keys where partner_id = $1', [partner.partnerId])
  caller = { key: await keyCache.key(key?.id as string), partner: await keyCache.partner(partner.partnerId) } as PartnerCaller
})
afterAll(() => server.close())

const commit = (plan: Plan): Promise<boolean> => server.running.service.committer.commit(plan)
const rows = <Row>(text: string, value: string | string[]) => server.running.service.db.query<Row>('', text, [value])

const INPUT: CreateInput = { ...RETURN, direction: 'return', fulfillment: 'print_label' }

/** The plan of a create, and the id of its shipment. */
const creation = async (more: Partial<CreateInput> = {}): Promise<{ id: string; plan: Plan }> => {
  const prepared = await prepareCreate(server.running.service, caller, { ...INPUT, ...more }, 'api')
  if (!('plan' in prepared)) throw new Error('the creation was refused')
  return { id: prepared.shipment.id, plan: prepared.plan }
}

const answer = (key: string) => ({ principal: 'p', endpoint: 'POST /', key, fingerprint: 'f', status: 201, body: `{"key":"${key}"}` })

/** Returns how many rows of each kind a create has written. */
const written = async (id: string, key: string) =>
  (
    await rows<object>(
      `select (select count(*) from shipments where id = $1) as shipments, (select count(*) from labels where shipment_id = $1) as labels,
              (select count(*) from events where subject = $1) as events, (select count(*) from deliveries where subject = $1) as deliveries,
              (select count(*) from idempotency_keys k join answers a on a.created_at = k.created_at and a.id = k.answer
                where k.key = '${key}' and a.body like '%${key}%') as keys`,
      id,
    )
  )[0]
const NOTHING = { shipments: 0, labels: 0, events: 0, deliveries: 0 }
const WHOLE = { shipments: 1, labels: 1, events: 2, deliveries: 2, keys: 1 }

test('of creations written together, those with used keys write nothing and the others write everything', async () => {
  expect((await partner.post('/v2/webhooks', { url: 'http://127.0.0.1:9/hook', enabled_events: ['*'] })).status).toBe(201)
  const made = await Promise.all(Array.from({ length: 40 }, () => creation()))
  const isTaken = (i: number) => i % 7 === 3
  for (const i of made.keys()) if (isTaken(i)) expect(await commit({ answer: answer(`many-${i}`) })).toBe(true)
  const committed = await Promise.all(made.map(({ plan }, i) => commit({ ...plan, answer: answer(`many-${i}`) })))
  expect(committed).toEqual([...made.keys()].map((i) => !isTaken(i)))
  for (const [i, { id }] of made.entries()) expect(await written(id, `many-${i}`)).toEqual(isTaken(i) ? { ...NOTHING, keys: 1 } : WHOLE)
})

test('creations with used keys cost the other creations no second statement', async () => {
  const made = await Promise.all(Array.from({ length: 32 }, () => creation()))
  expect(await commit({ answer: answer('one-20') })).toBe(true)
  const sent = vi.spyOn(Database.prototype, 'query')
  const committed = await Promise.all(made.map(({ plan }, i) => commit({ ...plan, answer: answer(`one-${i}`) })))
  const statements = sent.mock.calls.filter(([name]) => name.startsWith('commit_'))
  sent.mockRestore()
  expect(committed).toEqual(made.map((_, i) => i !== 20))
  expect(statements).toHaveLength(1)
})

const ofAnyKind = async (): Promise<{ id: string; plan: Plan }> => {
  const id = newId('shipment')
  // More rows than a small plan may have.
  return { id, plan: { events: eventsOf(partner.partnerId, Array(9).fill(id)) } }
}

test.each([
  ['creations', creation, 2],
  ['plans of any kind', ofAnyKind, 9],
] as const)(
  'two processes that write %s with the same keys in opposite order write each key once and never deadlock',
  async (kind, make, events) => {
    const { db } = server.running.service
    const processes = Array.from({ length: 2 }, () => new Committer(db.config, 2, () => {}))
    // Locks a key in the middle of the plans until both processes wait.
    const holder = new pg.Client({ connectionString: server.running.service.config.databaseUrl as string })
    await holder.connect()
    const held = answer(`${kind}-15`)
    await holder.query('begin')
    await holder.query(
      "insert into idempotency_keys (principal, endpoint, key, fingerprint, status, answer, needs) values ($1, $2, $3, $4, 201, 1, '')",
      [...[held.principal, held.endpoint, held.key, held.fingerprint]],
    )
    const numbers = [...Array(32).keys()]
    const keyOf = (i: number, nth: number) => (i % 5 === 4 ? `${kind}-${i}-${nth}` : `${kind}-${i}`)
    const made = await Promise.all(processes.map(() => Promise.all(numbers.map(() => make()))))
    const outcomes = processes.map(async (process, nth) => {
      const order = nth === 0 ? numbers : numbers.toReversed()
      const plans = order.map((i) => ({ ...(made[nth]?.[i]?.plan as Plan), answer: answer(keyOf(i, nth)) }))
      const committed = await Promise.all(plans.map((plan) => process.commit(plan)))
      return new Map(order.map((i, place) => [i, committed[place] as boolean]))
    })
    const waiting = `select pg_blocking_pids(pid) as of from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ~ 'idempotency_keys'`
    const waits = await until('both wait', async () => {
      const found = await db.query<{ of: number[] }>('', waiting)
      return found.length === 2 && found
    })
    const [{ pid }] = (await holder.query('select pg_backend_pid() as pid')).rows
    // The other process waits for this one. If the keys were in the order of the plans, each process would hold keys that the other needs.
    expect(waits.filter(({ of }) => of.includes(pid))).toHaveLength(1)
    await holder.query('rollback')
    await holder.end()
    const [first, second] = (await Promise.all(outcomes)) as [Map<number, boolean>, Map<number, boolean>]
    expect(numbers.filter((i) => first.get(i) === second.get(i))).toEqual(numbers.filter((i) => i % 5 === 4))
    for (const [nth, committed] of [first, second].entries()) {
      const ids = (made[nth] ?? []).map(({ id }) => id)
      const wanted = ids.filter((_, i) => committed.get(i)).sort()
      const found = await rows<{ id: string }>('select subject as id from events where subject = any ($1::text[])', ids)
      expect(found.map(({ id }) => id).sort()).toEqual(wanted.flatMap((id) => Array(events).fill(id)))
      const shipments = await rows<{ id: string }>('select id from shipments where id = any ($1::text[])', ids)
      expect(shipments.map(({ id }) => id).sort()).toEqual(make === creation ? wanted : [])
    }
    await Promise.all(processes.map((process) => process.close()))
  },
)

test('a key is independent of the same key of another principal or endpoint', async () => {
  const keys = [answer('same'), { ...answer('same'), principal: 'q' }, { ...answer('same'), endpoint: 'PUT /' }]
  expect(await commit({ answer: answer('same') })).toBe(true)
  expect(await Promise.all(keys.map((one) => commit({ answer: one })))).toEqual([false, true, true])
})

test('many simultaneous creations without a key are written completely', async () => {
  const made = await Promise.all(Array.from({ length: 75 }, () => creation()))
  expect(await Promise.all(made.map(({ plan }) => commit(plan)))).toEqual(made.map(() => true))
  const ids = made.map(({ id }) => id)
  expect(await rows('select count(*) as n from shipments where id = any ($1::text[])', ids)).toEqual([{ n: 75 }])
  expect(await rows('select count(*) as n from events where subject = any ($1::text[])', ids)).toEqual([{ n: 150 }])
})

test('a creation that a unique index refuses does not prevent the other creations', async () => {
  const made = await Promise.all(Array.from({ length: 6 }, () => creation()))
  const first = made[0]?.plan.inserts?.find(([table]) => table === 'shipments')?.[1] as { barcode: string }
  expect(await commit(made[0]?.plan as Plan)).toBe(true)
  const third = made[2]?.plan.inserts?.find(([table]) => table === 'shipments')?.[1] as { barcode: string }
  third.barcode = first.barcode
  expect(await Promise.all(made.slice(1).map(({ plan }) => commit(plan)))).toEqual([true, false, true, true, true])
})

test('events of plans written together are numbered in the order of each plan', async () => {
  const made = Array.from({ length: 33 }, (_, i) => eventsOf(partner.partnerId, Array(5).fill(`shp_order_${i}`)))
  expect(await Promise.all(made.map((events) => commit({ events })))).not.toContain(false)
  for (const [i, events] of made.entries()) {
    const stored = await rows<{ id: string }>('select id from events where subject = $1 order by seq', `shp_order_${i}`)
    expect(stored.map(({ id }) => id)).toEqual(events.map(({ id }) => id))
  }
})

test('values that the first creations omitted are written for later ones, alone and together', async () => {
  const made = [
    await creation(),
    await creation({ order_id: 'o-1' }),
    await creation({ rma: 'r-1' }),
    await creation({ customer: 'c-1', metadata: { a: '"\\ é 中' } }),
    await creation({ ship_ext_id: 's-1', declared_value: cents(1999) }),
    await creation(),
  ]
  for (const { plan } of made.slice(0, 3)) expect(await commit(plan)).toBe(true)
  expect(await Promise.all(made.slice(3).map(({ plan }) => commit(plan)))).toEqual([true, true, true])
  for (const { id, plan } of made) {
    const [stored] = await rows<object>('select * from shipments where id = $1', id)
    expect(stored).toEqual(plan.inserts?.find(([table]) => table === 'shipments')?.[1])
    const [label] = await rows<LabelRow>('select * from labels where shipment_id = $1', id)
    expect(label).toEqual(plan.inserts?.find(([table]) => table === 'labels')?.[1])
  }
})

test('the number of statements is bounded, regardless of columns and plans', () => {
  const statements = new SmallStatements()
  const row = (columns: object) => ({ inserts: [['shipments', columns]] }) as unknown as Plan
  const names = new Set<string>()
  const columns = ['id', 'rma', 'customer', 'order_id', 'ship_ext_id', 'carrier', 'store_id', 'ltracking', 'pod_grade']
  for (const column of columns) {
    const plan = row({ [column]: 'x' })
    names.add(statements.of(statements.shapeOf(plan) as string, [plan]).name)
  }
  expect(names.size).toBe(4)
  const shapes = Array.from({ length: 8 }, (_, i) => Array(i + 1).fill({})).flatMap((events) => [
    { events },
    { events, answer: answer('k') },
  ])
  expect(shapes.filter((plan) => statements.shapeOf(plan) !== null)).toHaveLength(15)
})
