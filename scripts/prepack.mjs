// Completes a package before npm packs it: `prepack` of each published package, run in its folder. It installs and builds what is missing,
// even in a fresh clone. It copies the license and the notices, because npm takes them only from the package's own folder.
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
