// The sandbox that is photographed: in a directory of its own, with a small network that the command line simulated.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RequestSigner } from '../../packages/client/dist/index.js'

const BINARY = join(import.meta.dirname, '../../packages/server/bin/backhaul.js')
const START_LIMIT_MS = 120_000
const NETWORK = ['--days', '9', '--parcels-per-day', '50', '--stores', '3', '--seed', '7']

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/** Sends one signed request, with JSON or, as text, with CSV. Resolves with the JSON of the answer or, if it is an image, with its bytes. Throws what a refusal says. */
export const caller = (url, { api_key, signing_secret }) => {
  const signer = new RequestSigner(signing_secret)
  return async (method, path, fields) => {
    const isCsv = typeof fields === 'string'
    const body = fields === undefined ? '' : isCsv ? fields : JSON.stringify(fields)
    const headers = { 'X-Api-Key': api_key, ...(await signer.headersV2({ method, url: url + path, body })) }
    const json = body === '' ? {} : { 'Content-Type': isCsv ? 'text/csv' : 'application/json' }
    const response = await fetch(url + path, { method, headers: { ...headers, ...json }, ...(body !== '' && { body }) })
    if (response.headers.get('content-type')?.startsWith('image/')) return Buffer.from(await response.arrayBuffer())
    const answer = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${answer.error?.message ?? response.status}`)
    return answer
  }
}

/** Starts the sandbox and fills it. `close` stops it and removes everything. */
export const startService = async () => {
  const directory = mkdtempSync(join(tmpdir(), 'backhaul-screenshots-'))
  chmodSync(directory, 0o711)
  const port = await freePort()
  const data = join(directory, 'data')
  const env = { ...process.env, BACKHAUL_DATA_DIR: data, PORT: String(port), DATABASE_URL: undefined, BACKHAUL_LOG_LEVEL: 'error' }
  const server = spawn(process.execPath, [BINARY, 'serve'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const close = async () => {
    server.kill('SIGTERM')
    await ended
    rmSync(directory, { recursive: true, force: true })
  }
  const url = `http://127.0.0.1:${port}`
  try {
    const isUp = async () => (await fetch(`${url}/readyz`)).ok && existsSync(join(data, 'sandbox-credentials.json'))
    for (const end = Date.now() + START_LIMIT_MS; !(await isUp().catch(() => false)); await pause(200)) {
      if (Date.now() > end || server.exitCode !== null) throw new Error('the sandbox did not start')
    }
    const { status } = spawnSync(process.execPath, [BINARY, 'simulate', ...NETWORK], { env, stdio: 'inherit' })
    if (status !== 0) throw new Error('the simulation failed')
    const read = (name) => JSON.parse(readFileSync(join(data, name), 'utf8'))
    const { merchants, store_ids } = read('simulation.json')
    const { operator } = read('sandbox-credentials.json')
    return { url, operator: caller(url, operator), merchants: merchants.map((keys) => caller(url, keys)), store_ids, close }
  } catch (error) {
    await close()
    throw error
  }
}
