// Lists the licenses of all npm packages in the lock file. Fails on a license that a program under the Apache License 2.0 cannot include,
// and on a bundled file that NOTICE does not name: `npm run licenses`.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** SPDX identifiers of licenses that require at most a notice. */
const CARRIED = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'Unlicense', 'Zlib']
/** Also allowed for development tools, which are used unmodified and not distributed. */
const USED = ['CC BY-SA 4.0', 'MPL-2.0', 'WTFPL']
/** Folders with third-party works. NOTICE names each of their files except license texts and READMEs. */
const BUNDLED = ['packages/server/assets/fonts', 'packages/server/assets/places']

/**
 * Whether at least one choice of an SPDX expression is allowed with all its parts, such as `(MIT OR CC0-1.0)`. Nested parentheses are not
 * supported.
 */
const isAllowed = (expression, allowed) =>
  expression
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => allowed.includes(id)))

/**
 * Returns the problems, one line each, and the packages by license. `packages` are those of a lock file, `notice` is the text of NOTICE,
 * and `files` are the paths of bundled files.
 */
export const checkLicenses = ({ packages, notice, files }) => {
  const problems = []
  const byLicense = new Map()
  for (const [path, { license, dev, link }] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || link) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    byLicense.set(license, [...(byLicense.get(license) ?? []), dev ? `${name} (development)` : name])
    if (!license) problems.push(`${name} names no license: replace the package, or look the license up and name it in its package.json`)
    else if (!isAllowed(license, dev ? [...CARRIED, ...USED] : CARRIED))
      problems.push(
        `${name} has the license ${license}, which is not allowed for ${dev ? 'development tools' : 'the service'}: replace the package`,
      )
  }
  for (const file of files)
    if (!notice.includes(file.slice(file.lastIndexOf('/') + 1)))
      problems.push(`NOTICE does not name ${file}: add it with its source and license`)
  return { problems, byLicense }
}

const filesOf = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => !/^(LICENSE|README)/.test(name))
    .map((name) => `${folder}/${name}`)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { problems, byLicense } = checkLicenses({
    packages: JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages,
    notice: readFileSync(join(root, 'NOTICE'), 'utf8'),
    files: BUNDLED.flatMap(filesOf),
  })
  for (const [license, names] of [...byLicense].sort()) console.log(`${license} (${names.length}): ${names.sort().join(', ')}`)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}
