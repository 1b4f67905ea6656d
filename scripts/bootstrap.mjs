// Prepares a clone to run: installs the dependencies of the lock file, and builds `dist` from the sources. Takes a few milliseconds when
// there is nothing to do. Written in plain JavaScript with Node's own modules, because it runs before anything is installed. All output
// goes to stderr, because stdout belongs to the command that follows.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The packages that are built and published, in an order in which each follows its dependencies. The package of the server includes the
 * pages of packages/console.
 */
export const PACKAGES = ['carrier-easypost', 'carrier-replay', 'client', 'embedded-postgres', 'server']
/** Builds the documentation that a clone serves. Never published. */
const DOCS_SITE = 'docs-site'
/** Built for developers. Never published. */
const OWN = ['trials']
const NODE_MIN = [20, 19]
const LOCK_POLL_MS = 100
/** After this many polls, which take ten seconds, the wait is reported. */
const TOLD_AFTER = 100

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const cache = join(root, '.cache')
/** A file in build output with the hash of its sources. */
export const stampName = '.built-from'
const server = join(root, 'packages', 'server')
/** Built by scripts/pages.mjs. The documentation is in the folder of the service's program, so both are packaged and removed together. */
export const reference = join(server, 'dist', 'reference')
export const pages = join(server, 'pages')
/** Packages that are bundled, with the packages that their bundles contain. Other packages are built module by module. */
const BUNDLED = { server: ['core', 'simulator'], [DOCS_SITE]: ['core'] }
/** A package with this file also gets a CommonJS copy in dist/cjs. */
const forCommonJs = (directory) => join(directory, 'tsconfig.cjs.json')
const bundler = join(root, 'scripts', 'bundle.mjs')

/**
 * Installs and builds what is missing or stale. If that fails, prints one line and ends the process. Safe to run several times at once.
 * `runs` means that the caller only runs build output, so the dependencies for building and testing may be missing, as after `npm ci
 * --omit=dev`.
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

/** Hash of all sources of the documentation. */
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

/** Hash of all sources of the pages, including the client and packages/core. */
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
  fail(`Backhaul needs Node ${NODE_MIN.join('.')} or newer, but this is ${process.versions.node}`)
}

/** Compares npm's record of installed packages with the lock file. Optional packages (binaries for other platforms) may be absent. */
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

/**
 * Compiles into a new folder, which then replaces the old `dist`, so that no incomplete or outdated module is ever loaded. `npm run check`
 * checks the types.
 */
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

/**
 * Lets one process at a time install or build, because `npm ci` begins by removing node_modules. Takes over the lock of a dead process.
 * Returns a function that releases the lock.
 */
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
      if (tries === TOLD_AFTER) console.error(`waiting for process ${readText(lockFile)}, which is installing or building (${lockFile})`)
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
    // The stale lock is renamed before it is removed. If another process was quicker, the renamed file is that process's lock, so it is put
    // back.
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

/**
 * Like `hashOf`, but cached, because every command asks for the hash. The files are read again only if the size or the time of one of them
 * has changed.
 */
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
