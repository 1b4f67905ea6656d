// Tests upgrade and rollback with the newest release, which is built from its commit. While the release runs, this version starts on its
// database and migrates it. Both serve the database under traffic, and nothing may be lost. Then the release starts on the database again.
// `node scripts/previous-release.mjs`; a step of .ci/run, because it installs and builds. Plain JavaScript that uses the output of `npm run
// build`.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bootstrap } from './bootstrap.mjs'
import { call, check, start, until } from './program.mjs'
import { ROOT, readReleases, schemaChecksums } from './releases.mjs'

const SHIPMENT = { direction: 'return', fulfillment: 'print_label' }
const BOTH_MS = 15_000
const CLIENTS = 3

/** Checks out the release from the history. Throws if it differs from its line in RELEASES. */
export const checkOut = ({ version, commit, schema }, directory, root = ROOT) => {
  const git = (cwd, ...args) => execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  git(root, 'clone', '--quiet', '--no-checkout', root, directory)
  try {
    git(directory, '-c', 'advice.detachedHead=false', 'checkout', '--quiet', commit)
  } catch {
    throw new Error(`the commit ${commit} of ${version} in RELEASES is not in the history of this clone; fetch the whole history`)
  }
  const has = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')).version
  if (has !== version) throw new Error(`the commit ${commit} has version ${has}, but RELEASES lists it as ${version}`)
  if (schemaChecksums(directory).at(-1) !== schema) throw new Error(`the migrations of ${version} have another checksum than in RELEASES`)
  if (!schemaChecksums(root).includes(schema))
    throw new Error(`the migrations of ${version} have changed since, or later migrations do not follow them`)
}

/** Checks everything that a program must do on this database. */
const checkServes = async (who, url, credentials, known, received) => {
  await until(`${who} is ready`, async () => (await fetch(`${url}/readyz`)).status === 200)
  const created = await call(url, credentials, 'POST', '/v2/shipments', SHIPMENT)
  for (const { id } of [known, created]) {
    const read = await call(url, credentials, 'GET', `/v2/shipments/${id}`)
    check(read.id === id && read.tracking.length > 0, `${who} reads ${id}`)
  }
  for (const command of ['hold', 'release']) await call(url, credentials, 'POST', `/v2/shipments/${known.id}/${command}`)
  await until(`${who} sends the webhook of ${created.id}`, () => received.some((body) => body.includes(created.id)))
}

/** Creates shipments and puts them on hold until `stop`, which returns all ids. Throws if a request is refused. */
const traffic = (url, credentials) => {
  const ids = []
  let isOver = false
  const client = async () => {
    while (!isOver) {
      const { id } = await call(url, credentials, 'POST', '/v2/shipments', SHIPMENT)
      ids.push(id)
      await call(url, credentials, 'POST', `/v2/shipments/${id}/hold`)
    }
  }
  const clients = Promise.all(Array.from({ length: CLIENTS }, client))
  clients.catch(() => {})
  const stop = async () => {
    isOver = true
    await clients
    return ids
  }
  return { stop }
}

const feedOf = async (url, credentials) => {
  const events = []
  for (let cursor = ''; cursor !== null; ) {
    const page = await call(url, credentials, 'GET', `/v2/events?limit=500${cursor && `&cursor=${cursor}`}`)
    events.push(...page.data)
    cursor = page.next_cursor
  }
  return events
}

