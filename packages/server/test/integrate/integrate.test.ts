// What an integrator runs beside its own program: forwarding, triggering, and the check of a receiver.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DemoClient } from '../../src/cli/demo/client.ts'
import { forward, type ListenOptions, listen } from '../../src/cli/integrate/listen.ts'
import { verifyReceiver } from '../../src/cli/integrate/verify-receiver.ts'
import { createSender } from '../../src/delivery/http1/http1.ts'
import { newWebhookSecret } from '../../src/delivery/secrets.ts'
import { EVENT_TYPES } from '../../src/domain/events/catalog.ts'
import { STORED, type StoredEvent } from '../../src/events/feed.ts'
import { eventBody } from '../../src/platform/packing.ts'
import { RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'

const SECRET = 'the-receivers-secret'
const SKEW_S = 300

let service: TestService
const servers: Server[] = []
beforeAll(async () => {
  service = await startTestService()
})
afterAll(async () => {
  for (const server of servers) server.close()
  await service.close()
})

type Judge = (headers: IncomingHttpHeaders, body: Buffer) => number

/** A partner's receiver: answers what `judge` says. */
const receiver = (judge: Judge): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => response.writeHead(judge(request.headers, Buffer.concat(chunks))).end())
    })
    servers.push(server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)))
  })

const fits = (
  headers: IncomingHttpHeaders,
  bytes: Buffer | string,
  names = ['x-service-signature', 'x-service-signature-next'],
): boolean => {
  const expected = createHmac('sha256', SECRET).update(`${headers['x-service-timestamp']}.`).update(bytes).digest()
  return names.some((name) => {
    const given = Buffer.from(String(headers[name] ?? ''), 'hex')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
const isFresh = (headers: IncomingHttpHeaders): boolean => Math.abs(Date.now() / 1000 - Number(headers['x-service-timestamp'])) <= SKEW_S

const failuresOf = async (judge: Judge): Promise<string[]> => {
  const results = await verifyReceiver(await receiver(judge), SECRET, () => {})
  return results.filter(({ passed, required }) => required && !passed).map(({ name }) => name)
}

test('a receiver that verifies raw bytes, freshness and nothing more passes every check', async () => {
  expect(await failuresOf((headers, body) => (fits(headers, body) && isFresh(headers) ? 200 : 401))).toEqual([])
})

test('each fault of a receiver is found by the check that is about it', async () => {
  expect(await failuresOf(() => 200)).toEqual([
    'refuses a wrong signature',
    'refuses a missing signature',
    'refuses changed bytes',
    'refuses an old timestamp',
  ])
  expect(await failuresOf((headers, body) => (fits(headers, body) ? 200 : 401))).toEqual(['refuses an old timestamp'])
  const reserialized: Judge = (headers, body) =>
    fits(headers, JSON.stringify(JSON.parse(body.toString()))) && isFresh(headers) ? 200 : 401
  expect(await failuresOf(reserialized)).toEqual(['refuses changed bytes', 'accepts unusual but valid bytes'])
  const known = new Set<string>()
  const once: Judge = (headers, body) => {
    if (!fits(headers, body) || !isFresh(headers)) return 401
    const { eventID } = JSON.parse(body.toString())
    if (known.has(eventID)) return 409
    known.add(eventID)
    return 200
  }
  expect(await failuresOf(once)).toEqual(['accepts the same event twice'])
  const strict: Judge = (headers, body) => {
    const { type } = JSON.parse(body.toString())
    return fits(headers, body) && isFresh(headers) ? (EVENT_TYPES.includes(type) ? 200 : 422) : 401
  }
  expect(await failuresOf(strict)).toEqual(['accepts an unknown type'])
})

test('a receiver without the new secret is advised, not failed', async () => {
  const judge: Judge = (headers, body) => (fits(headers, body, ['x-service-signature']) && isFresh(headers) ? 200 : 401)
  const results = await verifyReceiver(await receiver(judge), SECRET, () => {})
  expect(results.filter(({ passed }) => !passed).map(({ name, required }) => [name, required])).toEqual([
    ['accepts the new secret during a rotation', false],
  ])
})

test('a receiver that verifies with a library for Standard Webhooks passes every check, and one that does not look at the signature fails', async () => {
  const secret = newWebhookSecret('standard')
  const failures = async (judge: Judge) =>
    (await verifyReceiver(await receiver(judge), secret, () => {}, true)).filter(({ passed }) => !passed).map(({ name }) => name)
  const library: Judge = (headers, body) => {
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>)
      return 200
    } catch {
      return 401
    }
  }
  expect(await failures(library)).toEqual([])
  expect(await failures(() => 200)).toHaveLength(4)
  const [first] = await verifyReceiver(await receiver(library), secret, () => {})
  expect(first?.passed).toBe(false)
})

test('what is forwarded carries the signature of Standard Webhooks when asked', async () => {
  const secret = newWebhookSecret('standard')
  const url = await receiver((headers, body) => {
    const given = headers as Record<string, string>
    return given['webhook-id'] === undefined ? 204 : new Webhook(secret).verify(body, given) ? 200 : 401
  })
  const sender = createSender({ allowPrivate: true })
  const event = { eventID: 'evt_1' }
  expect((await forward(sender, { forward: url, secret, standard: true }, event)).status).toBe(200)
  expect((await forward(sender, { forward: url, secret }, event)).status).toBe(204)
  sender.close()
})

test('of a receiver that cannot be reached only that is said', async () => {
  const told: unknown[] = []
  for (const url of [
    'http://127.0.0.1:9/',
    'http://no-such-host.invalid/',
    await receiver(() => 200).then((at) => at.replace('http:', 'https:')),
  ]) {
    const checked = verifyReceiver(url, SECRET, (result) => told.push(result))
    await expect(checked).rejects.toThrow(`nothing was checked, because ${url} cannot be reached: `)
  }
  expect(told).toEqual([])
})

test('listen forwards each event once, as the bytes of the feed, signed with the secret', async () => {
  const partner = await service.partner()
  await partner.post('/v2/shipments', RETURN)
  const bodies: Buffer[] = []
  const judge: Judge = (headers, body) => {
    bodies.push(body)
    return fits(headers, body) ? 200 : 401
  }
  const target = await receiver(judge)
  const stop = new AbortController()
  const results: boolean[] = []
  const options: ListenOptions = {
    forward: target,
    types: ['shipment.created', 'shipment.held'],
    since: '2020-01-01T00:00:00Z',
    secret: SECRET,
    signal: stop.signal,
    onForward: (_event, { ok }) => {
      results.push(ok)
      if (results.length === 2) stop.abort()
    },
  }
  const client = new DemoClient(service.url, { partner_id: partner.partnerId, ...partner.credentials }, () => {})
  const listening = listen(client, options)
  const { json } = await partner.post('/v2/shipments', RETURN)
  await partner.post(`/v2/shipments/${json.id}/hold`)
  await listening
  expect(results).toEqual([true, true])
  const stored = await service.running.service.db.query<StoredEvent>(
    'test_bodies',
    `select ${STORED} from events where partner_id = $1 and type in ('shipment.created', 'shipment.held') order by xid, seq limit 2`,
    [partner.partnerId],
  )
  expect(bodies.map((body) => body.toString())).toEqual(stored.map((row) => eventBody(row)))
})
