// What an upgrade and the way back rest on, tried with the real thing: the previous release, built from its tag, runs while this version
// migrates its database, and starts on it afterward. `node scripts/previous-release.mjs`; a step of .ci/run, as it installs and builds.
// Plain JavaScript over what `npm run build` made.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bootstrap } from './bootstrap.mjs'
import { call, check, start, until } from './program.mjs'

const MIGRATIONS = 'packages/server/migrations'
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

/** The newest release before this commit; null: there is none, or its history is not here. */
const previousRelease = () => {
  try {
    const here = git('tag', '--points-at', 'HEAD').split('\n')
    const tags = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split('\n')
    return tags.find((tag) => tag !== '' && !here.includes(tag)) ?? null
  } catch {
    return null
  }
}

/** Released migrations are as they were, and listed. */
const checkMigrations = (tag) => {
  const released = git('ls-tree', '--name-only', tag, `${MIGRATIONS}/`)
    .split('\n')
    .filter((path) => path.endsWith('.sql'))
  const changed = git('diff', '--name-only', '--diff-filter=a', tag, '--', ...released)
  check(changed === '', `the migrations of ${tag} are unchanged ${changed}`)
  const listed = readFileSync(join(root, MIGRATIONS, 'released.sha256'), 'utf8')
  const missing = released.filter((path) => !listed.includes(`  ${path.slice(MIGRATIONS.length + 1)}\n`))
  check(missing.length === 0, `${MIGRATIONS}/released.sha256 lists the migrations of ${tag} ${missing}`)
}

/** Everything that a program must do on this database. */
const checkServes = async (who, url, credentials, known, received) => {
  await until(`${who} is ready`, async () => (await fetch(`${url}/readyz`)).status === 200)
  const created = await call(url, credentials, 'POST', '/v2/shipments', { direction: 'return', fulfillment: 'print_label' })
  for (const { id } of [known, created]) {
    const read = await call(url, credentials, 'GET', `/v2/shipments/${id}`)
    check(read.id === id && read.tracking.length > 0, `${who} reads ${id}`)
  }
  for (const command of ['hold', 'release']) await call(url, credentials, 'POST', `/v2/shipments/${known.id}/${command}`)
  await until(`${who} sends the webhook of ${created.id}`, () => received.some((body) => body.includes(created.id)))
}

const run = async (tag, work) => {
  const { openEmbedded } = await import('../packages/server/dist/platform/embedded.js')
  const { migrate } = await import('../packages/server/dist/platform/migrate.js')
  const earlier = join(work, 'earlier')
  execFileSync('git', ['clone', '--quiet', '--no-checkout', root, earlier])
  execFileSync('git', ['-c', 'advice.detachedHead=false', 'checkout', '--quiet', tag], { cwd: earlier })
  const log = (line) => console.log(line)
  const embedded = await openEmbedded({ dataDir: join(work, 'database'), role: 'server', log, settings: { fsync: 'off' } })
  const { host, port, user, password, database } = embedded.config
  const received = []
  const receiver = createServer(async (request, response) => {
    received.push(Buffer.concat(await request.toArray()).toString())
    response.end()
  }).listen(0, '127.0.0.1')
  const running = []
  try {
    await once(receiver, 'listening')
    const env = {
      DATABASE_URL: `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
      ...{ BACKHAUL_DATA_DIR: join(work, 'data'), BACKHAUL_ENV: 'sandbox', BACKHAUL_LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: '0' },
    }
    running.push(await start(earlier, env))
    const credentials = JSON.parse(readFileSync(join(work, 'data', 'sandbox-credentials.json'), 'utf8'))
    const target = { url: `http://127.0.0.1:${receiver.address().port}/`, enabled_events: ['*'] }
    await call(running[0].url, credentials, 'POST', '/v2/webhooks', target)
    const known = await call(running[0].url, credentials, 'POST', '/v2/shipments', { direction: 'return', fulfillment: 'print_label' })
    console.log(`migrated below it: ${(await migrate(embedded.config, { log })).join(', ') || 'nothing'}`)
    // /readyz may still answer what it knew a second ago.
    await sleep(1500)
    await checkServes(`${tag}, running`, running[0].url, credentials, known, received)
    await running.pop().stop()
    for (const [who, directory] of [
      [`${tag}, freshly started`, earlier],
      ['this version', root],
    ]) {
      running.push(await start(directory, env))
      await checkServes(who, running[0].url, credentials, known, received)
      await running.pop().stop()
    }
  } finally {
    for (const { stop } of running) await stop()
    receiver.close()
    await embedded.release()
    rmSync(embedded.home, { recursive: true, force: true })
  }
}

const tag = previousRelease()
if (tag === null) {
  console.log('skipped: no earlier release in this history')
} else {
  bootstrap()
  const work = mkdtempSync(join(tmpdir(), 'backhaul-previous-'))
  // As root the database runs under another account, which must be able to pass through.
  chmodSync(work, 0o711)
  try {
    checkMigrations(tag)
    await run(tag, work)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
