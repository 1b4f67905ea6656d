// Builds what a server serves besides its API, unless it is up to date: the documentation (/docs and the API document, by
// packages/docs-site) and the pages of packages/console. `npm start` and `npm run build` run it. A running server never builds. Each build
// goes into a new folder, which then replaces the old one.
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashOfPages, hashOfReference, isAlive, pages, readText, reference, stampName, takeLock } from './bootstrap.mjs'

/** Returns a function that names new folders next to `folder`, on the same file system. Also removes the remains of killed builds. */
const placeBeside = (folder) => {
  const prefix = `.${basename(folder)}-`
  for (const name of fs.readdirSync(dirname(folder))) {
    const pid = Number(name.startsWith(prefix) ? name.split('-').at(-1) : 0)
    if (pid > 0 && !isAlive(pid)) fs.rmSync(join(dirname(folder), name), { recursive: true, force: true })
  }
  return (what) => join(dirname(folder), `${prefix}${what}-${process.pid}`)
}

/** Whether the folder was built from the current sources. */
const isBuilt = (folder, hashOf) => readText(join(folder, stampName)) === hashOf()

/** Builds the folder if it is stale. Throws the errors of `make`. Safe to run several times at once. */
const build = async (folder, name, hashOf, make) => {
  if (isBuilt(folder, hashOf)) return
  const release = takeLock(basename(folder))
  let place = null
  try {
    if (isBuilt(folder, hashOf)) return
    place = placeBeside(folder)
    console.error(`building the ${name} ...`)
    const hash = hashOf()
    await make(place('new'))
    fs.writeFileSync(join(place('new'), stampName), hash)
    if (fs.existsSync(folder)) fs.renameSync(folder, place('old'))
    fs.renameSync(place('new'), folder)
  } finally {
    if (place) for (const what of ['new', 'old']) fs.rmSync(place(what), { recursive: true, force: true })
    release()
  }
}

export const buildPages = () =>
  build(pages, 'pages', hashOfPages, async (folder) => (await import('../packages/console/build.mjs')).build(folder, 'warn'))

export const buildReference = () =>
  build(reference, 'documentation', hashOfReference, async (folder) =>
    (await import('../packages/docs-site/dist/index.js')).writeOwnReference(folder),
  )

const SELF = fileURLToPath(import.meta.url)

/** Time limit for the builds, long enough for a busy machine. A lock that is never released must not prevent the API from starting. */
const LIMIT_MS = 300_000

/**
 * Builds stale parts in a separate process, so that the server keeps none of the build tools in memory. If a build fails, the reason is on
 * stderr and the API starts anyway.
 */
export const buildBeforeServing = () => {
  try {
    if (isBuilt(reference, hashOfReference) && isBuilt(pages, hashOfPages)) return
    const { error, signal } = spawnSync(process.execPath, [SELF], { stdio: ['ignore', 2, 2], timeout: LIMIT_MS, killSignal: 'SIGKILL' })
    if (error) throw error
    if (signal) throw new Error(`the build was ended by ${signal}`)
  } catch (error) {
    console.error(`backhaul: the pages and the documentation may be missing or outdated: ${error.message}`)
  }
}

const STEPS = {
  reference: ['documentation (/docs)', buildReference],
  pages: ['pages (/console, /counter, /sign-in)', buildPages],
}

/** The arguments name the parts to build. Without arguments, both are built. */
const main = async () => {
  const asked = process.argv.slice(2)
  for (const what of asked.length > 0 ? asked : Object.keys(STEPS)) {
    const [name, step] = STEPS[what]
    try {
      await step()
    } catch (error) {
      console.error(`backhaul: the ${name} could not be built: ${error.message}`)
      process.exitCode = 1
    }
  }
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === SELF) await main()
