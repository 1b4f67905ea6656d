// `npm run mutate`: breaks one promise at a time by changing one line, and runs the tests that should fail. A test that cannot fail
// promises nothing. A line of packages/server/tools/mutations.mjs whose change no test detects needs a new test.
//
//   npm run mutate                            all mutations, about ten minutes
//   npm run mutate -- --list                  their names and files
//   npm run mutate -- --check                 whether each of them still applies, about a second
//   npm run mutate -- --only guard-version    only these; several names may follow
//   npm run mutate -- --seed abc --count 5    five of them, chosen by the seed
//
// Everything happens in a copy of the sources (committed or not) in the system's temporary directory, so the working tree never changes,
// however this process ends. "Caught" means that a test failed that passes without the change. These are failures and never count as
// caught: a line that is not found exactly once, code that does not parse, tests that do not pass unchanged, and tests that do not start
// with the change.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { bootstrap } from '../../../scripts/bootstrap.mjs'
import { findChromium } from '../../../scripts/chromium.mjs'
import { MUTATIONS } from './mutations.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const MOST = 80
const COPY_PREFIX = 'backhaul-mutate-'
/** Time limit for a test file. A run that takes longer counts as hanging and gives no verdict. */
const FILE_LIMIT_MS = 12 * 60_000
/** Number of entries that are tested at the same time, each in its own copy. Most tests spend much of their time waiting. */
const AT_ONCE = 2

/** The simulation is not a test file. Its run fails when a promise is broken. */
const SIMULATION = 'packages/trials/dist/faults/main.js'
const SIMULATION_SEEDS = [1, 2, 3]
/** One minute of faults, plus the time until everything settles on a busy machine. */
const SIMULATION_LIMIT_MS = 20 * 60_000

/** Null if no Chromium was found. Entries whose tests need Chromium are then skipped with a message. */
const chromium = findChromium()
const copies = []
const running = new Set()

function cleanUp() {
  for (const child of running) {
    try {
      // SIGTERM lets the simulation stop its database.
      if (child.spawnargs.includes(SIMULATION)) child.kill('SIGTERM')
      else process.kill(-child.pid, 'SIGKILL')
    } catch {}
  }
  for (const copy of copies.splice(0)) fs.rmSync(copy, { recursive: true, force: true })
}

function fail(message) {
  console.error(message)
  process.exit(1)
}

function options() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      only: { type: 'string', multiple: true },
      seed: { type: 'string' },
      count: { type: 'string' },
      list: { type: 'boolean' },
      check: { type: 'boolean' },
    },
  })
  if (positionals.length > 0 && !values.only) fail(`${positionals[0]}: names follow --only`)
  const count = values.count === undefined ? MUTATIONS.length : Number(values.count)
  if (!Number.isInteger(count) || count < 1) fail('--count takes a whole number from 1 up')
  if ((values.seed === undefined) !== (values.count === undefined)) fail('--seed and --count go together')
  return { only: values.only && [...values.only, ...positionals], seed: values.seed, count, list: values.list, check: values.check }
}

/** Chooses the same entries for the same seed, whatever the order of the list. */
function chosen({ only, seed, count }) {
  for (const name of only ?? []) if (!MUTATIONS.some((one) => one.name === name)) fail(`${name}: no mutation has this name; see --list`)
  const place = ({ name }) => createHash('sha256').update(`${seed}/${name}`).digest('hex')
  const some = only ? MUTATIONS.filter(({ name }) => only.includes(name)) : MUTATIONS
  if (seed === undefined) return some
  // A small selection is a quick check, so entries that need minutes of simulation are left out.
  const quick = some.filter(({ tests }) => !tests.includes(SIMULATION))
  return quick.sort((a, b) => (place(a) < place(b) ? -1 : 1)).slice(0, count)
}

