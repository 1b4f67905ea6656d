// Lists the licenses of all npm packages in the lock file and fails on one that a program under the Apache License 2.0 cannot carry, and on a
// bundled file that NOTICE does not name: `npm run licenses`.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** SPDX identifiers. They ask for a notice at most. */
const CARRIED = ['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0', 'ISC', 'MIT', 'Unlicense', 'Zlib']
/** Allowed for tools of development, which are used unmodified and passed on to nobody. */
const USED = ['MPL-2.0']
/** Folders with works of others; NOTICE names each file in them except texts of licenses and descriptions. */
const BUNDLED = ['packages/server/assets/fonts', 'packages/server/assets/places']

/** Whether one of the choices of an SPDX expression without brackets in brackets, such as `(MIT OR CC0-1.0)`, is allowed with all its parts. */
const isAllowed = (expression, allowed) =>
  expression
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => allowed.includes(id)))

/** What is wrong, a line each, and the packages by license. `packages`: those of a lock file; `notice`: the text; `files`: paths of bundled files. */
export const checkLicenses = ({ packages, notice, files }) => {
  const problems = []
  const byLicense = new Map()
  for (const [path, { license, dev, link }] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || link) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    byLicense.set(license, [...(byLicense.get(license) ?? []), dev ? `${name} (development)` : name])
    if (!license) problems.push(`${name} names no license: look it up, and replace the package or name the license in its package.json`)
    else if (!isAllowed(license, dev ? [...CARRIED, ...USED] : CARRIED))
      problems.push(`${name} is under ${license}, which ${dev ? 'tools of development' : 'the service'} cannot carry: replace it`)
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
