// Data that must survive when a server is killed under load.
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
  /** The body of the answer; null if no answer came. */
  answer: string | null
}

/** A new empty directory for each test. */
export let dataDir: string
let receiver: Receiver
let server: ServerProcess | null = null

/** Call this once in each file whose tests kill servers. */
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
    // The database died before the server, so nothing is acknowledged. A repeat with the same key shows later whether the create took
    // effect.
    if (answer.status === 503) return null
    expect(answer.status, answer.text).toBe(201)
    return answer.text
  } catch (error) {
    // The connection was refused or cut.
    if (error instanceof Error && 'code' in error && LOST.includes(error.code as string)) return null
    throw error
  }
}

/** Sends creates one after another until a request gets no answer. `onAnswer` is called for each acknowledgment. */
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

/** The feed waits for open transactions, including those of other tests on the same PostgreSQL. */
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
    // If the create was acknowledged, the same bytes are replayed. If it was not answered, it takes effect now, unless it already has.
    const again = await client.post('/v2/shipments', bodyOf(key), { idempotencyKey: key })
    expect(again.status, again.text).toBe(201)
    if (answer !== null) expect(again.text).toBe(answer)
  }
  const shipments = await readAll(client, '/v2/shipments')
  expect(shipments.map(({ order_id }) => order_id).sort()).toEqual(journal.map(({ key }) => key).sort())
  for (const { answer } of journal) {
    if (answer === null) continue
    const acknowledged = JSON.parse(answer)
    // Each start uses another port, so the addresses of parcel pages differ in the port.
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

/** Kills a server again and again under full load. `kill` also kills everything that dies with the server. */
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
  // At each kill, one request of each lane stays without an answer.
  expect(journal.filter(({ answer }) => answer === null)).toHaveLength(KILLS * LANES)
  await check(clientOf(server), journal, webhook.json.secret)
  expect(await server.end('SIGTERM')).toBe(0)
  server = null
}