/** Returns why this entry does not apply to the current sources, or null. */
async function faultOf({ name, file, from, to, tests }, directory) {
  if (MUTATIONS.filter((one) => one.name === name).length > 1) return 'the name occurs twice'
  const path = join(directory, file)
  if (!fs.existsSync(path)) return `there is no ${file}`
  const text = fs.readFileSync(path, 'utf8')
  const times = text.split(from).length - 1
  if (times !== 1) return `the text occurs ${times} times in ${file}: ${from}`
  const missing = tests.find((test) => !fs.existsSync(join(directory, test)))
  if (missing) return `there is no ${missing}`
  // A browser accepts a style sheet with an error, so a style sheet need not parse.
  if (path.endsWith('.css')) return null
  const { transformWithOxc } = await import('vite')
  try {
    await transformWithOxc(
      text.replace(from, () => to),
      path,
    )
  } catch {
    return `the change makes ${file} unreadable`
  }
  return null
}

/** Copies the current sources. Installed dependencies and build output are linked and only read. */
async function makeCopy() {
  const directory = fs.mkdtempSync(join(tmpdir(), COPY_PREFIX))
  copies.push(directory)
  const listed = await output('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  for (const name of listed.split('\0').filter((entry) => entry !== '' && fs.existsSync(join(root, entry)))) {
    fs.mkdirSync(dirname(join(directory, name)), { recursive: true })
    fs.copyFileSync(join(root, name), join(directory, name))
  }
  linkInstalled(join(root, 'node_modules'), join(directory, 'node_modules'))
  for (const name of fs.readdirSync(join(root, 'packages'))) {
    for (const made of ['node_modules', 'dist', 'pages']) {
      const original = join(root, 'packages', name, made)
      if (!fs.existsSync(original)) continue
      const copy = join(directory, 'packages', name, made)
      // These packages find the service by a relative path, which must lead to the service of the copy.
      if (['docs-site', 'trials'].includes(name)) fs.cpSync(original, copy, { recursive: true })
      else fs.symlinkSync(original, copy)
    }
  }
  return directory
}

/**
 * Links each entry separately, so that the caches of a test runner stay in the copy and the packages of the workspace are those of the
 * copy.
 */
function linkInstalled(from, to) {
  fs.mkdirSync(to)
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const original = join(from, entry.name)
    if (entry.name.startsWith('@')) linkInstalled(original, join(to, entry.name))
    else if (entry.isSymbolicLink()) fs.symlinkSync(fs.readlinkSync(original), join(to, entry.name))
    else if (!entry.name.startsWith('.') || entry.name === '.bin') fs.symlinkSync(original, join(to, entry.name))
  }
}

function output(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(text) : reject(new Error(`${command} ${args[0]} ended with ${code}`))))
  })
}

/** Tests that need Chromium have a separate configuration. */
const isOfBrowser = (file) => file.endsWith('.browser.ts')

/** Builds the copy's service and runs the simulation with one seed after another until it fails. Resolves like `test`. */
async function simulate(directory) {
  const dist = join(directory, 'packages', 'server', 'dist')
  const shared = fs.readlinkSync(dist)
  fs.rmSync(dist)
  try {
    const built = await ended(
      spawn(process.execPath, ['scripts/bundle.mjs', 'server', dist], { cwd: directory, stdio: ['ignore', 'pipe', 'pipe'] }),
    )
    if (built.code !== 0) return `the service cannot be built: ${built.said}`
    for (const seed of SIMULATION_SEEDS) {
      const args = [SIMULATION, '--seed', String(seed), '--minutes', '1']
      const { code, said } = await ended(
        spawn(process.execPath, args, { cwd: directory, detached: true, stdio: ['ignore', 'pipe', 'pipe'] }),
      )
      const violated = /^violated: .*$/m.exec(said)
      if (violated) return outcome('failed', [{ fullName: `seed ${seed}, ${violated[0]}` }])
      if (code !== 0) return `seed ${seed} ended with ${code}: ${said.trim().split('\n').at(-1)}`
    }
    return outcome('passed', [])
  } finally {
    fs.rmSync(dist, { recursive: true, force: true })
    fs.symlinkSync(shared, dist)
  }
}

const outcome = (status, failed) => new Map([[SIMULATION, { status, message: '', failed, ran: 1 }]])

