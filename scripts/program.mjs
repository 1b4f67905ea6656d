// Shared parts of scripts that test a whole program: start it, call it, and wait for results.
import { spawn } from 'node:child_process'
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Time limit after which a program counts as hanging. The limit for a start is longer, because the first start of a program may have to
 * install and build it.
 */
const LIMIT_MS = 300_000
const START_LIMIT_MS = 20 * 60_000

export const check = (holds, what) => {
  if (!holds) throw new Error(`check failed: ${what}`)
  console.log(`ok: ${what}`)
}

export const until = async (what, condition) => {
  for (const end = Date.now() + LIMIT_MS; ; await sleep(100)) {
    if (await condition()) return check(true, what)
    if (Date.now() > end) check(false, what)
  }
}

/**
 * Starts `backhaul serve` of the program in `directory`. Resolves when it listens. `said()` returns its output so far. `serve` replaces the
 * command that starts the program. `inside` is a command with arguments that is put in front of it.
 */
export const start = async (directory, env, inside = [], serve = [process.execPath, 'packages/server/bin/backhaul.js', 'serve']) => {
  const [command, ...args] = [...inside, ...serve]
  const child = spawn(command, args, { cwd: directory, env: { ...process.env, ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  for (const end = Date.now() + START_LIMIT_MS; Date.now() < end && child.exitCode === null; await sleep(100)) {
    const url = /listening on (http:\S+)\n/.exec(said)?.[1]
    if (url) return { url, stop, child, said: () => said }
  }
  child.kill('SIGKILL')
  throw new Error(`the program in ${directory} did not start: ${said}`)
}

/** The place where a program with its own file system finds the socket of `openDatabase`, if `folder` is mounted there. */
export const DATABASE_AT = '/run/database'

/** Opens a database that any user can reach through the socket in `folder`. */
export const openDatabase = async (dataDir) => {
  const { openEmbedded } = await import('../packages/server/dist/database/embedded.js')
  const settings = { fsync: 'off', unix_socket_permissions: '0777' }
  const embedded = await openEmbedded({ dataDir, role: 'server', log: () => {}, settings })
  const { host, port, user, password, database } = embedded.config
  fs.chmodSync(host, 0o755)
  const close = async () => {
    await embedded.release()
    fs.rmSync(embedded.home, { recursive: true, force: true })
  }
  return { folder: host, url: `postgres://${user}:${password}@localhost:${port}/${database}?host=${DATABASE_AT}`, close }
}

/** Sends a signed request and returns the answer. Throws unless the status is 2xx. */
export const send = async (url, credentials, method, path, body) => {
  const text = body === undefined ? '' : JSON.stringify(body)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const response = await fetch(url + path, {
    method,
    headers: {
      'X-Api-Key': credentials.api_key,
      'X-Service-Timestamp': timestamp,
      'X-Service-Signature': createHmac('sha256', credentials.signing_secret).update(`${timestamp}.${text}`).digest('hex'),
      ...(method === 'POST' && { 'Idempotency-Key': randomUUID() }),
      ...(text && { 'Content-Type': 'application/json' }),
    },
    ...(text && { body: text }),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  return response
}

/** Like `send`, but returns the JSON. */
export const call = async (...request) => (await send(...request)).json()

/** Waits until a sandbox is ready, creates a shipment and draws its label. Returns the shipment's id. */
export const trySandbox = async (url, credentials) => {
  await until('the service is ready', async () => (await fetch(`${url}/readyz`)).status === 200)
  const { id } = await call(url, credentials, 'POST', '/v2/shipments', { direction: 'return', fulfillment: 'print_label' })
  check(/^shp_/.test(id), 'the service creates a shipment')
  const label = Buffer.from(await (await send(url, credentials, 'GET', `/v2/shipments/${id}/label?format=pdf`)).arrayBuffer())
  check(label.subarray(0, 5).toString() === '%PDF-', 'the service draws the label')
  return id
}

/** Checks that the documentation and the web pages are served. */
export const tryPages = async (url) => {
  for (const path of ['/docs', '/v2/openapi.json', '/console', '/counter', '/sign-in'])
    check((await fetch(url + path, { headers: { accept: 'text/html' } })).status === 200, `${path} is served`)
}
