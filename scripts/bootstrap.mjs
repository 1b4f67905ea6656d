// Brings a clone into a state that can run: dependencies as the lock file says, `dist` as the sources say. Costs a few milliseconds when there
// is nothing to do. Plain JavaScript over Node's own modules, since it runs before anything is installed. Everything it prints goes to stderr:
// stdout belongs to the command that follows.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The packages that are built and published, each after those that it needs. The pages of packages/console are in the server's. */
export const PACKAGES = ['client', 'embedded-postgres', 'server']
/** Builds the documentation that a clone serves; published nowhere. */
const DOCS_SITE = 'docs-site'
/** Built for those who work on it, and published nowhere. */
const OWN = ['trials']
const NODE_MIN = [20, 19]
const LOCK_POLL_MS = 100
/** Ten seconds. */
const TOLD_AFTER = 100

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const cache = join(root, '.cache')
/** A file in what was built, with the hash of its sources. */
export const stampName = '.built-from'
const server = join(root, 'packages', 'server')
/** What scripts/pages.mjs builds. The documentation is in the folder of the service's program, and goes with it. */
export const reference = join(server, 'dist', 'reference')
export const pages = join(server, 'pages')
/** Packages that are bundled, with those that their bundles contain. The others are built module by module. */
const BUNDLED = { server: ['core', 'simulator'], [DOCS_SITE]: ['core'] }
/** A package with this file gets a copy for CommonJS in dist/cjs. */
const forCommonJs = (directory) => join(directory, 'tsconfig.cjs.json')
const bundler = join(root, 'scripts', 'bundle.mjs')

/**
 * Installs and builds what is missing or stale; ends the process with one line when it cannot. Safe to run several times at once.
 * `runs`: only what is built is run, so what building and testing need may be missing, as after `npm ci --omit=dev`.
 */
export function bootstrap({ runs = false } = {}) {
  try {
    checkNode()
    const names = [...PACKAGES, DOCS_SITE, ...(runs ? [] : OWN)]
    if (isInstalled({ withDev: !runs }) && packagesToBuild(names).length === 0) return
    const release = takeLock('bootstrap')
    try {
      if (!isInstalled()) install()
      for (const { directory, hash } of packagesToBuild(names)) build(directory, hash)
    } finally {
      release()
    }
  } catch (error) {
    if (!(error instanceof BootstrapError)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/** Everything that the documentation is made of. */
export function hashOfReference() {
  const docs = join(root, 'docs')
  const site = join(root, 'packages', DOCS_SITE)
  const below = [join(docs, 'guide'), join(docs, 'signing'), join(site, 'assets')].flatMap(filesBelow)
  const files = ['errors.md', 'events.md', 'states.md', 'event-examples.json'].map((name) => join(docs, name))
  return rememberedHashOf('sources-of-reference', [
    ...[server, site].map((directory) => join(directory, 'dist', stampName)),
    ...below,
    ...files.filter((path) => fs.existsSync(path)),
  ])
}

/** Everything that the pages are built from, the client and the rules of packages/core among it. */
export function hashOfPages() {
  const directory = join(root, 'packages', 'console')
  const own = fs.readdirSync(directory).filter((name) => /\.(html|mjs|json)$/.test(name))
  const below = ['src', 'public', 'third-party'].map((name) => join(directory, name))
  below.push(join(root, 'packages', 'client', 'src'), join(root, 'packages', 'core', 'src'))
  const files = [join(root, 'package-lock.json'), join(root, 'tsconfig.base.json'), ...own.sort().map((name) => join(directory, name))]
  return rememberedHashOf('sources-of-pages', [...files, ...below.flatMap(filesBelow)])
}

class BootstrapError extends Error {}

function fail(message) {
  throw new BootstrapError(message)
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1])) return
  fail(`Backhaul needs Node ${NODE_MIN.join('.')} or newer, this is ${process.versions.node}`)
}

/** Compares what npm says it installed with the lock file. Optional packages (other platforms' binaries) may be absent. */
function isInstalled({ withDev = true } = {}) {
  const installed = readJson(join(root, 'node_modules', '.package-lock.json'))
  if (!installed) return false
  const wanted = readJson(join(root, 'package-lock.json'))
  if (!wanted) fail('package-lock.json is missing or unreadable')
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true
    const present = installed.packages[path]
    if (!present) return entry.optional === true || entry.devOptional === true || (entry.dev === true && !withDev)
    return present.version === entry.version && present.integrity === entry.integrity
  })
}

function install() {
  console.error('installing dependencies (npm ci) ...')
  // The build needs the development dependencies, whatever NODE_ENV says.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = process.env.npm_execpath
  const viaNode = npm !== undefined && basename(npm) === 'npm-cli.js'
  run(viaNode ? process.execPath : 'npm', viaNode ? [npm, ...args] : args, 'npm ci')
  if (!isInstalled()) fail('npm ci did not install what package-lock.json lists')
}

