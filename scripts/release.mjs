// Makes the files of a release, and publishes them: CONTRIBUTING.md#release.
//   node scripts/release.mjs FOLDER            makes and tests everything, and publishes nothing
//   node scripts/release.mjs FOLDER --publish  publishes what the first command made of this commit
// FOLDER then has the npm packages, the image, the API document, a software bill of materials (CycloneDX) and checksums.
// For a trial, RELEASE_BASE names a root file system that replaces the public base image (the image is then not put into FOLDER), or is
// `none` for no image. RELEASE_CONFIG names a file that replaces release.config.json.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { PACKAGES } from './bootstrap.mjs'
import { buildImage, importBase, missingFor, openStore, pushImage, saveImage } from './image.mjs'
import { placeholdersOf, problemsOf } from './release-checks.mjs'
import { readReleases } from './releases.mjs'

const SUMS = 'SHA256SUMS'
const IMAGE = 'localhost/backhaul'
const root = dirname(dirname(fileURLToPath(import.meta.url)))

const readJson = (path) => JSON.parse(fs.readFileSync(path, 'utf8'))
const manifestOf = (folder, name) => readJson(join(folder, 'packages', name, 'package.json'))
const run = (cwd, env, command, ...args) => execFileSync(command, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' })
/** Returns the output of git, which is empty if there is no repository. In that case there is no tag either. */
const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim()

/** Clones the commit, and sets the owner's scope and addresses in its packages. Undecided settings leave the packages unchanged. */
const stage = (folder, config) => {
  const undecided = placeholdersOf(config)
  run(root, {}, 'git', 'clone', '--quiet', root, folder)
  if (!undecided.includes('npmScope')) {
    const files = execFileSync('git', ['grep', '-lIE', '@backhaul/|\\./backhaul-'], { cwd: folder, encoding: 'utf8' }).trim().split('\n')
    for (const path of files.map((file) => join(folder, file))) {
      const text = fs.readFileSync(path, 'utf8').replaceAll('@backhaul/', `${config.npmScope}/`)
      fs.writeFileSync(path, text.replaceAll('./backhaul-', `./${config.npmScope.slice(1)}-`))
    }
  }
  for (const name of undecided.includes('repository') ? [] : PACKAGES) {
    const repository = { type: 'git', url: `git+${config.repository}.git`, directory: `packages/${name}` }
    const more = { homepage: config.repository, bugs: `${config.repository}/issues`, repository }
    fs.writeFileSync(
      join(folder, 'packages', name, 'package.json'),
      `${JSON.stringify({ ...manifestOf(folder, name), ...more }, null, 2)}\n`,
    )
  }
}

const tarballsIn = (folder) =>
  fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.tgz'))
    .sort((a, b) => orderOf(a) - orderOf(b))
const orderOf = (tarball) => PACKAGES.findIndex((name) => tarball.includes(`-${name}-`))

/** Prereleases get a separate npm tag, so that nobody installs one by accident. */
const publishPackages = (folder, version, more) => {
  for (const tarball of tarballsIn(folder)) {
    const tag = version.includes('-') ? 'next' : 'latest'
    run(folder, {}, 'npm', 'publish', `./${tarball}`, '--access', 'public', '--tag', tag, '--loglevel', 'warn', ...more)
  }
}

const checksumsOf = (folder) =>
  fs
    .readdirSync(folder)
    .filter((name) => name !== SUMS)
    .sort()
    .map((name) => {
      const hash = createHash('sha256')
        .update(fs.readFileSync(join(folder, name)))
        .digest('hex')
      return `${hash}  ${name}\n`
    })

const imageIn = (folder, version) => join(folder, `backhaul-${version}-image.tar`)
const documentIn = (folder, version) => join(folder, `backhaul-${version}.openapi.json`)

const makeImage = (work, source, folder, { version, commit, base }) => {
  const missing = missingFor('buildah')
  if (missing.length > 0 || base === 'none')
    return console.log(`skipped: the container image: missing here: ${[...missing, ...(base ? ['a base'] : [])]}`)
  const store = openStore(work)
  try {
    if (base) importBase(store, source, resolve(base))
    buildImage(store, { context: source, name: IMAGE, commit, pulls: !base })
    if (base) console.log('The container image was built. It has a stand-in for the public base image, so it is not kept.')
    else saveImage(store, IMAGE, imageIn(folder, version))
  } finally {
    store.remove()
  }
}

const make = (folder, config, { version, commit, base }) => {
  if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0) throw new Error(`${folder} is not empty: name a new folder`)
  fs.mkdirSync(folder, { recursive: true })
  const work = fs.mkdtempSync(join(tmpdir(), 'backhaul-release-'))
  fs.chmodSync(work, 0o711)
  const source = join(work, 'backhaul')
  try {
    stage(source, config)
    // `prepack` installs and builds the package.
    const names = PACKAGES.flatMap((name) => ['-w', `packages/${name}`])
    run(source, { SOURCE_COMMIT: commit }, 'npm', 'pack', '--silent', '--pack-destination', folder, ...names)
    run(source, {}, process.execPath, 'scripts/try-tarballs.mjs', folder)
    run(source, {}, process.execPath, 'scripts/generate.mjs', '--openapi', documentIn(folder, version))
    const sbom = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'], { cwd: source, encoding: 'utf8' })
    fs.writeFileSync(join(folder, `backhaul-${version}.cdx.json`), sbom)
    makeImage(work, source, folder, { version, commit, base })
    fs.writeFileSync(join(folder, SUMS), checksumsOf(folder).join(''))
    publishPackages(folder, version, ['--dry-run'])
    console.log(`${folder}: the files of ${version}. Not done: publishing, and provenance, which npm creates only in a workflow.`)
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
  }
}