/** Resolves with the exit code and the whole output. `end` is called if the process hangs. */
async function ended(child, limit_ms = SIMULATION_LIMIT_MS, end = () => child.kill('SIGTERM')) {
  running.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      said += chunk
    })
  }
  let hangs = false
  const limit = setTimeout(() => {
    hangs = true
    end()
  }, limit_ms)
  const code = await new Promise((resolve) => child.on('close', resolve))
  clearTimeout(limit)
  running.delete(child)
  return { code, said, hangs }
}

/** Runs test files in the copy. Resolves with the result of each file, or with a text that says why there is none. */
async function test(directory, files, more = []) {
  const results = new Map()
  if (files.includes(SIMULATION)) {
    const simulated = await simulate(directory)
    if (typeof simulated === 'string') return simulated
    for (const [file, result] of simulated) results.set(file, result)
  }
  const tests = files.filter((file) => file !== SIMULATION)
  for (const some of [tests.filter((file) => !isOfBrowser(file)), tests.filter(isOfBrowser)]) {
    if (some.length === 0) continue
    const reason = isOfBrowser(some[0]) ? await buildPagesIn(directory) : null
    if (reason) return reason
    const found = await testAlike(directory, some, isOfBrowser(some[0]) ? ['--config', 'vitest.browser.config.ts', ...more] : more)
    if (typeof found === 'string') return found
    for (const [file, result] of found) results.set(file, result)
  }
  return results
}

/**
 * Builds the pages, because a browser loads built pages and not sources. Resolves with null, or with the reason why they cannot be built.
 */
