// Builds packages/server or packages/docs-site into a folder: `node scripts/bundle.mjs server FOLDER`. The service's modules and most of
// its dependencies go into a few files. Otherwise an API process would open 1,400 small files, half of them from one library, and spend two
// thirds of its start and 30 MB of memory on that (ADR 43). The documentation's program contains packages/core, which is not built
// separately.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const [name, folder] = process.argv.slice(2)
const directory = join(import.meta.dirname, '../packages', name)

/** Entry modules: programs, and modules that scripts, the bench and tests import. */
const ENTRIES = {
  'docs-site': ['index'],
  server: [
    'core/events/catalog',
    'cli/main',
    'app/process',
    'app/renderer',
    'app/serve',
    'delivery/secrets',
    'delivery/sign',
    'kinds/labels/render',
    'process/config',
    'database/db',
    'database/embedded',
    'database/lane',
    'service/execute',
    'contracts/index',
    'testing/index',
    'kinds/shipments/create',
    'kinds/shipments/resource',
  ],
}

/**
 * Packages that npm installs in addition to the bundle: packages of this workspace, and packages that look for their own files or for
 * optional packages. Bundled packages are dependencies of the workspace (package.json of the root), so users do not install them again.
 */
const APART = Object.keys(JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')).dependencies)

const nameOf = (id) => id.split('/', id.startsWith('@') ? 2 : 1).join('/')

const bundle = await rolldown({
  input: Object.fromEntries(
    ENTRIES[name].map((entry) => [
      entry,
      entry.startsWith('core/') ? join(directory, `../core/src/${entry.slice('core/'.length)}.ts`) : join(directory, `src/${entry}.ts`),
    ]),
  ),
  platform: 'node',
  external: (id) => isBuiltin(id) || APART.includes(nameOf(id)),
  transform: { target: 'node20.19' },
})
/**
 * Returns the licenses of the packages that contain `modules` (paths) as one text. Most packages may only be distributed with their
 * license.
 */
const licensesOf = (modules) => {
  const folders = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []))
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    return `## ${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8') : 'The package has no text of its license.\n'}`
  })
  return `# Licenses of the npm packages in this bundle\n\n${texts.join('\n')}`
}

// V8 keeps the text of each loaded file in memory, with two bytes for each character if a single one is not in Latin-1. So the output is
// ASCII, without comments, which takes 3.5 MB less in each API process.
// All output is in a folder below `dist`, as the sources are in a folder below `src`, so relative paths to other files work in both.
const { output } = await bundle.write({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'shared/[name]-[hash].js',
  sourcemap: true,
  charset: 'ascii',
  comments: false,
})
writeFileSync(join(folder, 'licenses.txt'), licensesOf(output.flatMap((chunk) => chunk.moduleIds ?? [])))
/**
 * Returns the id of the checked-out commit. In an image, which has no repository, returns the id that the builder of the image gave. Empty
 * if the id is unknown.
 */
const commitOf = () => {
  if (process.env.SOURCE_COMMIT) return process.env.SOURCE_COMMIT
  const git = (...args) => execFileSync('git', ['-C', directory, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    return git('rev-parse', 'HEAD') + (git('status', '--porcelain', '--', 'src') === '' ? '' : '-modified')
  } catch {
    return ''
  }
}
writeFileSync(join(folder, 'source-commit'), commitOf())