/** Whether a tarball has the owner's scope. For the tarball of the server, also whether it was built from this commit. */
const isOf = (tarball, { npmScope }, commit) => {
  const read = (path) => execFileSync('tar', ['-xzOf', tarball, `package/${path}`], { encoding: 'utf8' })
  const { name } = JSON.parse(read('package.json'))
  return name.startsWith(`${npmScope}/`) && (!name.endsWith('/server') || read('dist/source-commit') === commit)
}

/** Returns the reason why the files in the folder may not be published, or null if they may. */
const faultOf = (folder, config, { version, commit }) => {
  if (![join(folder, SUMS), documentIn(folder, version), imageIn(folder, version)].every((path) => fs.existsSync(path)))
    return `${folder} has no complete release of ${version}: build the release first, with the image`
  if (fs.readFileSync(join(folder, SUMS), 'utf8') !== checksumsOf(folder).join(''))
    return `${folder} does not match ${SUMS}: build the release again`
  const isWhole = tarballsIn(folder).every((tarball) => isOf(join(folder, tarball), config, commit))
  return isWhole ? null : `${folder} has packages of another commit or scope: build the release again`
}

/** Publishes the files in the folder. If publishing is refused, the error gives all reasons at once. */
const publish = (folder, config, { version, commit, problems }) => {
  const all = [...problems, faultOf(folder, config, { version, commit })].filter((problem) => problem !== null)
  if (all.length > 0) throw new Error(`nothing was published:\n${all.map((problem) => `  ${problem}`).join('\n')}`)
  publishPackages(folder, version, ['--provenance'])
  pushImage(imageIn(folder, version), `${config.imageRegistry}:${version}`)
}

const main = () => {
  const { values, positionals } = parseArgs({ options: { publish: { type: 'boolean' } }, allowPositionals: true })
  const { RELEASE_BASE: base, RELEASE_CONFIG: configured } = process.env
  if (positionals.length !== 1) throw new Error('name the folder for the files: node scripts/release.mjs FOLDER [--publish]')
  const folder = resolve(positionals[0])
  const config = readJson(configured ?? join(root, 'release.config.json'))
  const versions = Object.fromEntries([...PACKAGES, 'console'].map((name) => [`packages/${name}`, manifestOf(root, name).version]))
  const releases = readReleases(root)
  const commit = git('rev-parse', 'HEAD')
  const tags = git('tag', '--points-at', 'HEAD').split('\n')
  const changelog = fs.readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const { version } = readJson(join(root, 'package.json'))
  const problems = problemsOf({ config, versions: { 'package.json': version, ...versions }, changelog, releases, commit, tags })
  if (values.publish) return publish(folder, config, { version, commit, problems })
  make(folder, config, { version, commit, base })
  for (const problem of problems) console.log(`not ready to publish: ${problem}`)
}

try {
  main()
} catch (error) {
  console.error(`release: ${error.message}`)
  process.exitCode = 1
}
