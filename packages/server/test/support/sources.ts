// The sources of the service: packages/server/src, and packages/core/src as if it were the folder `core` in it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const SRC = fileURLToPath(new URL('../../src', import.meta.url))
const CORE = fileURLToPath(new URL('../../../core/src', import.meta.url))

const below = (directory: string, prefix: string): string[] =>
  (readdirSync(directory, { recursive: true }) as string[]).filter((name) => name.endsWith('.ts')).map((name) => prefix + name)

/** Relative to packages/server/src, or `core/…`. */
export const files: readonly string[] = [...below(SRC, ''), ...below(CORE, 'core/')].sort()

export const pathOf = (file: string): string => (file.startsWith('core/') ? join(CORE, file.slice('core/'.length)) : join(SRC, file))

/** The name of a source by its path. */
export const fileAt = (path: string): string => (path.startsWith(CORE) ? posix.join('core', relative(CORE, path)) : relative(SRC, path))

export const sourceOf = (file: string): string => readFileSync(pathOf(file), 'utf8')

/** What `from` means by the name of an import: a source, or the name of a package. */
export const importedBy = (from: string, name: string): string => {
  if (name.startsWith('@backhaul/core/')) return name.slice('@backhaul/'.length)
  return name.startsWith('.') ? posix.join(dirname(from), name) : name
}

/** What the tests of each kind export in a file of this name, where there is one. */
export const ofKinds = async <Module>(file: string): Promise<Module[]> => {
  const paths = readdirSync(join(SRC, 'kinds')).map((kind) => join(SRC, '../test', kind, file))
  return Promise.all(paths.filter(existsSync).map((path) => import(path)))
}
