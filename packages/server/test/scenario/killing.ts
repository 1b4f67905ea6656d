// What must have survived when a server was killed under load.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { backhaul, build } from '../cli/run.ts'
import { RETURN, TestClient } from '../support/client.ts'
import { makeDataDir, removeDataDir, type ServerProcess, startServer } from '../support/process.ts'
import { type Receiver, startReceiver, verifies } from '../support/receiver.ts'
import { until } from '../support/until.ts'

const LANES = 12
const ACKNOWLEDGED_BEFORE_KILL = 60
const KILLS = 2
export const TIMEOUT_MS = 180_000

interface Create {
  key: string
  /** Null: no answer came. */
  answer: string | null
}

/** A new one for each test; empty. */
export let dataDir: string
let receiver: Receiver
let server: ServerProcess | null = null

/** To be called once by a file whose tests kill. */
export const prepareKills = (): void => {
  beforeAll(build)
  beforeEach(async () => {
    dataDir = makeDataDir()
    receiver = await startReceiver()
  })
  afterEach(async () => {
    await server?.end('SIGKILL')
    server = null
    await receiver.close()
    await removeDataDir(dataDir)
  })
}

const bodyOf = (key: string) => ({ ...RETURN, order_id: key })

const LOST = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE']

const create = async (client: TestClient, key: string): Promise<string | null> => {
  try {
    const answer = await client.post('/v2/shipments', bodyOf(key), { idempotencyKey: key })
    // The database died first: nothing is acknowledged, and whether it took effect is settled by asking again with the key.
    if (answer.status === 503) return null
    expect(answer.status, answer.text).toBe(201)
    return answer.text
  } catch (error) {
    // The connection was refused or cut.
    if (error instanceof Error && 'code' in error && LOST.includes(error.code as string)) return null
    throw error
  }
}

/** Creates as fast as it can until no answer comes any more; `onAnswer` is told of every acknowledgment. */
const lane = async (client: TestClient, journal: Create[], onAnswer: () => void): Promise<void> => {
  for (;;) {
    const key = randomUUID()
    const answer = await create(client, key)
    journal.push({ key, answer })
    if (answer === null) return
    onAnswer()
  }
}

const killUnderLoad = async (client: TestClient, running: ServerProcess, journal: Create[]): Promise<void> => {
  let acknowledged = 0
  let isDead: Promise<unknown> | null = null
  const onAnswer = () => {
    acknowledged++
    if (acknowledged === ACKNOWLEDGED_BEFORE_KILL) isDead = running.end('SIGKILL')
  }
  await Promise.all(Array.from({ length: LANES }, () => lane(client, journal, onAnswer)))
  await isDead
}

// biome-ignore lint/suspicious/noExplicitAny: resources of the API
const readAll = async (client: TestClient, path: string): Promise<any[]> => {
  const found = []
  for (let cursor = ''; ; ) {
    const { json } = await client.get(`${path}?limit=100${cursor && `&cursor=${cursor}`}`)
    found.push(...json.data)
    if (!json.has_more) return found
    cursor = json.next_cursor
  }
}

const TYPES = ['shipment.created', 'shipment.label_ready']

/** The feed holds its end back while transactions are in flight, those of other tests on the same PostgreSQL too. */
// biome-ignore lint/suspicious/noExplicitAny: events of every type
const readFeed = (client: TestClient, count: number): Promise<any[]> => {
  const all = async () => {
    const events = await client.events()
    return events.length >= count ? events : null
  }
  return until('the feed shows all events', all)
}

const check = async (client: TestClient, journal: Create[], secret: string): Promise<void> => {
  for (const { key, answer } of journal) {
    // Acknowledged: the same bytes again. Unanswered: it takes effect now, unless it had.
    const again = await client.post('/v2/shipments', bodyOf(key), { idempotencyKey: key })
    expect(again.status, again.text).toBe(201)
    if (answer !== null) expect(again.text).toBe(answer)
  }
  const shipments = await readAll(client, '/v2/shipments')
  expect(shipments.map(({ order_id }) => order_id).sort()).toEqual(journal.map(({ key }) => key).sort())
  for (const { answer } of journal) {
    if (answer === null) continue
    const acknowledged = JSON.parse(answer)
    // Each start has another port, with which the address of the page begins.
    const { parcel_url } = acknowledged
    const found = shipments.find(({ id }) => id === acknowledged.id)
    expect({ ...found, parcel_url }).toEqual(acknowledged)
    expect(new URL(found.parcel_url as string).pathname).toBe(new URL(parcel_url).pathname)
  }
  const feed = await readFeed(client, journal.length * TYPES.length)
  for (const { id } of shipments)
    expect(feed.filter(({ identifiers }) => identifiers.shipment === id).map(({ type }) => type)).toEqual(TYPES)
  expect(new Set(feed.map(({ eventID }) => eventID)).size).toBe(journal.length * TYPES.length)
  const bodies = () => new Map(receiver.requests.map(({ body }) => [JSON.parse(body.toString()).eventID, body.toString()]))
  await receiver.until(() => bodies().size >= feed.length)
  expect(bodies()).toEqual(new Map(feed.map((event) => [event.eventID, JSON.stringify(event)])))
  for (const request of receiver.requests) {
    expect(verifies(request, secret)).toBe(true)
    expect(request.body.toString()).toBe(bodies().get(JSON.parse(request.body.toString()).eventID))
  }
}

/** A server is killed again and again while it is asked for as much as it can do. `kill`: everything that dies with it. */
export const survives = async (env: Record<string, string>, kill: () => Promise<void>): Promise<void> => {
  server = await startServer(env)
  const partner = await backhaul(['partner', 'create', '--name', 'Load', '--rate-limit', '1000000', '--json'], env)
  expect(partner.code, partner.stderr).toBe(0)
  const clientOf = ({ url }: ServerProcess) => new TestClient(url, partner.json)
  const webhook = await clientOf(server).post('/v2/webhooks', { url: receiver.url(), enabled_events: ['*'] })
  expect(webhook.status, webhook.text).toBe(201)
  const journal: Create[] = []
  for (let round = 0; round < KILLS; round++) {
    await killUnderLoad(clientOf(server), server, journal)
    await kill()
    server = await startServer(env)
  }
  // Every lane ends with a request that nobody answered.
  expect(journal.filter(({ answer }) => answer === null)).toHaveLength(KILLS * LANES)
  await check(clientOf(server), journal, webhook.json.secret)
  expect(await server.end('SIGTERM')).toBe(0)
  server = null
}