async function buildPagesIn(directory) {
  const child = spawn(process.execPath, ['scripts/pages.mjs', 'pages'], {
    cwd: directory,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const { code, said } = await ended(child)
  return code === 0 ? null : said.trim().slice(-4000)
}

async function testAlike(directory, files, more) {
  const report = join(directory, 'report.json')
  fs.rmSync(report, { force: true })
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...files, '--reporter=json', `--outputFile=${report}`, ...more]
  // Copies share the installed packages, where the cache is.
  const env = { ...process.env, VITEST_MODULE_CACHE: 'off', ...(chromium ? { BACKHAUL_CHROMIUM: chromium } : {}) }
  const child = spawn(process.execPath, args, { cwd: directory, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const { code, said, hangs } = await ended(child, files.length * FILE_LIMIT_MS, () => process.kill(-child.pid, 'SIGKILL'))
  if (hangs) return `it did not end within ${(files.length * FILE_LIMIT_MS) / 60_000} minutes`
  if (!fs.existsSync(report)) return `the tests did not start: ${said.trim().split('\n').at(-1)}`
  const { testResults } = JSON.parse(fs.readFileSync(report, 'utf8'))
  const results = new Map()
  for (const { name, status, message, assertionResults } of testResults) {
    const failed = assertionResults.filter((one) => one.status === 'failed')
    results.set(name.slice(directory.length + 1), { status, message, failed, ran: assertionResults.length })
  }
  if (code !== 0 && [...results.values()].every(({ status }) => status === 'passed'))
    return `all tests passed, but the run ended with ${code}`
  return results
}

/** Returns the test files that fail even without a change, each with the reason. */
async function failingUnchanged(directory, files) {
  const results = await test(directory, files)
  if (typeof results === 'string') fail(`unchanged, ${results}`)
  const failing = new Map()
  for (const file of files) {
    const result = results.get(file)
    if (result?.status === 'passed' && result.ran > 0) continue
    failing.set(file, result?.failed[0]?.fullName ?? result?.message?.split('\n')[0] ?? 'it was not run')
  }
  return failing
}

/** @returns `caught`, `survived`, or `invalid` with the reason */
async function judge(directory, { file, from, to, tests }) {
  const path = join(directory, file)
  const text = fs.readFileSync(path, 'utf8')
  fs.writeFileSync(
    path,
    text.replace(from, () => to),
  )
  try {
    const results = await test(directory, tests, ['--bail=1'])
    if (typeof results === 'string') return { verdict: 'invalid', detail: results }
    const all = [...results.values()]
    const [objection] = all.flatMap(({ failed }) => failed)
    if (objection) return { verdict: 'caught', detail: objection.fullName }
    const broken = all.find(({ status }) => status !== 'passed')
    if (broken) return { verdict: 'invalid', detail: `no test ran to its end: ${broken.message?.split('\n')[0]}` }
    return { verdict: 'survived', detail: '' }
  } finally {
    fs.writeFileSync(path, text)
  }
}

async function main() {
  const asked = options()
  if (asked.list) {
    for (const { name, file, what } of MUTATIONS) console.log(`${name.padEnd(24)}${file}\n${' '.repeat(24)}${what}`)
    return
  }
  const mutations = chosen(asked).filter(({ name, tests }) => {
    const isPlayable = chromium !== null || asked.check || !tests.some(isOfBrowser)
    if (!isPlayable) console.log(`skipped: no Chromium: ${name}`)
    return isPlayable
  })
  if (MUTATIONS.length > MOST) fail(`${MUTATIONS.length} entries; ${MOST} at most: replace one that matters less`)
  // Checks all entries, even if only a few are run. A change that breaks an entry is then noticed at once.
  const faults = []
  for (const mutation of MUTATIONS) {
    const fault = await faultOf(mutation, root)
    if (fault) faults.push(`${mutation.name}: ${fault}`)
  }
  if (faults.length > 0)
    fail(
      `${faults.join('\n')}\nThese entries of packages/server/tools/mutations.mjs do not apply anymore; write them down again for today's code.`,
    )
  if (asked.check) {
    console.log(`${MUTATIONS.length} entries, and each of them applies`)
    return
  }
  bootstrap()
  const directory = await makeCopy()
  const files = [...new Set(mutations.flatMap(({ tests }) => tests))]
  console.log(`${mutations.length} mutations; first, ${files.length} test files as they are ...`)
  const atFirst = await failingUnchanged(directory, files)
  for (const [file, reason] of atFirst) console.log(`fails at first: ${file}: ${reason}`)
  const failing = atFirst.size > 0 ? await failingUnchanged(directory, [...atFirst.keys()]) : atFirst
  for (const [file, reason] of failing) console.log(`fails unchanged: ${file}: ${reason}`)
  const counts = { caught: 0, survived: 0, invalid: 0 }
  const notCaught = []
  let done = 0
  const play = async (mutation, copy) => {
    const began_ms = performance.now()
    const useless = mutation.tests.find((one) => failing.has(one))
    let { verdict, detail } = useless ? { verdict: 'invalid', detail: `${useless} fails unchanged` } : await judge(copy, mutation)
    // A test that once failed without the mutation may fail by chance. With the mutation, it must fail in the same way twice.
    if (verdict === 'caught' && mutation.tests.some((one) => atFirst.has(one))) {
      const again = await judge(copy, mutation)
      if (again.detail !== detail) [verdict, detail] = ['invalid', `${detail}, and then ${again.detail || again.verdict}`]
    }
    counts[verdict]++
    done++
    const seconds = ((performance.now() - began_ms) / 1000).toFixed(1)
    console.log(`${done} of ${mutations.length}  ${verdict.padEnd(9)} ${mutation.name}, ${seconds} s${detail && `: ${detail}`}`)
    if (verdict !== 'caught') notCaught.push(`${verdict}: ${mutation.name}, ${mutation.what} (${mutation.file})`)
  }
  const left = [...mutations]
  const playIn = async (copy) => {
    for (let next = left.shift(); next; next = left.shift()) await play(next, copy)
  }
  const others = await Promise.all(Array.from({ length: Math.min(AT_ONCE, mutations.length) - 1 }, makeCopy))
  await Promise.all([directory, ...others].map(playIn))
  for (const line of notCaught) console.log(line)
  console.log(`${counts.caught} caught, ${counts.survived} survived${counts.invalid > 0 ? `, ${counts.invalid} invalid` : ''}`)
  if (notCaught.length > 0) process.exitCode = 1
}

process.on('exit', cleanUp)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1))
await main()
