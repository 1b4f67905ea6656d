// `serve` with two API processes and a worker, as it runs on two processors. The log shows which process received a request.
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RequestSigner } from '../../../client/src/index.ts'
import { build, inProcess } from '../cli/run.ts'
import { RETURN, TestClient, type TestCredentials } from '../support/client.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { pause } from '../support/deliveries.ts'
import { makeDataDir, removeDataDir, type ServerProcess, startServer } from '../support/process.ts'
import { startReceiver } from '../support/receiver.ts'
import { atEndOfTest } from '../support/sending.ts'
import { until } from '../support/until.ts'
import { type Part, partsOf } from './parts.ts'

const TOKEN = 'token'

let database: TestDatabase
let dataDir: string
let server: ServerProcess
let env: Record<string, string>
let operator: TestCredentials

beforeAll(async () => {
  build()
  database = await createTestDatabase()
  dataDir = makeDataDir()
  env = { DATABASE_URL: database.url, BACKHAUL_DATA_DIR: dataDir }
  server = await startServer({ ...env, BACKHAUL_PROCESSES: '2', BACKHAUL_METRICS_TOKEN: TOKEN, BACKHAUL_LOG_LEVEL: 'debug' })
  operator = (await inProcess(['key', 'create', '--operator', '--rate-limit', '100000', '--json'], env)).json
})
afterAll(async () => {
  if (server?.child.exitCode === null) await server.end('SIGKILL')
  await removeDataDir(dataDir)
  await database.drop()
})

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  json: any
}

/** One connection that stays open, so that one process answers all its requests. */
class Lane {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  send(credentials: TestCredentials, method: string, path: string, body?: object, key: string = randomUUID()): Promise<Answer> {
    const bytes = body === undefined ? '' : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      void new RequestSigner(credentials.signing_secret).headers(bytes).then((signature) => {
        const type = body && { 'Content-Type': 'application/json', 'Idempotency-Key': key }
        const headers = { 'X-Api-Key': credentials.api_key, ...signature, ...type }
        const sent = request(server.url + path, { method, agent: this.#agent, headers }, (answer) => {
          let text = ''
          answer.on('data', (chunk) => {
            text += chunk
          })
          answer.on('error', reject)
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, json: text && JSON.parse(text) }))
        })
        sent.on('error', reject)
        sent.end(bytes)
      })
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

/** Reads in the log which part of the machine answered a request. */
const partOf = (answer: Answer): Promise<Part> =>
  until('the request is in the log', () => {
    const line = server
      .stdout()
      .split('\n')
      .find((one) => one.includes(`"${answer.headers['x-request-id']}"`))
    return line && (JSON.parse(line).process as Part)
  })

/** Opens a connection to each API process. */
const lanes = async (): Promise<[Lane, Lane]> => {
  const found = new Map<Part, Lane>()
  await until('each process has a connection', async () => {
    const lane = new Lane()
    const part = await partOf(await lane.send(operator, 'GET', '/v2/ops/keys?limit=1'))
    if (found.has(part)) atEndOfTest(async () => lane.close())
    else found.set(part, lane)
    return found.size === 2
  })
  for (const lane of found.values()) atEndOfTest(async () => lane.close())
  return [found.get('api 1') as Lane, found.get('api 2') as Lane]
}

const partner = async (rate_limit: number): Promise<TestCredentials & { key_id: string }> => {
  const created = await inProcess(['partner', 'create', '--name', 'P', '--rate-limit', String(rate_limit), '--json'], env)
  expect(created.code, created.stderr).toBe(0)
  return created.json
}

const READ = ['GET', '/v2/shipments?limit=1'] as const

/** Returns the value of a metric. Its name may be followed by a part of its labels. */
const metric = async (name: string): Promise<number> => {
  const ask = async () => (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text()
  // The connection may have belonged to a killed process, so one request is repeated.
  const text = await ask().catch(ask)
  const line = text.split('\n').find((one) => one.startsWith(name))
  return line === undefined ? 0 : Number(line.slice(line.lastIndexOf(' ') + 1))
}

test('connections are spread over the processes, and requests on one connection stay with one process', async () => {
  const all = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const lane = new Lane()
      atEndOfTest(async () => lane.close())
      const first = await lane.send(operator, 'GET', '/v2/ops/keys?limit=1')
      const second = await lane.send(operator, 'GET', '/v2/ops/keys?limit=1')
      return [await partOf(first), await partOf(second)]
    }),
  )
  for (const [first, second] of all) expect(second).toBe(first)
  expect(all.filter(([part]) => part === 'api 1').length).toBeGreaterThanOrEqual(2)
  expect(all.filter(([part]) => part === 'api 2').length).toBeGreaterThanOrEqual(2)
})

