// An integrator's tools: forwarding events, triggering events, and checking a receiver.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server as NetServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EVENT_TYPES } from '@backhaul/core/events/catalog.ts'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DemoClient, reasonOfRefusal } from '../../src/cli/demo/client.ts'
import { forward, type ListenOptions, listen } from '../../src/cli/integrate/listen.ts'
import { verifyReceiver } from '../../src/cli/integrate/verify-receiver.ts'
import { eventBody } from '../../src/commit/stored.ts'
import { createSender } from '../../src/delivery/http1/http1.ts'
import { newWebhookSecret } from '../../src/delivery/secrets.ts'
import { STORED, type StoredEvent } from '../../src/kinds/events/feed.ts'
import { inProcess } from '../cli/run.ts'
import { RETURN } from '../support/client.ts'
import { TLS_RECEIVER_CA, TLS_RECEIVER_KEY } from '../support/receiver.ts'
import { startTestService, type TestService } from '../support/service.ts'

const SECRET = 'the-receivers-secret'
const SKEW_S = 300

let service: TestService
const servers: NetServer[] = []
beforeAll(async () => {
  service = await startTestService()
})
afterAll(async () => {
  for (const server of servers) server.close()
  await service.close()
})

type Judge = (headers: IncomingHttpHeaders, body: Buffer) => number

/** A partner's receiver, which answers as `judge` says. */
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

test('a receiver that verifies only raw bytes and freshness passes every check', async () => {
  expect(await failuresOf((headers, body) => (fits(headers, body) && isFresh(headers) ? 200 : 401))).toEqual([])
})

