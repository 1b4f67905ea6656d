// Reads the file RELEASES: the released commits, and their migrations. `node scripts/releases.mjs` prints the line for the checked-out
// commit.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))
const MIGRATIONS = 'packages/server/migrations'
const LINE = /^(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?) ([0-9a-f]{40}) ([0-9a-f]{64}) (\d{4}-\d\d-\d\d)$/

/** Returns the releases, oldest first. Throws an error that quotes an invalid line. */
export const readReleases = (root = ROOT) =>
  readFileSync(join(root, 'RELEASES'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, version, commit, schema, date] = LINE.exec(line) ?? []
      if (!version) throw new Error(`RELEASES has the invalid line "${line}"; the format is "version commit checksum date"`)
      return { version, commit, schema, date }
    })

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex')

/** Returns the checksum of the first migration of a checkout, of its first two, and so on. The last checksum covers all migrations. */
export const schemaChecksums = (root = ROOT) => {
  const directory = join(root, MIGRATIONS)
  const checksums = []
  let lines = ''
  const files = existsSync(directory) ? readdirSync(directory) : []
  for (const file of files.filter((name) => name.endsWith('.sql')).sort()) {
    lines += `${sha256(readFileSync(join(directory, file)))}  ${file}\n`
    checksums.push(sha256(lines))
  }
  return checksums
}

if (process.argv[1] === import.meta.filename) {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
  if (git('status', '--porcelain') !== '') throw new Error('there are uncommitted changes, so this commit is not what would be released')
  console.log(`${version} ${git('rev-parse', 'HEAD')} ${schemaChecksums().at(-1)} ${new Date().toISOString().slice(0, 10)}`)
}
