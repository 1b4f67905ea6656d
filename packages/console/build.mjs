// Builds the pages into a folder: `build(folder)`. The counter's service worker is a separate file with a fixed name. It contains the list
// of the counter's files (`SHELL`), and changes whenever one of these files changes.
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build as bundle } from 'vite'
import config from './vite.config.mjs'

const SERVICE_WORKER = join(import.meta.dirname, 'src/counter/queue/service-worker.ts')

/** Returns the addresses of everything that the counter can load. */
const shellOf = (manifest) => {
  const found = new Set(['/counter/'])
  const seen = new Set()
  const visit = (key) => {
    const entry = manifest[key]
    if (!entry || seen.has(key)) return
    seen.add(key)
    if (!entry.file.endsWith('.html')) found.add(`/${entry.file}`)
    for (const file of [...(entry.css ?? []), ...(entry.assets ?? [])]) found.add(`/${file}`)
    for (const next of [...(entry.imports ?? []), ...(entry.dynamicImports ?? [])]) visit(next)
  }
  visit('counter.html')
  return [...found].sort()
}

/**
 * Runs `act` with NODE_ENV set to `production`. Vite chooses the build mode from NODE_ENV, but the served pages must not depend on the
 * environment of the service. A test runner sets NODE_ENV to `test`, and the pages would get the development build of React, which is twice
 * as large and runs every effect twice.
 */
const inProduction = async (act) => {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    return await act()
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}

/** `logLevel` controls how much Vite prints. Errors are thrown in any case. */
export const build = (folder, logLevel = 'warn') => inProduction(() => bundlePages(folder, logLevel))

const bundlePages = async (folder, logLevel) => {
  await bundle({ ...config, logLevel, build: { ...config.build, outDir: folder, emptyOutDir: true } })
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  rmSync(join(folder, 'manifest.json'))
  // Vite lists the licenses of packages, but zxing-cpp is a vendored copy inside one of them.
  const apache = readFileSync(join(import.meta.dirname, 'third-party/apache-2.0.txt'), 'utf8')
  appendFileSync(join(folder, 'assets/licenses.txt'), `\n## zxing-cpp, in zxing-wasm (Apache-2.0)\n\n${apache}`)
  if (!existsSync(SERVICE_WORKER)) return
  const shell = shellOf(manifest)
  const html = readFileSync(join(folder, 'counter.html'))
  const version = createHash('sha256').update(html).update(JSON.stringify(shell)).digest('hex').slice(0, 16)
  await bundle({
    root: import.meta.dirname,
    configFile: false,
    logLevel,
    publicDir: false,
    define: { SHELL: JSON.stringify(shell), SHELL_VERSION: JSON.stringify(version) },
    build: {
      target: 'es2022',
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { input: SERVICE_WORKER, output: { format: 'iife', entryFileNames: 'counter/sw.js' } },
    },
  })
}
