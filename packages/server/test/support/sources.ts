// The sources of the service: those in packages/server/src, and those of a few packages, such as `core`, as if each package were a folder
// in it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const PACKAGES = fileURLToPath(new URL('../../..', import.meta.url))
export const SRC = join(PACKAGES, 'server/src')
/** Packages that appear as folders. */
const FOLDERS = ['core', 'docs-site', 'simulator']

const below = (directory: string, prefix: string): string[] =>
  (readdirSync(directory, { recursive: true }) as string[]).filter((name) => name.endsWith('.ts')).map((name) => prefix + name)

/** The paths, relative to packages/server/src. Paths in a package begin with its name: `core/…`. */
export const files: readonly string[] = [
  ...below(SRC, ''),
  ...FOLDERS.flatMap((folder) => below(join(PACKAGES, folder, 'src'), `${folder}/`)),
].sort()

export const pathOf = (file: string): string => {
  const [folder = '', ...rest] = file.split('/')
  return FOLDERS.includes(folder) ? join(PACKAGES, folder, 'src', ...rest) : join(SRC, file)
}

/** Returns the name, as in `files`, of the source at this path. */
export const fileAt = (path: string): string => {
  const [folder = '', , ...rest] = relative(PACKAGES, path).split('/')
  return FOLDERS.includes(folder) ? posix.join(folder, ...rest) : relative(SRC, path)
}

export const sourceOf = (file: string): string => readFileSync(pathOf(file), 'utf8')

/** Returns the source file or the package that an import in `from` refers to. */
export const importedBy = (from: string, name: string): string => {
  const [, folder = '', file = 'index.ts'] = /^@backhaul\/([\w-]+)(?:\/(.+))?$/.exec(name) ?? []
  if (FOLDERS.includes(folder)) return `${folder}/${file}`
  // Each export of the server package is a folder with an index.ts.
  if (folder === 'server') return `${file}/index.ts`
  return name.startsWith('.') ? posix.join(dirname(from), name) : name
}

/** Imports the test file of this name of each kind that has one. Returns their exports. */
export const ofKinds = async <Module>(file: string): Promise<Module[]> => {
  const paths = readdirSync(join(SRC, 'kinds')).map((kind) => join(SRC, '../test', kind, file))
  return Promise.all(paths.filter(existsSync).map((path) => import(path)))
}
