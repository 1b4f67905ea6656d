// The text files of the repository, for tests that read all of them.
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const PLACES = [
  ...['packages', 'docs', 'deploy', 'scripts', 'bench', '.ci', '.github'],
  ...['README', 'CHANGELOG', 'CONTRIBUTING', 'SECURITY', 'CODE_OF_CONDUCT'].map((name) => `${name}.md`),
]
const NEVER = /(^|\/)(node_modules|dist|assets|server\/pages)\//

/** Returns the paths of files that match `wanted` but not `leftOut`, relative to the root. */
export const textFiles = (wanted: RegExp, leftOut: RegExp): string[] => {
  const below = (path: string): string[] => {
    if (NEVER.test(`${path}/`) || leftOut.test(`${path}/`) || leftOut.test(path)) return []
    if (wanted.test(path)) return [path]
    return readdirSync(join(ROOT, path), { withFileTypes: true }).flatMap((entry) => {
      const name = relative(ROOT, join(ROOT, path, entry.name))
      if (entry.isDirectory()) return below(name)
      return wanted.test(name) && !leftOut.test(name) ? [name] : []
    })
  }
  return PLACES.flatMap(below)
}
