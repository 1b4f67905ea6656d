// Tests the packages that npm publishes. They are packed and installed into empty projects outside the repository. Programs of both module
// systems import them and compile against their types. `npx backhaul` starts a sandbox, which is used and stopped. `node
// scripts/try-tarballs.mjs [FOLDER]`; a step of .ci/run. FOLDER has existing tarballs, under any scope, as scripts/release.mjs makes them.
import { execFileSync, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PACKAGES } from './bootstrap.mjs'
import { call, check, start, tryPages, trySandbox, until } from './program.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const FIELDS = ['name', 'version', 'description', 'license', 'keywords', 'engines', 'files', 'exports']

/** For each package, a line of a program that uses it. The server is left out, because it is a command that nothing imports. */
const USES = {
  client: "new Backhaul({ base_url: 'http://127.0.0.1:8080', api_key: 'key', signing_secret: 'secret' }) instanceof Backhaul",
  'embedded-postgres': "openEmbedded.length === 1 && new EmbeddedPostgresError('lost') instanceof Error",
}
const NAMES = { client: 'Backhaul', 'embedded-postgres': 'EmbeddedPostgresError, openEmbedded' }

const run = (cwd, command, ...args) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return stdout
}

const emptyProject = (work, name) => {
  const folder = join(work, name)
  fs.mkdirSync(folder)
  fs.writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  return folder
}

/** Returns each tarball's manifest and contents, by package. */
const inspect = (files) =>
  Object.fromEntries(
    files.map((file) => {
      const listed = run('/', 'tar', '-tzf', file).trim().split('\n')
      const manifest = JSON.parse(run('/', 'tar', '-xzOf', file, 'package/package.json'))
      const name = manifest.name.split('/')[1]
      const missing = FIELDS.filter((field) => !manifest[field])
      check(missing.length === 0, `${manifest.name} has the fields ${FIELDS.join(', ')} ${missing}`)
      check(!manifest.private && manifest.license === 'Apache-2.0', `${manifest.name} can be published under the Apache License`)
      const absent = ['README.md', 'LICENSE', 'NOTICE'].filter((wanted) => !listed.includes(`package/${wanted}`))
      check(absent.length === 0, `${manifest.name} contains README.md, LICENSE and NOTICE ${absent}`)
      const strange = listed.filter((path) => /\.map$|\/(src|test|node_modules)\//.test(path))
      check(strange.length === 0, `${manifest.name} contains nothing that only developers need ${strange}`)
      return [name, { ...manifest, file }]
    }),
  )

/** Checks that programs that import and require the package run and compile, and that a wrong use does not compile. */
const tryModules = (work, name, packed) => {
  const { name: scoped, version } = packed[name]
  const project = emptyProject(work, name)
  run(project, 'npm', 'install', '--no-audit', '--no-fund', '--omit=optional', packed[name].file)
  const body = `const works: boolean = ${USES[name]}\nif (!works) throw new Error('${name} does not work')\n`
  const imported = `import { ${NAMES[name]} } from '${scoped}'\n${body}`
  fs.writeFileSync(join(project, 'imported.mts'), imported)
  fs.writeFileSync(join(project, 'required.cts'), imported)
  fs.writeFileSync(join(project, 'wrong.mts'), `${imported}export const wrong: number = works\n`)
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const strict = ['--strict', '--skipLibCheck', 'false', '--types', '']
  const options = ['--ignoreConfig', '--module', 'nodenext', '--target', 'es2023', '--lib', 'es2023,dom', ...strict]
  run(project, process.execPath, tsc, ...options, 'imported.mts', 'required.cts')
  const wrong = spawnSync(process.execPath, [tsc, ...options, '--noEmit', 'wrong.mts'], { cwd: project, encoding: 'utf8' })
  check(/^wrong\.mts\(\d+,\d+\): error TS2322/.test(wrong.stdout) && wrong.status !== 0, `${scoped} has types: a wrong type is refused`)
  check(
    fs.readFileSync(join(project, 'required.cjs'), 'utf8').includes(`require("${scoped}")`),
    `TypeScript compiles a require of ${scoped}`,
  )
  for (const program of ['imported.mjs', 'required.cjs']) run(project, process.execPath, '--no-warnings', program)
  const whole = "console.log(require(process.argv[1] + '/package.json').version)"
  check(run(project, process.execPath, '-e', whole, scoped).trim() === version, `${scoped} ${version} can be imported and required`)
}

/** Starts the sandbox in an empty directory, as a new user does. */
const tryServer = async (work, packed) => {
  const project = emptyProject(work, 'server')
  run(project, 'npm', 'install', '--no-audit', '--no-fund', ...PACKAGES.map((name) => packed[name].file))
  const installed = fs.readdirSync(join(project, 'node_modules'))
  check(!installed.includes('fastify'), `packages that the server bundles are not installed a second time (${installed.length} packages)`)
  // A project may have an unrelated package named `scripts`, at the path where a clone has its own scripts. The server must not run the
  // files of that package.
  fs.mkdirSync(join(project, 'node_modules/scripts'))
  for (const name of ['bootstrap.mjs', 'pages.mjs'])
    fs.writeFileSync(join(project, 'node_modules/scripts', name), "throw new Error('a script of another package was run')")
  // Removes the settings of the current user, and the settings that npm adds when it runs this script.
  const settings = Object.keys(process.env).filter((name) => /^(BACKHAUL_|DATABASE_URL|npm_)/.test(name))
  const env = { ...Object.fromEntries(settings.map((name) => [name, undefined])), HOST: '127.0.0.1', PORT: '0' }
  const running = await start(project, env, [], ['npx', 'backhaul'])
  try {
    const data = join(project, '.data')
    await until('the service prints where its data is', () => running.said().includes(`Data: ${data} `))
    const credentials = JSON.parse(fs.readFileSync(join(data, 'sandbox-credentials.json'), 'utf8'))
    const id = await trySandbox(running.url, credentials)
    await until('the shipment has an event in the feed', async () => {
      const { data } = await call(running.url, credentials, 'GET', `/v2/events?shipment=${id}`)
      return data.some(({ type }) => type === 'shipment.label_ready')
    })
    await tryPages(running.url)
    const pid = Number(fs.readFileSync(join(data, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
    await running.stop()
    const isGone = () =>
      !fs.existsSync(`/proc/${pid}`) &&
      fetch(`${running.url}/healthz`)
        .then(() => false)
        .catch(() => true)
    await until('the service and its database end when npx is stopped', isGone)
  } finally {
    running.child.kill('SIGTERM')
  }
}

const main = async (work, given) => {
  if (!given)
    execFileSync('npm', ['pack', '--silent', '--pack-destination', work, ...PACKAGES.flatMap((name) => ['-w', `packages/${name}`])], {
      cwd: root,
    })
  const folder = given ?? work
  const packed = inspect(
    fs
      .readdirSync(folder)
      .filter((name) => name.endsWith('.tgz'))
      .map((name) => join(folder, name)),
  )
  check(Object.keys(packed).sort().join() === PACKAGES.join(), `the packages are ${PACKAGES}`)
  for (const name of Object.keys(USES)) tryModules(work, name, packed)
  await tryServer(work, packed)
}

// If this process is root, the database runs under another account, which must be able to enter the directory.
const work = fs.mkdtempSync(join(fs.realpathSync(tmpdir()), 'backhaul-tarballs-'))
fs.chmodSync(work, 0o711)
try {
  await main(work, process.argv[2] && resolve(process.argv[2]))
} finally {
  fs.rmSync(work, { recursive: true, force: true })
}