test('a rate limit is exact for the whole machine, and one connection can use all of it', async () => {
  const [one, two] = await lanes()
  const many = await partner(40)
  const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => (i % 2 ? one : two).send(many, ...READ)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(40)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(60)
  const single = await partner(30)
  expect((await two.send(single, ...READ)).status).toBe(200)
  let admitted = 1
  let last = await one.send(single, ...READ)
  // A process that is too busy to return its unused quota keeps it a moment longer.
  for (let refused = 0; refused < 3; last = await one.send(single, ...READ)) {
    if (last.status === 200) {
      admitted++
      refused = 0
      expect(last.headers.ratelimit).toMatch(new RegExp(`^"default";r=(${30 - admitted}|${31 - admitted});t=([1-9]|[1-5]\\d|60)$`))
    } else {
      refused++
      await pause(300)
    }
  }
  expect([admitted, last.status, last.headers.ratelimit?.toString().startsWith('"default";r=0;')]).toEqual([30, 429, true])
  expect((await two.send(single, ...READ)).status).toBe(429)
})

test('a key revoked by one process is refused by the other once the revocation is answered', async () => {
  const [one, two] = await lanes()
  for (let i = 0; i < 3; i++) {
    const key = await partner(1_000)
    expect((await two.send(key, ...READ)).status).toBe(200)
    expect((await one.send(operator, 'POST', `/v2/ops/keys/${key.key_id}/revoke`, {})).status).toBe(200)
    expect((await two.send(key, ...READ)).json.error.code).toBe('invalid_api_key')
  }
})

test('serialized commands run one after another across both processes', async () => {
  const key = await partner(1_000)
  const both = await lanes()
  const path = '/v2/test/events/shipment.delivered'
  const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => (both[i % 2] as Lane).send(key, 'POST', path, {})))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  const client = new TestClient(server.url, key)
  const events = await until('all six are in the feed', async () => {
    const found = await client.events()
    return found.filter(({ type }) => type === 'shipment.delivered').length === 6 && found
  })
  const shipments = events.map(({ identifiers }) => identifiers.shipment as string)
  // Rehearsals run one after another, so the events of different shipments are not mixed.
  expect(shipments.filter((id, i) => id !== shipments[i - 1])).toHaveLength(6)
})

test('the metrics cover all processes, whichever one answers, and survive the death of a process', async () => {
  const key = await partner(1_000)
  const both = await lanes()
  const counted = 'backhaul_http_requests_total{method="GET",route="/v2/webhooks",status="200"}'
  for (let i = 0; i < 10; i++) expect((await (both[i % 2] as Lane).send(key, 'GET', '/v2/webhooks')).status).toBe(200)
  // If a process is too busy to answer within a second, its last values are counted.
  await until('both have said it', async () => (await metric(counted)) === 10)
  expect([await metric('backhaul_processes{part="api"}'), await metric('backhaul_processes{part="worker"}')]).toEqual([2, 1])
  process.kill(partsOf(server.pid).get('api 2') as number, 'SIGKILL')
  await until('it is replaced', async () => (await metric('backhaul_processes_replaced_total{part="api"}')) === 1)
  expect(await metric(counted)).toBe(10)
})

test('when an API process and the worker are killed, other requests succeed, nothing is lost and new processes start', async () => {
  const key = await partner(100_000)
  const receiver = await startReceiver()
  atEndOfTest(() => receiver.close())
  const [one, two] = await lanes()
  expect((await two.send(key, 'POST', '/v2/webhooks', { url: receiver.url(), enabled_events: ['shipment.created'] })).status).toBe(201)
  const before = partsOf(server.pid)
  let created = 0
  let isOver = false
  const orders: string[] = []
  const create = async (lane: Lane, mayFail: boolean): Promise<void> => {
    while (!isOver) {
      const order = randomUUID()
      orders.push(order)
      const body = { ...RETURN, order_id: order }
      const first = lane.send(key, 'POST', '/v2/shipments', body, order)
      // A client repeats unanswered requests.
      const { status } = mayFail ? await first.catch(() => lane.send(key, 'POST', '/v2/shipments', body, order)) : await first
      expect(status).toBe(201)
      created++
    }
  }
  const work = Promise.all([create(one, true), create(two, false)])
  await until('some are created', () => created > 20)
  process.kill(before.get('api 1') as number, 'SIGKILL')
  process.kill(before.get('worker') as number, 'SIGKILL')
  const at = created
  await until('more are created', () => created > at + 20)
  isOver = true
  await work
  await until(
    'they are replaced',
    () => partsOf(server.pid).size === 3 && [...partsOf(server.pid)].filter(([, pid]) => [...before.values()].includes(pid)).length === 1,
  )
  // One shipment for each order, although some requests were sent twice.
  const shipments = await until('all is in the feed', async () => {
    const events = await new TestClient(server.url, key).events()
    const found = events.filter(({ type }) => type === 'shipment.created').map(({ identifiers }) => identifiers.shipment as string)
    return found.length >= orders.length && found
  })
  expect([shipments.length, new Set(shipments).size]).toEqual([orders.length, orders.length])
  await receiver.until(() => new Set(receiver.requests.map(({ body }) => JSON.parse(body.toString()).eventID)).size === orders.length)
})