function packagesToBuild(names) {
  const shared = [join(root, 'tsconfig.base.json'), join(root, 'package-lock.json')]
  return names
    .map((name) => join(root, 'packages', name))
    .map((directory) => ({ directory, sources: sourcesOf(directory) }))
    .filter(({ sources }) => sources.length > 0)
    .map(({ directory, sources }) => {
      const configs = [join(directory, 'tsconfig.json'), forCommonJs(directory)].filter((path) => fs.existsSync(path))
      return { directory, hash: rememberedHashOf(`sources-of-${basename(directory)}`, [...shared, bundler, ...configs, ...sources]) }
    })
    .filter(({ directory, hash }) => readText(join(directory, 'dist', stampName)) !== hash)
}

const sourcesOf = (directory) =>
  [...(BUNDLED[basename(directory)] ?? []), basename(directory)].flatMap((name) => filesBelow(join(root, 'packages', name, 'src')))

/** Compiles beside the old `dist` and swaps, so that no half-written or left-over module is ever loaded. Types are checked by `npm run check`. */
function build(directory, hash) {
  console.error(`building packages/${basename(directory)} ...`)
  const fresh = join(cache, `build-${process.pid}`)
  const old = join(cache, `old-${process.pid}`)
  const dist = join(directory, 'dist')
  try {
    if (BUNDLED[basename(directory)]) run(process.execPath, [bundler, basename(directory), fresh], 'rolldown')
    else compile(directory, fresh)
    if (fs.existsSync(forCommonJs(directory))) {
      compile(forCommonJs(directory), join(fresh, 'cjs'))
      fs.writeFileSync(join(fresh, 'cjs', 'package.json'), '{ "type": "commonjs" }\n')
    }
    fs.writeFileSync(join(fresh, stampName), hash)
    if (fs.existsSync(dist)) fs.renameSync(dist, old)
    fs.renameSync(fresh, dist)
  } finally {
    for (const leftover of [fresh, old]) fs.rmSync(leftover, { recursive: true, force: true })
  }
}

function compile(project, outDir) {
  run(process.execPath, [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', project, '--outDir', outDir, '--noCheck'], 'tsc')
}

function run(command, args, name) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] })
  if (error) fail(`cannot run ${name}: ${error.message}`)
  if (status !== 0) fail(`${name} failed (see above)`)
}

/** One process at a time: `npm ci` begins by removing node_modules. A lock whose owner died is taken over. Returns what gives it back. */
export function takeLock(name) {
  const lockFile = join(cache, `${name}.lock`)
  const mine = `${lockFile}.${process.pid}`
  try {
    fs.mkdirSync(cache, { recursive: true })
    fs.writeFileSync(mine, String(process.pid))
  } catch (error) {
    fail(`cannot install or build in ${root}: ${error.message}`)
  }
  const release = () => {
    if (readText(lockFile) === String(process.pid)) fs.rmSync(lockFile)
    fs.rmSync(mine, { force: true })
  }
  try {
    for (let tries = 1; !tryLock(lockFile, mine); tries++) {
      if (tries === TOLD_AFTER) console.error(`waiting for process ${readText(lockFile)}, which installs or builds (${lockFile})`)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_POLL_MS)
    }
  } catch (error) {
    release()
    throw error
  }
  return release
}

function tryLock(lockFile, mine) {
  try {
    fs.linkSync(mine, lockFile)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') fail(`cannot lock ${lockFile}: ${error.message}`)
  }
  const owner = Number(readText(lockFile))
  if (owner > 0 && !isAlive(owner)) {
    // Moved, not removed: if another process was quicker, what we hold now is its lock, and goes back.
    const moved = `${mine}.stale`
    try {
      fs.renameSync(lockFile, moved)
      if (Number(readText(moved)) !== owner) fs.linkSync(moved, lockFile)
    } catch {}
    fs.rmSync(moved, { force: true })
  }
  return false
}

export function isAlive(pid) {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

export function filesBelow(directory) {
  if (!fs.existsSync(directory)) return []
  return fs
    .readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** `hashOf`. While every file has the size and the time of when that was computed last, the files are not read: each command asks for it. */
function rememberedHashOf(name, files) {
  const states = createHash('sha256')
  for (const file of files) {
    const { size, mtimeNs, ctimeNs } = fs.statSync(file, { bigint: true })
    states.update(`${file} ${size} ${mtimeNs} ${ctimeNs}\n`)
  }
  const state = states.digest('hex')
  const path = join(cache, `${name}.hash`)
  const [known, remembered] = readText(path)?.split(' ') ?? []
  if (known === state) return remembered
  const hash = hashOf(files)
  try {
    fs.mkdirSync(cache, { recursive: true })
    fs.writeFileSync(`${path}.${process.pid}`, `${state} ${hash}`)
    fs.renameSync(`${path}.${process.pid}`, path)
  } catch {}
  return hash
}

export function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(fs.readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

export function readText(path) {
  try {
    return fs.readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function readJson(path) {
  try {
    return JSON.parse(fs.readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) bootstrap()
