// Makes the documentation (/docs and the API document) when it is not there, and builds the pages (packages/console) when their sources are
// not those that they were built from. `npm run build` waits for it; `serve` runs it beside itself once it is ready
// (packages/server/src/app/pages-build.ts), so that the API waits for nothing, and no process of the API makes anything. A build is made
// beside the one that is there, and moved into its place; why it failed is left there instead, in one line, for those who open a page.
import * as fs from 'node:fs'
import * as os from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { filesBelow, hashOf, hashOfReference, isAlive, readText, reference, takeLock } from './bootstrap.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const cache = join(root, '.cache')
const directory = join(root, 'packages/console')
const dist = join(root, 'packages/server/pages')
// As packages/server/src/pages/build.ts reads them.
const stamp = join(dist, '.built-from')
const failed = join(dist, '.failed')

/** Everything that the built pages come from. */
const hashOfSources = () => {
  const own = fs.readdirSync(directory).filter((name) => /\.(html|mjs|json)$/.test(name))
  const files = [join(root, 'package-lock.json'), join(root, 'tsconfig.base.json'), ...own.sort().map((name) => join(directory, name))]
  const below = [...['src', 'public', 'third-party'].map((name) => join(directory, name)), join(root, 'packages/client/src')]
  // The counter judges codes by the service's own rules.
  below.push(join(root, 'packages/core/src'))
  return hashOf([...files, ...below.flatMap(filesBelow)])
}

/** What those left who were killed while they built. */
const removeLeftovers = () => {
  for (const name of fs.readdirSync(cache)) {
    const pid = Number(/^pages-(?:new|old)-(\d+)$/.exec(name)?.[1])
    if (pid > 0 && !isAlive(pid)) fs.rmSync(join(cache, name), { recursive: true, force: true })
  }
}

/** The first line that says something. */
const oneLine = (error) => {
  const text = stripVTControlCharacters(String(error?.message ?? error))
  const lines = text.split('\n').map((line) => line.trim())
  return lines.filter((line) => line !== '' && !/^Build failed/.test(line))[0] ?? 'no reason given'
}

/** Resolves when the pages are those of today's sources. Throws what the build did. Safe to run several times at once. */
export const buildPages = async (logLevel = 'warn') => {
  if (readText(stamp) === hashOfSources()) return fs.rmSync(failed, { force: true })
  const release = takeLock('pages')
  const fresh = join(cache, `pages-new-${process.pid}`)
  const old = join(cache, `pages-old-${process.pid}`)
  try {
    removeLeftovers()
    const hash = hashOfSources()
    if (readText(stamp) === hash) return
    fs.rmSync(failed, { force: true })
    const { build } = await import('../packages/console/build.mjs')
    await build(fresh, logLevel)
    fs.writeFileSync(join(fresh, '.built-from'), hash)
    if (fs.existsSync(dist)) fs.renameSync(dist, old)
    fs.renameSync(fresh, dist)
  } catch (error) {
    try {
      fs.mkdirSync(dist, { recursive: true })
      fs.writeFileSync(failed, oneLine(error))
    } catch {
      // Whoever may not write there is told by the line on stderr alone.
    }
    throw error
  } finally {
    for (const leftover of [fresh, old]) fs.rmSync(leftover, { recursive: true, force: true })
    release()
  }
}

/** Within `dist`, which can be a link to another file system. */
const NEW_REFERENCE = '.reference-new-'
const removeNewReferences = () => {
  for (const name of fs.readdirSync(dirname(reference))) {
    const pid = Number(name.startsWith(NEW_REFERENCE) ? name.slice(NEW_REFERENCE.length) : 0)
    if (pid > 0 && !isAlive(pid)) fs.rmSync(join(dirname(reference), name), { recursive: true, force: true })
  }
}

/**
 * Resolves when the documentation is there, for all processes and for good: what is built anew begins without it (scripts/bootstrap.mjs).
 * Throws what making it did. Safe to run several times at once.
 */
export const buildReference = async () => {
  const program = join(dirname(reference), 'app/write-reference.js')
  if (fs.existsSync(reference) || !fs.existsSync(program)) return
  const release = takeLock('reference')
  const fresh = join(dirname(reference), `${NEW_REFERENCE}${process.pid}`)
  try {
    removeNewReferences()
    if (fs.existsSync(reference)) return
    const hash = hashOfReference()
    const { writeOwnReference } = await import(program)
    writeOwnReference(fresh)
    fs.writeFileSync(join(fresh, '.built-from'), hash)
    fs.renameSync(fresh, reference)
  } catch (error) {
    // Somebody may have been there first who takes other locks, from a clone that shares its `dist` with this one.
    if (!fs.existsSync(reference)) throw error
  } finally {
    fs.rmSync(fresh, { recursive: true, force: true })
    release()
  }
}

/** `--beside`: with what others leave of the processors, and one line if it fails. `--reference`: the documentation alone. */
const main = async () => {
  const [beside, alone] = [process.argv.includes('--beside'), process.argv.includes('--reference')]
  await buildReference().catch((error) => {
    console.error(`backhaul: the documentation (/docs) could not be made: ${oneLine(error)}`)
    process.exitCode = 1
  })
  if (alone) return
  // Somebody may be waiting for the documentation, and sees a page that says so while the others are built.
  if (beside) os.setPriority(os.constants.priority.PRIORITY_LOW)
  try {
    await buildPages(beside ? 'silent' : 'warn')
  } catch (error) {
    const reason = beside ? `${oneLine(error)} (all of it: npm run build)` : error.message
    console.error(`backhaul: the pages (/console, /counter, /sign-in) could not be built: ${reason}`)
    process.exitCode = 1
  }
}

if (process.argv[1] && fs.realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main()
