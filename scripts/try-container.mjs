// Tests the container of deploy/Containerfile. It is built by buildah, started by podman with a read-only file system and an unprivileged
// user, used, and stopped. `node scripts/try-container.mjs --base FOLDER`; a step of .ci/full. FOLDER is a root file system with Node and
// npm. It replaces the public base image, which is not tested.
import { execFileSync, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bootstrap } from './bootstrap.mjs'
import { buildImage, importBase, missingFor, openStore } from './image.mjs'
import { check, DATABASE_AT, openDatabase, start, until } from './program.mjs'

/** The same limit as in deploy/compose.yaml. */
const STOP_LIMIT_S = 20
const IMAGE = 'localhost/backhaul'
const NAME = `backhaul-${process.pid}`
const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** With runc and cgroupfs, podman also runs inside other containers. */
const ENGINE = ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs']
const LIMITS = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096']
/** The same options as in deploy/compose.yaml. */
const HARDENED = [
  '--read-only',
  '--tmpfs',
  '/tmp',
  '--tmpfs',
  '/var/lib/backhaul',
  '--cap-drop',
  'ALL',
  '--security-opt',
  'no-new-privileges',
]

const tryImage = async (work, store) => {
  const podman = (...args) => spawnSync('podman', [...store.options, ...ENGINE, ...args], { encoding: 'utf8' })
  const inside = (...args) => podman('exec', NAME, ...args)
  const database = await openDatabase(join(work, 'database'))
  let running = null
  try {
    const secrets = join(work, 'secrets')
    fs.mkdirSync(secrets, { mode: 0o755 })
    fs.writeFileSync(join(secrets, 'database-url'), database.url)
    fs.writeFileSync(join(secrets, 'master-key'), execFileSync('openssl', ['rand', '-base64', '32']))
    const mounts = ['--volume', `${secrets}:/run/secrets:ro`, '--volume', `${database.folder}:${DATABASE_AT}`]
    const settings = ['DATABASE_URL_FILE=/run/secrets/database-url', 'BACKHAUL_MASTER_KEY_FILE=/run/secrets/master-key']
    const env = [...settings, 'HOST=127.0.0.1', 'PORT=0', 'BACKHAUL_DRAIN_SECONDS=1'].flatMap((setting) => ['--env', setting])
    const options = ['--name', NAME, '--network', 'host', ...LIMITS, ...HARDENED, ...mounts, ...env]
    running = await start(root, {}, [], ['podman', ...store.options, ...ENGINE, 'run', ...options, IMAGE])
    await until('the container starts and is ready', async () => (await fetch(`${running.url}/readyz`)).status === 200)
    const { version, commit } = await (await fetch(`${running.url}/readyz`)).json()
    check(commit === commitOf(), `the service reports its commit (${version}, ${commit})`)
    check(inside('id', '-u').stdout.trim() === '10001', 'the service does not run as root')
    check(inside('node', '--version').stdout.startsWith('v24.'), 'the container has Node 24')
    check(inside('touch', '/opt/backhaul/file').stderr.includes('Read-only'), 'the file system of the container is read-only')
    check((await fetch(`${running.url}/console`, { headers: { accept: 'text/html' } })).status === 200, 'the console is served')
    const begun = performance.now()
    podman('stop', '--time', String(STOP_LIMIT_S), NAME)
    const seconds = (performance.now() - begun) / 1000
    const code = podman('inspect', '--format', '{{.State.ExitCode}}', NAME).stdout.trim()
    check(
      code === '0' && seconds < STOP_LIMIT_S,
      `SIGTERM ends the container with exit code ${code} in ${seconds.toFixed(1)} s; the limit is ${STOP_LIMIT_S} s`,
    )
  } finally {
    podman('rm', '--force', NAME)
    await database.close()
  }
}

const commitOf = () => execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()

const main = async (work, base) => {
  const store = openStore(work)
  try {
    importBase(store, root, base)
    buildImage(store, { context: root, name: IMAGE, commit: commitOf(), pulls: false })
    check(true, 'buildah builds deploy/Containerfile')
    await tryImage(work, store)
  } finally {
    store.remove()
  }
}

const { values } = parseArgs({ options: { base: { type: 'string' } } })
const isRoot = process.platform === 'linux' && process.getuid() === 0
const missing = [...(isRoot ? [] : ['root on Linux']), ...missingFor('buildah', 'podman', 'runc', 'openssl')]
if (missing.length > 0 || !values.base)
  console.log(`skipped: the container: missing here: ${[...missing, ...(values.base ? [] : ['a base'])].join(', ')}`)
else {
  bootstrap()
  const work = fs.mkdtempSync(join(tmpdir(), 'backhaul-container-'))
  fs.chmodSync(work, 0o711)
  try {
    await main(work, resolve(values.base))
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
  }
}
