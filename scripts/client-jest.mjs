// Checks that the packed client works in Jest, which loads modules in its own way and runs each test in its own realm: in a CommonJS
// project, and in a TypeScript project with ts-jest. `node scripts/client-jest.mjs`; a step of .ci/full, because it installs Jest.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bootstrap } from './bootstrap.mjs'

const PACKAGES = ['jest@30.2.0', 'ts-jest@29.4.6', 'typescript@5.9.3', '@types/jest@30.0.0', '@types/node@20.19.43']
const LIMIT_MS = 600_000
const root = dirname(dirname(fileURLToPath(import.meta.url)))

/**
 * The tests make a signed request, get a refusal and verify a genuine delivery. For this, the client uses `fetch`, bytes and classes, which
 * in Jest may come from another realm.
 */
const TESTS = `
const SECRET = 'secret'
let server, client, asked
beforeAll(async () => {
  server = createServer((request, response) => {
    asked = request
    if (request.url === '/v2/shipments/moved') return response.writeHead(307, { Location: 'http://127.0.0.1:1/' }).end()
    response.writeHead(404, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ error: { code: 'not_found', message: 'No shipment.', details: {}, request_id: 'req_1' } }))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  client = new Backhaul({ base_url: 'http://127.0.0.1:' + server.address().port, api_key: 'key', signing_secret: SECRET })
})
afterAll(() => new Promise((resolve) => server.close(() => resolve(undefined))))

test('a request is signed, and its refusal is an error of the client', async () => {
  await expect(client.readShipment('shp_none')).rejects.toThrow(ApiError)
  await expect(client.readShipment('shp_none')).rejects.toMatchObject({ status: 404, code: 'not_found' })
  expect(asked.headers['x-api-key']).toBe('key')
  expect(asked.headers['x-service-signature-v2']).toMatch(/^[0-9a-f]{64}$/)
})

test('a redirect is not followed', async () => {
  await expect(client.readShipment('moved')).rejects.toThrow(/redirect \\(307\\) to http:\\/\\/127\\.0\\.0\\.1:1/)
})

test.each([(text) => text, (text) => Buffer.from(text), (text) => new TextEncoder().encode(text)])('a delivery is verified', async (form) => {
  const body = JSON.stringify({ type: 'shipment.created' })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', SECRET).update(timestamp + '.' + body).digest('hex')
  const headers = { 'X-Service-Timestamp': timestamp, 'X-Service-Signature': signature }
  expect(await verifyWebhook(form(body), headers, SECRET)).toEqual({ type: 'shipment.created' })
  await expect(verifyWebhook(form(body + ' '), headers, SECRET)).rejects.toThrow(WebhookError)
})
`
const NAMES = 'ApiError, Backhaul, verifyWebhook, WebhookError'

const PROJECTS = {
  CommonJS: {
    'package.json': '{ "private": true }',
    'client.test.js': `const { createHmac } = require('node:crypto')
const { createServer } = require('node:http')
const { ${NAMES} } = require('@backhaul/client')
${TESTS}`,
  },
  TypeScript: {
    'package.json': '{ "private": true, "jest": { "preset": "ts-jest" } }',
    'tsconfig.json': JSON.stringify({
      compilerOptions: { strict: true, esModuleInterop: true, module: 'commonjs', target: 'es2022', types: ['jest', 'node'] },
    }),
    'client.test.ts': `import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ${NAMES} } from '@backhaul/client'
${TESTS.replace('let server, client, asked', 'let server: Server, client: Backhaul, asked: IncomingMessage')
  .replace('server.address().port', '(server.address() as AddressInfo).port')
  .replace(
    '(text) => text, (text) => Buffer.from(text), (text) => new',
    '(text: string) => text, (text: string) => Buffer.from(text), (text: string) => new',
  )}`,
  },
}

const run = (command, args, cwd) => spawnSync(command, args, { cwd, encoding: 'utf8', timeout: LIMIT_MS })

bootstrap()
const directory = mkdtempSync(join(tmpdir(), 'backhaul-jest-'))
try {
  const pack = ['pack', '--json', '--pack-destination', directory]
  const [{ filename }] = JSON.parse(execFileSync('npm', pack, { cwd: join(root, 'packages/client'), encoding: 'utf8' }))
  writeFileSync(join(directory, 'package.json'), '{ "private": true }')
  const options = ['--no-audit', '--no-fund', '--ignore-scripts']
  const client = run('npm', ['install', ...options, '--offline', `./${filename}`], directory)
  if (client.status !== 0) throw new Error(`the client cannot be installed: ${client.stderr}`)
  const { status, stderr } = run('npm', ['install', ...options, ...PACKAGES], directory)
  if (status !== 0) console.log(`skipped: cannot install Jest: ${stderr.trim().split('\n')[0]}`)
  for (const [name, files] of status === 0 ? Object.entries(PROJECTS) : []) {
    const project = join(directory, name)
    mkdirSync(project)
    for (const [file, text] of Object.entries(files)) writeFileSync(join(project, file), text)
    const tested = run(process.execPath, [join(directory, 'node_modules/jest/bin/jest.js'), '--ci', '--rootDir', project], project)
    if (tested.status === 0) console.log(`ok: the client works in Jest, in a ${name} project`)
    else {
      console.error(`the client does not work in Jest, in a ${name} project:\n${tested.stdout}${tested.stderr}`)
      process.exitCode = 1
    }
  }
} finally {
  rmSync(directory, { recursive: true, force: true })
}