/** Checks that each shipment exists and is on hold, that each of its events is in the feed once, and that each event was sent. */
const checkNothingLost = async (url, credentials, ids, received) => {
  for (const id of ids) {
    const { held } = await call(url, credentials, 'GET', `/v2/shipments/${id}`)
    if (!held) check(false, `${id} is held`)
  }
  const events = await feedOf(url, credentials)
  const typesOf = new Map(ids.map((id) => [id, []]))
  for (const { event, identifiers } of events) typesOf.get(identifiers.shipment)?.push(event)
  const wanted = ['shipment.created', 'shipment.held', 'shipment.label_ready']
  const wrong = ids.filter((id) => String(typesOf.get(id).sort()) !== String(wanted))
  check(wrong.length === 0, `the feed has each of the ${wanted.length} events of ${ids.length} shipments exactly once ${wrong.slice(0, 3)}`)
  await until(`${events.length} events were sent to the webhook`, () => {
    const sent = new Set(received.map((body) => JSON.parse(body).eventID))
    return events.every(({ eventID }) => sent.has(eventID))
  })
}

const tryOn = async (release, work, afterBoth) => {
  const { openEmbedded } = await import('../packages/server/dist/database/embedded.js')
  const earlier = join(work, 'earlier')
  const log = (line) => console.log(line)
  const embedded = await openEmbedded({ dataDir: join(work, 'database'), role: 'server', log, settings: { fsync: 'off' } })
  const { host, port, user, password, database } = embedded.config
  const received = []
  const receiver = createServer(async (request, response) => {
    received.push(Buffer.concat(await request.toArray()).toString())
    response.end()
  }).listen(0, '127.0.0.1')
  const running = []
  const begin = async (directory, env) => {
    running.push(await start(directory, env))
    return running.at(-1).url
  }
  try {
    await once(receiver, 'listening')
    const env = {
      DATABASE_URL: `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
      ...{ BACKHAUL_DATA_DIR: join(work, 'data'), BACKHAUL_ENV: 'sandbox', BACKHAUL_LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: '0' },
    }
    const [before, now] = [release.version, 'this version']
    const first = await begin(earlier, env)
    const { operator } = JSON.parse(readFileSync(join(work, 'data', 'sandbox-credentials.json'), 'utf8'))
    const credentials = await call(first, operator, 'POST', '/v2/ops/partners', { name: 'Busy', role: 'all', rate_limit: 1_000_000 })
    const target = { url: `http://127.0.0.1:${receiver.address().port}/`, enabled_events: ['*'] }
    await call(first, credentials, 'POST', '/v2/webhooks', target)
    const known = await call(first, credentials, 'POST', '/v2/shipments', SHIPMENT)

    const ofFirst = traffic(first, credentials)
    const second = await begin(ROOT, env)
    const ofSecond = traffic(second, credentials)
    await sleep(BOTH_MS)
    const [made, madeNow] = [await ofFirst.stop(), await ofSecond.stop()]
    check(
      made.length > 0 && madeNow.length > 0,
      `${before} created ${made.length} shipments at the same time as ${now} created ${madeNow.length}`,
    )
    for (const url of [first, second]) await checkNothingLost(url, credentials, [...made, ...madeNow], received)
    await checkServes(`${before}, running`, first, credentials, known, received)
    await checkServes(now, second, credentials, known, received)
    await afterBoth(env, embedded.config)
    while (running.length > 0) await running.pop().stop()

    await checkServes(`${before}, restarted`, await begin(earlier, env), credentials, known, received)
  } finally {
    for (const { stop } of running) await stop()
    receiver.close()
    await embedded.release()
    rmSync(embedded.home, { recursive: true, force: true })
  }
}

/** Tests the newest release with this version. `afterBoth` is called with the environment and the database while both versions run. */
export const tryNewestRelease = async (afterBoth = async () => {}) => {
  const release = readReleases().at(-1)
  if (!release) return console.log('skipped: no release exists')
  const work = mkdtempSync(join(tmpdir(), 'backhaul-previous-'))
  // If this process is root, the database runs under another account, which must be able to enter the directory.
  chmodSync(work, 0o711)
  try {
    checkOut(release, join(work, 'earlier'))
    bootstrap()
    await tryOn(release, work, afterBoth)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

if (process.argv[1] === import.meta.filename)
  await tryNewestRelease().catch((error) => {
    console.error(`previous-release: ${error.message}`)
    process.exitCode = 1
  })
