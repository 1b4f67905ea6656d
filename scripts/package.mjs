// Makes a folder that can be copied to another machine: `npm run package -- FOLDER`. It contains only what the service needs to run: the
// bundle, the built pages, migrations, documents, and a package.json with a lock file of the few packages outside the bundle. There, `npm
// ci --omit=dev` installs those packages and nothing is ever built, so the folder may belong to another user and be read-only.
import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bootstrap } from './bootstrap.mjs'
import { buildPages, buildReference } from './pages.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const readJson = (path) => JSON.parse(fs.readFileSync(path, 'utf8'))

/** Files and folders that are copied unchanged. The pages include their build stamp, which shows that they are complete. */
const CONTENT = [
  ...['CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md', 'deploy', 'docs', 'scripts/start.mjs'],
  ...['assets', 'bin', 'dist', 'migrations', 'package.json', 'pages'].map((name) => `packages/server/${name}`),
  ...['client', 'embedded-postgres', 'carrier-easypost', 'carrier-replay'].flatMap((name) =>
    ['dist', 'package.json'].map((part) => `packages/${name}/${part}`),
  ),
]
/** Only the dependencies of these workspaces are installed. */
const WORKSPACES = ['client', 'embedded-postgres', 'carrier-easypost', 'carrier-replay', 'server'].map((name) => `packages/${name}`)
/** Source maps are left out. Only debuggers need them, and they are three quarters of all bytes. */
const isLeftOut = (path) => path.endsWith('.map')

const only = (object, names) => Object.fromEntries(Object.entries(object).filter(([name]) => names.includes(name)))

/** Returns the folder in which a package at `from` finds the package `name`, by Node's resolution rules. */
const find = (packages, from, name) => {
  for (let folder = from; ; folder = folder.includes('/node_modules/') ? folder.slice(0, folder.lastIndexOf('/node_modules/')) : '') {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (packages[place]) return place
    if (folder === '') return null
  }
}

/** Returns the entries of a lock file that `entries` (by folder) need. */
const lockOf = (packages, entries) => {
  const kept = { ...entries }
  const look = (from) => {
    const { dependencies, optionalDependencies } = kept[from]
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const place = find(packages, from, name)
      if (place === null && optionalDependencies?.[name]) continue
      if (place === null) throw new Error(`package-lock.json has no ${name}, which ${from} needs`)
      if (kept[place]) continue
      kept[place] = packages[place]
      // A link leads to a package of this workspace, whose own folder is already an entry.
      if (!packages[place].link) look(place)
    }
  }
  for (const from of Object.keys(entries)) look(from)
  return kept
}

/** Throws an error with a message of one line if the folder is not empty. */
export const makePackage = async (folder) => {
  if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0) throw new Error(`${folder} is not empty: name a new folder`)
  bootstrap()
  await buildReference()
  await buildPages()
  const manifest = readJson(join(root, 'package.json'))
  const lock = readJson(join(root, 'package-lock.json'))
  for (const path of CONTENT) fs.cpSync(join(root, path), join(folder, path), { recursive: true, filter: (from) => !isLeftOut(from) })

  const { name, version, engines, bin } = manifest
  const scripts = only(manifest.scripts, ['start', 'backhaul'])
  const own = { name: 'backhaul', private: true, version, type: 'module', engines, workspaces: WORKSPACES, bin, scripts }
  const write = (path, json) => fs.writeFileSync(join(folder, path), `${JSON.stringify(json, null, 2)}\n`)
  write('package.json', own)
  // Development dependencies are left out of every package.json, so nobody is asked to install them.
  const withoutBuilding = (json) => ({ ...json, devDependencies: undefined })
  for (const path of WORKSPACES) write(`${path}/package.json`, withoutBuilding(readJson(join(root, path, 'package.json'))))
  const { '': rootEntry } = lock.packages
  const entries = {
    '': withoutBuilding({ ...rootEntry, name: own.name, workspaces: WORKSPACES, dependencies: undefined }),
    ...Object.fromEntries(WORKSPACES.map((path) => [path, withoutBuilding(lock.packages[path])])),
    // Links to the workspaces, under the scope that a release gives them.
    ...Object.fromEntries(Object.entries(lock.packages).filter(([, { link, resolved }]) => link && WORKSPACES.includes(resolved))),
  }
  write('package-lock.json', { ...lock, name: own.name, packages: lockOf(lock.packages, entries) })
  return `${name}@${version}`
}

/**
 * Installs a folder of `makePackage` as an operator does: without dependencies that only building, testing and the embedded database need.
 */
export const installPackage = (folder) =>
  execFileSync('npm', ['ci', '--omit=dev', '--omit=optional', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
  })

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2)
  if (!folder) {
    console.error('usage: npm run package -- FOLDER')
    process.exit(2)
  }
  await makePackage(resolve(folder)).catch((error) => {
    console.error(`package: ${error.message}`)
    process.exit(1)
  })
  console.log(`${resolve(folder)}: install with \`npm ci --omit=dev\`, start with \`node packages/server/bin/backhaul.js serve\``)
}
