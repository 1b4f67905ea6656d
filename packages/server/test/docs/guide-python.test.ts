// The Python programs of docs/guide, saved under the names in the guide and tested against faults of networks and receivers.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyReceiver } from '../../src/cli/integrate/verify-receiver.ts'
import { freePort } from '../support/free-port.ts'
import { ROOT } from '../support/texts.ts'

const hasPython = spawnSync('python3', ['--version']).status === 0
const SECRET = 'the-receivers-secret'

let directory: string
const servers: Server[] = []
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'backhaul-python-'))
  for (const name of ['requests', 'webhooks']) {
    const text = readFileSync(join(ROOT, `docs/guide/${name}.md`), 'utf8')
    for (const [, file, code] of text.matchAll(/Save this as `(\w+\.py)`[^\n]*\n\n```python\n([\s\S]*?)^```$/gm))
      writeFileSync(join(directory, file as string), code as string)
  }
})
afterAll(() => {
  for (const server of servers) server.close()
  rmSync(directory, { recursive: true, force: true })
})

const serving = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener)
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const python = (code: string, env: Record<string, string>): Promise<{ stdout: string; stderr: string }> =>
  new Promise((resolve) => {
    const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('BACKHAUL_')))
    execFile('python3', ['-c', code], { cwd: directory, env: { ...clean, ...env } }, (_error, stdout, stderr) =>
      resolve({ stdout, stderr }),
    )
  })

const credentials = (url: string) => ({ BACKHAUL_URL: url, BACKHAUL_API_KEY: 'key', BACKHAUL_SIGNING_SECRET: 'secret' })
const READ = 'import backhaul; print(backhaul.call("GET", "/v2/shipments"))'
const POST = 'import backhaul; print(backhaul.call("POST", "/v2/shipments", {}))'

describe.skipIf(!hasPython)('backhaul.py', () => {
  test('follows no redirect, and its error names status and target', async () => {
    const seen: string[] = []
    const other = await serving((incoming, response) => {
      seen.push(String(incoming.headers['x-api-key']))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
    for (const status of [301, 302, 303, 307, 308]) {
      const url = await serving((_request, response) => response.writeHead(status, { location: `${other}/v2/x` }).end())
      for (const program of [READ, POST])
        expect((await python(program, credentials(url))).stderr).toContain(`a redirect (${status}) to ${other}/v2/x, which is not followed`)
    }
    expect(seen).toEqual([])
  })

  test.each([
    ['text/html', '<html>Maintenance</html>'],
    ['application/json', '<html>'],
    ['text/plain', 'ok'],
    ['application/json', ''],
  ])('does not accept %s with %j as an answer', async (type, body) => {
    const url = await serving((_request, response) => response.writeHead(200, { 'content-type': type }).end(body))
    const { stderr } = await python(READ, credentials(url))
    expect(stderr).toMatch(/^ConnectionError: .* answered 200 with /m)
  })

  test('reads the credentials of a sandbox, and says what is wrong with an address', async () => {
    const url = await serving((incoming, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ key: incoming.headers['x-api-key'] })),
    )
    const data = join(directory, 'elsewhere')
    for (const folder of [data, join(directory, '.data')]) {
      mkdirSync(folder)
      const found = { base_url: `${url}/`, partner_id: 'par_1', api_key: `in ${folder}`, signing_secret: 'secret' }
      writeFileSync(join(folder, 'sandbox-credentials.json'), JSON.stringify(found))
    }
    expect((await python(READ, { BACKHAUL_DATA_DIR: data })).stdout).toContain(`in ${data}`)
    expect((await python(READ, {})).stdout).toContain('.data')
    for (const wrong of ['127.0.0.1:8080', 'http://127.0.0.1:8080/v2'])
      expect((await python(READ, credentials(wrong))).stderr).toContain('with http:// or https://, and without /v2')
  })
})

test.skipIf(!hasPython)('catch_up.py waits after a 429, and starts with the oldest event if its position has expired', async () => {
  const asked: string[] = []
  const url = await serving((incoming, response) => {
    asked.push(incoming.url as string)
    const [status, body] =
      asked.length === 1
        ? [429, { error: { code: 'rate_limited', message: 'Wait.', details: {} } }]
        : incoming.url?.includes('after=')
          ? [400, { error: { code: 'invalid_cursor', message: 'Unknown.', details: {} } }]
          : [200, { data: [{ eventID: 'evt_9', type: 't', identifiers: {} }], has_more: false }]
    response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' }).end(JSON.stringify(body))
  })
  writeFileSync(join(directory, 'position.txt'), 'evt 1')
  const { stderr } = await python('import catch_up', credentials(url))
  expect(stderr).toBe('')
  const first = '/v2/events?limit=500&after=evt%201'
  expect(asked).toEqual([first, first, '/v2/events?limit=500'])
  expect(readFileSync(join(directory, 'position.txt'), 'utf8')).toBe('evt_9')
})

test.skipIf(!hasPython)('receiver.py passes every check, reads chunks, and answers 400 to invalid requests', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const child = spawn('python3', ['receiver.py', String(port)], {
    cwd: directory,
    env: { ...process.env, WEBHOOK_SECRET: SECRET },
    stdio: 'ignore',
  })
  try {
    for (let isUp = false; !isUp; ) isUp = await reaches(port)
    const results = await verifyReceiver(url, SECRET, () => {})
    expect(results.filter(({ passed }) => !passed)).toEqual([])
    const body = JSON.stringify({ eventID: 'evt_1', type: 't', identifiers: {}, text: 'ä'.repeat(5_000) })
    expect(await post(url, body, 'chunked')).toBe(200)
    expect(await post(url, body, undefined)).toBe(200)
    for (const head of [
      'Content-Length: many',
      'Content-Length: -1',
      'Content-Length: 99999999',
      'Transfer-Encoding: chunked\r\n\r\nzz',
      'X: y',
    ])
      expect([head, await raw(port, `POST / HTTP/1.1\r\n${head}\r\n\r\n`)]).toEqual([head, '400'])
  } finally {
    child.kill()
  }
})

const reaches = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(!!socket.destroy()))
    socket.on('error', () => setTimeout(resolve, 50, false))
  })

/** Sends the body in two parts, either as chunks or with a length. */
const post = (url: string, body: string, encoding: 'chunked' | undefined): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', SECRET).update(`${timestamp}.${body}`).digest('hex')
    const length = encoding ? { 'transfer-encoding': encoding } : { 'content-length': Buffer.byteLength(body) }
    const headers = { 'x-service-timestamp': timestamp, 'x-service-signature': signature, ...length }
    const sent = request(url, { method: 'POST', headers, agent: false }, (response) => resolve(response.resume().statusCode))
    sent.on('error', reject)
    sent.write(body.slice(0, 100))
    setTimeout(() => sent.end(body.slice(100)), 20)
  })

const raw = async (port: number, text: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  let answer = ''
  for await (const bytes of socket) answer += bytes
  return answer.slice(9, 12)
}
