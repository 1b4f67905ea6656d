// Builds packages/server or packages/docs-site into a folder: `node scripts/bundle.mjs server FOLDER`. The modules of the service and most of what
// it imports go into few files. An API process would otherwise open 1,400 small ones, half of them of one library, and spend two thirds of its
// start and 30 MB of its memory on that (ADR 43). The documentation's program contains packages/core, which is not built by itself.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const [name, folder] = process.argv.slice(2)
const directory = join(import.meta.dirname, '../packages', name)

/** Modules that something begins with: programs, and what scripts, the bench and tests import. */
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
 * What npm installs beside the bundle: packages of this workspace, and those that look for files of their own or for others that may be
 * missing. All that the bundle contains is a dependency of the workspace (package.json of the root), so users do not install it again.
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
/** The licenses of the packages that `modules` (paths) belong to, as one text: most may be passed on with their license only. */
const licensesOf = (modules) => {
  const folders = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []))
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    return `## ${name} ${version} (${license})\n\n${file ? readFileSync(join(folder, file), 'utf8') : 'The package has no text of its license.\n'}`
  })
  return `# Licenses of the npm packages in this bundle\n\n${texts.join('\n')}`
}

// All are in a folder below `dist`, as the sources are in one below `src`: what they read beside themselves is found from both.
const { output } = await bundle.write({
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'shared/[name]-[hash].js',
  sourcemap: true,
})
writeFileSync(join(folder, 'licenses.txt'), licensesOf(output.flatMap((chunk) => chunk.moduleIds ?? [])))
/** Of the commit that is checked out, or that the builder of an image names, as it has no repository. Empty: unknown. */
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
