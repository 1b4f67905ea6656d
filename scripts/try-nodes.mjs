// Checks that a clone starts and works on other versions of Node: `node scripts/try-nodes.mjs [--tests] [VERSION…]`; two steps of .ci/full.
// Each version comes from npm. The clone is of the last commit, and belongs to the user who runs it: an ordinary user, and root as well if
// this process is root. `npm start` installs, builds and starts it. The test creates a shipment and its label, accepts the parcel at a
// counter, receives webhooks, and stops npm. With --tests, the ordinary user runs `npm test` instead.
import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { call, check, start, trySandbox, until } from './program.mjs'

const VERSIONS = ['20.19', '22', '24']
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const isRoot = process.getuid() === 0

const { values, positionals } = parseArgs({ options: { tests: { type: 'boolean' } }, allowPositionals: true })

/** Returns the folder of a version's `node`, or null if this version cannot be installed here. */
const installNode = (work, version) => {
  const folder = join(work, `node-${version}`)
  fs.mkdirSync(folder)
  const name = `node-${process.platform}-${process.arch}`
  const args = ['install', '--no-audit', '--no-fund', '--no-save', '--prefix', folder, `${name}@${version}`]
  const { status, stderr } = spawnSync('npm', args, { encoding: 'utf8' })
  if (status === 0) return join(folder, 'node_modules', name, 'bin')
  console.log(`skipped: cannot install Node ${version}: ${stderr.trim().split('\n')[0]}`)
  return null
}

/** The users that run the clone. `uid` is null for the current user. */
const users = () => {
  if (!isRoot) return [{ name: 'this user', uid: null }]
  const ordinary = { name: 'an ordinary user', uid: Number(execFileSync('id', ['-u', 'nobody'], { encoding: 'utf8' })) }
  return values.tests ? [ordinary] : [{ name: 'root', uid: null }, ordinary]
}

/** Makes a folder with a clone and a home directory, owned by the user. */
const cloneFor = (work, uid) => {
  const folder = fs.mkdtempSync(join(work, 'clone-'))
  const clone = join(folder, 'backhaul')
  execFileSync('git', ['clone', '--quiet', root, clone])
  for (const name of ['home', 'temporary']) fs.mkdirSync(join(folder, name))
  // If the user is root, PostgreSQL runs under another account, which must be able to enter the folder.
  fs.chmodSync(folder, 0o711)
  if (uid !== null) execFileSync('chown', ['-R', `${uid}:${uid}`, folder])
  return { folder, clone }
}

/** Starts a webhook receiver. `types` collects the types of the received events. */
const receive = async () => {
  const types = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    types.push(JSON.parse(body).type)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { types, server, url: `http://127.0.0.1:${server.address().port}/` }
}

const use = async (url, credentials, receiver) => {
  await until('it answers', async () => (await fetch(`${url}/readyz`)).status === 200)
  await call(url, credentials, 'POST', '/v2/webhooks', { url: receiver.url, enabled_events: ['*'] })
  const id = await trySandbox(url, credentials)
  const [{ store_id }] = (await call(url, credentials, 'GET', '/v2/drop-off-locations?postal_code=11215&country=US')).data
  const { applied } = await call(url, credentials, 'POST', '/v2/scan-events/accept', { shipment_id: id, store_id })
  check(applied, 'a counter accepts the parcel')
  for (const type of ['shipment.created', 'shipment.ready_for_pickup'])
    await until(`the webhook of ${type} is delivered`, () => receiver.types.includes(type))
}

const isGone = (url) =>
  fetch(`${url}/healthz`).then(
    () => false,
    () => true,
  )

const smoke = async (clone, env, inside) => {
  const data = join(dirname(clone), 'home', 'data')
  const settings = { ...env, BACKHAUL_DATA_DIR: data, BACKHAUL_LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: '0' }
  const receiver = await receive()
  const running = await start(clone, settings, inside, ['npm', 'start'])
  try {
    await use(running.url, JSON.parse(fs.readFileSync(join(data, 'sandbox-credentials.json'), 'utf8')), receiver)
    await running.stop()
    await until('the service ends when npm is stopped', () => isGone(running.url))
  } finally {
    running.child.kill('SIGTERM')
    receiver.server.close()
    receiver.server.closeAllConnections()
  }
}

const tryWith = async (work, bin, uid) => {
  const { folder, clone } = cloneFor(work, uid)
  const inside = uid === null ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups']
  const paths = { PATH: `${bin}:${process.env.PATH}`, HOME: join(folder, 'home'), TMPDIR: join(folder, 'temporary') }
  const env = { ...paths, DATABASE_URL: '', npm_config_cache: join(folder, 'home', 'npm') }
  if (!values.tests) return smoke(clone, env, inside)
  const [command, ...args] = [...inside, 'npm', 'test']
  const { status } = spawnSync(command, args, { cwd: clone, env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] })
  check(status === 0, 'the tests pass')
}

const work = fs.mkdtempSync(join(tmpdir(), 'backhaul-nodes-'))
fs.chmodSync(work, 0o711)
try {
  for (const version of positionals.length > 0 ? positionals : VERSIONS) {
    const bin = installNode(work, version)
    for (const { name, uid } of bin ? users() : []) {
      console.log(`Node ${execFileSync(join(bin, 'node'), ['--version'], { encoding: 'utf8' }).trim()}, ${name}:`)
      await tryWith(work, bin, uid)
    }
  }
} finally {
  fs.rmSync(work, { recursive: true, force: true })
}
