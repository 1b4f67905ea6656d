// Checks that a data directory from before the baseline is refused and left unchanged. A commit from that time makes a data directory with
// a shipment, and each way to start this version is tried on a copy of it. `node scripts/old-history.mjs`; a step of .ci/full.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { bootstrap } from './bootstrap.mjs'
import { call, check, start } from './program.mjs'
import { ROOT } from './releases.mjs'

const OLD = '2d6bfb8a'
const LINE =
  /^backhaul: the database was made before Backhaul 1\.0 \(its first migration is 0001_initial\); nothing was changed\. The last commit that runs on this database is [0-9a-f]{12}\. To start fresh, set BACKHAUL_DATA_DIR to another directory, or DATABASE_URL to an empty database\n$/
const WAYS = [
  ['npm', 'start'],
  ...[['serve'], ['serve', '--only', 'worker'], ['serve', '--only', 'api'], ['migrate']].map((args) => [
    process.execPath,
    'packages/server/bin/backhaul.js',
    ...args,
  ]),
]

const hasCommit = () => spawnSync('git', ['cat-file', '-e', `${OLD}^{commit}`], { cwd: ROOT }).status === 0

const makeOld = async (work, dataDir) => {
  const directory = join(work, 'old')
  execFileSync('git', ['clone', '--quiet', '--no-checkout', ROOT, directory])
  execFileSync('git', ['-c', 'advice.detachedHead=false', 'checkout', '--quiet', OLD], { cwd: directory })
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: directory, stdio: 'inherit' })
  const env = { DATABASE_URL: '', BACKHAUL_DATA_DIR: dataDir, BACKHAUL_LOG_LEVEL: 'error', HOST: '127.0.0.1', PORT: '0' }
  const { url, stop } = await start(directory, env)
  try {
    const credentials = JSON.parse(readFileSync(join(dataDir, 'sandbox-credentials.json'), 'utf8'))
    const { id } = await call(url, credentials, 'POST', '/v2/shipments', { direction: 'return', fulfillment: 'print_label' })
    check(id.startsWith('shp_'), `${OLD} created ${id}`)
  } finally {
    await stop()
  }
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

/** Returns checksums of the rows of all tables and of all files, except PostgreSQL's own files, which change at each start. */
const contentOf = async (dataDir) => {
  const { openEmbedded } = await import('../packages/server/dist/database/embedded.js')
  const content = {}
  for (const entry of readdirSync(dataDir, { withFileTypes: true }))
    if (entry.isFile() && entry.name !== 'postgres.log') content[entry.name] = sha256(readFileSync(join(dataDir, entry.name)))
  const embedded = await openEmbedded({ dataDir, role: 'tool', log: () => {} })
  const client = new pg.Client(embedded.config)
  try {
    await client.connect()
    const { rows } = await client.query(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
    )
    for (const { name } of rows) {
      const { rows: found } = await client.query(`select coalesce(string_agg(t::text, E'\\n' order by t::text), '') as text from ${name} t`)
      content[`table ${name}`] = sha256(found[0].text)
    }
  } finally {
    await client.end()
    await embedded.release()
  }
  return content
}

const main = async () => {
  if (!hasCommit()) return console.log(`skipped: ${OLD} is not in the history of this clone`)
  bootstrap()
  const work = mkdtempSync(join(tmpdir(), 'backhaul-old-'))
  // If this process is root, the database runs under another account, which must be able to enter the directory.
  chmodSync(work, 0o711)
  try {
    const made = join(work, 'made')
    await makeOld(work, made)
    const copy = join(work, 'copy')
    // Keeps owners, because under root the database files belong to another account.
    execFileSync('cp', ['-a', made, copy])
    const before = await contentOf(copy)
    check(Object.keys(before).length > 50, `${Object.keys(before).length} files and tables are compared`)
    for (const [command, ...args] of WAYS) {
      const env = { ...process.env, DATABASE_URL: '', BACKHAUL_DATA_DIR: copy, HOST: '127.0.0.1', PORT: '0' }
      const { status, stdout, stderr } = spawnSync(command, args, { cwd: ROOT, env, encoding: 'utf8' })
      const said = `${[command, ...args].join(' ')} ends with ${status} and prints ${stderr.trim()}`
      check(status === 1 && LINE.test(stderr) && (command === 'npm' || stdout === ''), said)
    }
    const after = await contentOf(copy)
    check(JSON.stringify(after) === JSON.stringify(before), 'no file and no row has changed')
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

await main().catch((error) => {
  console.error(`old-history: ${error.message}`)
  process.exitCode = 1
})
