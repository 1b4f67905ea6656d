// Makes a package complete before npm packs it: `prepack` of each published package, in its folder. It installs and builds what is missing, also
// in a fresh clone, and copies the license and the notices, which npm takes from the package's own folder only.
import { copyFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bootstrap } from './bootstrap.mjs'
import { buildPages, buildReference } from './pages.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

bootstrap()
if (basename(process.cwd()) === 'server') {
  await buildReference()
  await buildPages()
}
for (const name of ['LICENSE', 'NOTICE']) copyFileSync(join(root, name), name)
