// A carrier's service and two servers, with faults of every kind between them.
import { Random } from '@backhaul/simulator/random.ts'
import { ReplayCarrier } from '@backhaul/simulator/replay-carrier.ts'
import { NO_FAULTS } from '@backhaul/simulator/replay-faults.ts'
import { beforeAll, expect, test } from 'vitest'
import { build, inProcess } from '../cli/run.ts'
import { RETURN, TestClient } from '../support/client.ts'
import type { ServerProcess } from '../support/process.ts'
import { withServers } from '../support/servers.ts'
import { until } from '../support/until.ts'
import type { Json } from './support.ts'

beforeAll(build)

const world = withServers()
const CODES = { AC: 'inject', MV: 'movement', OD: 'out-for-delivery', DL: 'deliver' }

test('with one of two servers killed and a carrier sometimes down, every parcel has one valid label and is delivered, except canceled ones', async () => {
  const carrier = new ReplayCarrier({
    random: new Random(11),
    faults: { ...NO_FAULTS, doubled: 0.2, disordered: 0.2, unknown: 0.1 },
    step_ms: 300,
    outage: { every_ms: 4_000, for_ms: 1_000 },
  })
  const url = await carrier.listen()
  try {
    const servers = [await world.start({}), await world.start({})]
    const env = { DATABASE_URL: world.database.url, BACKHAUL_DATA_DIR: world.dataDir }
    const { json: partner } = await inProcess(['partner', 'create', '--name', 'Shipper', '--rate-limit', '1000000', '--json'], env)
    const { json: key } = await inProcess(['key', 'create', '--operator', '--rate-limit', '1000000', '--json'], env)
    const to = (i: number, credentials: Json) => new TestClient((servers[i] as ServerProcess).url, credentials)
    const facts = { name: 'Northline', adapter: 'replay', url, codes: CODES }
    expect((await to(0, key).send('PUT', '/v2/ops/carriers/northline', { body: facts })).status).toBe(200)
    const created: string[] = []
    const called: string[] = []
    const references = new Map<string, string>()
    const create = async (i: number) => {
      const { json } = await to(i, partner).post('/v2/shipments', RETURN)
      created.push(json.id)
      references.set(json.id, json.tracking)
      return json.id
    }
    for (let n = 0; n < 12; n++) {
      const [off] = [await create(1), await create(0)]
      if (n % 4 === 0 && (await to(0, partner).post(`/v2/shipments/${off}/cancel`, {})).status === 200) called.push(off)
      if (n === 4 || n === 9) {
        await (servers[1] as ServerProcess).end('SIGKILL')
        servers[1] = await world.start({})
      }
    }
    const coming = created.filter((id) => !called.includes(id))
    const statuses = async (): Promise<Map<string, string>> => {
      const { json } = await to(1, partner).get('/v2/shipments?limit=100')
      return new Map(json.data.map(({ id, status }: Json) => [id, status]))
    }
    const areDelivered = async () => {
      const now = await statuses()
      return coming.every((id) => now.get(id) === 'delivered')
    }
    await until('every parcel that comes is delivered', areDelivered, 120_000)
    const states = async (): Promise<Json[]> => (await to(0, key).get('/v2/ops/carrier-bookings?limit=100')).json.data
    await until('all bookings have ended', async () => (await states()).every(({ state }) => state === 'done' || state === 'void'))
    const ended = new Map((await states()).map(({ shipment_id, state }) => [shipment_id, state]))
    expect(coming.map((id) => ended.get(id))).toEqual(coming.map(() => 'done'))
    const valid = (id: string) =>
      carrier.bookings
        .flatMap(({ reference, labels }) => (reference === references.get(id) ? labels : []))
        .filter((one) => one.void === 'none')
    expect(coming.map((id) => valid(id).length)).toEqual(coming.map(() => 1))
    expect(called.length).toBeGreaterThan(0)
    for (const id of called) expect([id, (await statuses()).get(id), valid(id)]).toEqual([id, 'cancelled', []])
  } finally {
    await carrier.close()
  }
}, 240_000)