test('each fault of a receiver fails the check for it', async () => {
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

test('a receiver that does not know the new secret gets advice and does not fail', async () => {
  const judge: Judge = (headers, body) => (fits(headers, body, ['x-service-signature']) && isFresh(headers) ? 200 : 401)
  const results = await verifyReceiver(await receiver(judge), SECRET, () => {})
  expect(results.filter(({ passed }) => !passed).map(({ name, required }) => [name, required])).toEqual([
    ['accepts the new secret during a rotation', false],
  ])
})

test('a receiver with a Standard Webhooks library passes every check; one that ignores the signature fails', async () => {
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

test('forwarded events carry a Standard Webhooks signature if requested', async () => {
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

test('for an unreachable receiver, nothing else is reported', async () => {
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

test('listen forwards each event once with the bytes of the feed, signed with the secret', async () => {
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

/** A receiver that serves one connection at a time and reads a body only if its length is given. */
const oldReceiver = (serial: boolean): Promise<string> =>
  new Promise((resolve) => {
    let last: Promise<void> = Promise.resolve()
    const web = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => {
        const body = request.headers['content-length'] === undefined ? Buffer.alloc(0) : Buffer.concat(chunks)
        response.writeHead(fits(request.headers, body) && isFresh(request.headers) ? 200 : 401, { connection: 'close' }).end()
      })
    })
    const server = createTcpServer((socket) => {
      const before = last
      if (serial) last = new Promise((done) => socket.on('close', () => done()))
      void before.then(() => web.emit('connection', socket))
    })
    servers.push(server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)))
  })

test('a receiver that cannot read chunked bodies or is blocked by a silent connection fails those checks', async () => {
  const results = await verifyReceiver(await oldReceiver(true), SECRET, () => {})
  expect(results.filter(({ passed }) => !passed).map(({ name, required }) => [name, required])).toEqual([
    ['accepts a body in chunks', true],
    ['answers while another connection is silent', true],
  ])
  const sideBySide = await verifyReceiver(await oldReceiver(false), SECRET, () => {})
  expect(sideBySide.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual(['accepts a body in chunks'])
})

test.each([401, 404, 405, 500, 301])('a receiver that answers %i to everything is reported in one line', async (status) => {
  const url = await receiver(() => status)
  const ran = await inProcess(['verify-receiver', url, '--secret', SECRET])
  expect([ran.code, ran.stdout]).toEqual([1, ''])
  expect(ran.stderr).toMatch(new RegExp(`^backhaul: it answers ${status} to every delivery\\. [^\\n]+\\n$`))
  const { json } = await inProcess(['verify-receiver', url, '--secret', SECRET, '--json'])
  expect(json).toMatchObject({ passed: false, checks: [{ found: `it answers ${status} to every delivery` }] })
})

test.each([
  [['verify-receiver', 'localhost:3000/x', '--secret', SECRET], "argument 'url'", 'http://localhost:3000/x'],
  [['verify-receiver', 'ftp://localhost/x', '--secret', SECRET], "argument 'url'", 'Give an http or https URL'],
  [['listen', '--forward', 'localhost:3000/x'], '--forward', 'http://localhost:3000/x'],
  [['listen', '--forward', 'http://127.0.0.1:9/', '--url', '127.0.0.1:8080'], '--url', 'http://127.0.0.1:8080'],
  [['trigger', 'shipment.held', '--url', 'http://127.0.0.1:8080/v2'], '--url', 'without /v2'],
])('%j exits with code 2 and a line that says what to pass', async (args, what, remedy) => {
  const { code, stdout, stderr } = await inProcess(args)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(what)
  expect(stderr).toContain(remedy)
})

test('listen explains a problem with the certificate of the receiver and how to trust it', async () => {
  const partner = await service.partner()
  const folder = mkdtempSync(join(tmpdir(), 'backhaul-listen-'))
  const file = join(folder, 'credentials.json')
  const { partnerId: partner_id, credentials } = partner
  writeFileSync(file, JSON.stringify({ base_url: service.url, partner_id, ...credentials }))
  const selfSigned = createTlsServer({ key: TLS_RECEIVER_KEY, cert: TLS_RECEIVER_CA }, (_request, response) =>
    response.writeHead(200).end(),
  )
  servers.push(selfSigned)
  await new Promise<void>((resolve) => selfSigned.listen(0, '127.0.0.1', resolve))
  const url = `https://127.0.0.1:${(selfSigned.address() as AddressInfo).port}/`
  try {
    await partner.post('/v2/shipments', RETURN)
    // Stops the command after the first attempt has failed.
    selfSigned.once('connection', (socket) => socket.once('close', () => setTimeout(() => process.emit('SIGTERM'), 500)))
    const ran = await inProcess([
      'listen',
      '--forward',
      url,
      '--credentials',
      file,
      '--since',
      '2020-01-01T00:00:00Z',
      '--type',
      'shipment.created',
    ])
    expect(ran.stdout).toMatch(/FAIL tls .*\n {5}self.signed certificate(?:; if the root CA .*)?: .*NODE_EXTRA_CA_CERTS/)
    const verified = await inProcess(['verify-receiver', url, '--secret', SECRET])
    expect(verified.stderr).toContain('NODE_EXTRA_CA_CERTS')
    const wrong = await inProcess(['trigger', 'shipment.held', '--credentials', file, '--url', url])
    expect(wrong.stderr).toContain('NODE_EXTRA_CA_CERTS')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a command waits after a 429 as Retry-After says, in seconds or as a date, and never retries immediately', async () => {
  const after = ['1', new Date(Date.now() + 1_500).toUTCString(), '0', 'soon']
  let asked = 0
  const limiting = createServer((_request, response) => {
    const text = after[asked++]
    response.writeHead(text === undefined ? 200 : 429, { 'content-type': 'application/json', 'retry-after': text ?? '' }).end('{}')
  })
  servers.push(limiting)
  await new Promise<void>((resolve) => limiting.listen(0, '127.0.0.1', resolve))
  const waits: number[] = []
  const url = `http://127.0.0.1:${(limiting.address() as AddressInfo).port}`
  const client = new DemoClient(url, { partner_id: 'par_1', api_key: 'k', signing_secret: 's' }, (seconds) => waits.push(seconds))
  expect((await client.send('GET', '/v2/events')).status).toBe(200)
  expect(waits).toEqual([1, 1, 1, 1])
})

test('a command prints the details of a refusal, follows no redirect and rejects HTML answers', async () => {
  const client = (url: string) => new DemoClient(url, { partner_id: 'par_1', api_key: 'k', signing_secret: 's' }, () => {})
  const refusal = { code: 'invalid_signature', message: 'It does not fit.', details: { reason: 'timestamp_skew', errors: [] } }
  expect(reasonOfRefusal({ status: 401, headers: new Headers(), bytes: Buffer.alloc(0), json: { error: refusal } })).toBe(
    'It does not fit. (reason: timestamp_skew)',
  )
  const redirecting = createServer((_request, response) => response.writeHead(302, { location: 'https://other.example/' }).end())
  const portal = createServer((_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'))
  for (const server of [redirecting, portal]) {
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  }
  const at = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await expect(client(at(redirecting)).send('GET', '/v2/events')).rejects.toThrow('a redirect (302) to https://other.example/')
  await expect(client(at(portal)).send('GET', '/v2/events')).rejects.toThrow('200 with HTML')

  const folder = mkdtempSync(join(tmpdir(), 'backhaul-trigger-'))
  const file = join(folder, 'credentials.json')
  const trigger = (url: string) => inProcess(['trigger', 'shipment.held', '--credentials', file, '--url', url])
  const oneLine = (said: string) => expect.stringMatching(new RegExp(`^backhaul: [^\\n]*${said}[^\\n]*\\n$`))
  try {
    const credentials = { base_url: service.url, partner_id: 'par_1', api_key: 'k', signing_secret: 's' }
    writeFileSync(file, JSON.stringify(credentials))
    // The portal also answers /readyz with 200.
    expect(await trigger(at(portal))).toMatchObject({ code: 1, stderr: oneLine('got 200 with HTML') })
    expect(await trigger(at(redirecting))).toMatchObject({ code: 1, stderr: oneLine('redirects to https://other.example/ ') })
    expect(await trigger(service.url)).toMatchObject({ code: 1, stderr: oneLine('was not triggered: ') })
    for (const [content, said] of [
      [`\ufeff${JSON.stringify(credentials)}`, 'byte order mark'],
      ['{', 'reason: '],
      ['null', 'has no base_url'],
    ] as const) {
      writeFileSync(file, content)
      expect(await trigger(service.url)).toMatchObject({ code: 1, stderr: oneLine(said) })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
