// `npm run test:time -- [--most SECONDS] [--files N] [-- ARGUMENTS OF npm test]`: runs `npm test` and prints the processor time that it
// used: the user and system time of every process that `npm test` started, directly or indirectly. These are npm, Vitest and its forks,
// services and commands started by tests, and every process of PostgreSQL. Linux only. The kernel adds up the time of the children that a
// process has waited for. Once a second, /proc is searched for processes that lost their parent, such as a postmaster. Time that such an
// orphan uses after the last search is not counted. The time of a test file is the time that its fork uses while the file runs, with the
// processes that the fork started and waited for. Transforming TypeScript and the shared PostgreSQL have lines of their own. Fails if the
// tests fail, or if they use more than --most seconds.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readText } from './bootstrap.mjs'

const EVERY_MS = 1000
/** Unit of /proc: USER_HZ, which is 100 wherever Node runs. */
const TICKS_PER_SECOND = 100
const root = fileURLToPath(new URL('..', import.meta.url))

/** Parses one line of /proc/<pid>/stat. The name in parentheses may contain any character. */
const parseStat = (pid, line) => {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
  const [user, system, waitedUser, waitedSystem] = fields.slice(11, 15).map((ticks) => Number(ticks) / TICKS_PER_SECOND)
  const name = line.slice(line.indexOf('(') + 1, line.lastIndexOf(')'))
  const waited = { user: waitedUser, system: waitedSystem }
  return { pid, name, parent: Number(fields[1]), started: fields[19], user: user + waitedUser, system: system + waitedSystem, waited }
}

const readStat = (pid) => {
  const line = readText(`/proc/${pid}/stat`)
  return line ? parseStat(pid, line) : undefined
}

const processes = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => readStat(Number(pid)) ?? [])

/** All descendants of a process, with the time that they and the children that they waited for have used. */
class Family {
  #members = new Map()
  #databases = new Map()

  constructor(pid) {
    this.root = pid
    this.look()
  }

  look() {
    const all = processes()
    // A process may have a lower id than its parent, so the search repeats until it finds nothing new.
    for (let found = -1; found !== this.#members.size; ) {
      found = this.#members.size
      for (const one of all) {
        const known = this.#members.get(one.pid)
        const isMember = known ? known.started === one.started : one.pid === this.root || this.#isAlive(one.parent, all)
        if (isMember) this.#members.set(one.pid, one)
      }
    }
    this.#lookAtDatabases(all)
  }

  #isAlive(pid, all) {
    const known = this.#members.get(pid)
    return known !== undefined && all.some((one) => one.pid === pid && one.started === known.started)
  }

  /** Returns the members of the family whose parent is not a member, so that no member waits for them. */
  orphans() {
    return [...this.#members.values()].filter(({ pid, parent }) => pid !== this.root && !this.#members.has(parent))
  }

  /**
   * The time of the postmaster that used the most time, which is the one that the test files share. It includes the time of its living
   * children and of those that it waited for.
   */
  get database() {
    return [...this.#databases.values()].reduce((most, one) => (secondsOf(one) > secondsOf(most) ? one : most), NOTHING)
  }

  #lookAtDatabases(all) {
    const isPostgres = (pid) => this.#members.get(pid)?.name === 'postgres'
    for (const one of all.filter(({ pid, parent }) => isPostgres(pid) && !isPostgres(parent)))
      this.#databases.set(one.pid, sum([one, ...all.filter(({ parent }) => parent === one.pid)]))
  }
}

const NOTHING = { user: 0, system: 0 }
const secondsOf = ({ user, system }) => user + system
const sum = (all) => all.reduce((so_far, { user, system }) => ({ user: so_far.user + user, system: so_far.system + system }), NOTHING)
const row = (name, { user, system }) =>
  console.log(`${(user + system).toFixed(1).padStart(8)} s  (${user.toFixed(1)} user, ${system.toFixed(1)} system)  ${name}`)

const { values, positionals } = parseArgs({
  options: { most: { type: 'string' }, files: { type: 'string', default: '25' } },
  allowPositionals: true,
})
if (process.platform !== 'linux') throw new Error('only Linux reports what every process used')
const directory = mkdtempSync(join(tmpdir(), 'backhaul-test-time-'))
const timesFile = join(directory, 'files')
const before = readStat(process.pid)
const begun_ms = Date.now()
const child = spawn('npm', ['test', '--silent', '--', ...positionals], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { ...process.env, BACKHAUL_TEST_TIME_FILE: timesFile },
})
const ended = once(child, 'exit')
const family = new Family(child.pid)
const looking = setInterval(() => family.look(), EVERY_MS)
const [code] = await ended
clearInterval(looking)
const elapsed_s = Math.round((Date.now() - begun_ms) / 1000)
const after = readStat(process.pid)
const files = (readText(timesFile) ?? '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line))
rmSync(directory, { recursive: true })

/** The time of the children that this process waited for. This process's own time does not count as time of the tests. */
const waited = { user: after.waited.user - before.waited.user, system: after.waited.system - before.waited.system }
const orphans = sum(family.orphans())
const total = sum([waited, orphans])
const [inForks, started, database] = [sum(files.map(({ fork }) => fork)), sum(files.map(({ started }) => started)), family.database]
const rest = [inForks, started, database].reduce((left, one) => ({ user: left.user - one.user, system: left.system - one.system }), total)
const dearest = files.map(({ file, fork, started }) => ({ file, ...sum([fork, started]) })).sort((a, b) => secondsOf(b) - secondsOf(a))
console.log(`\nThe ${values.files} of ${files.length} test files that used the most time:`)
for (const one of dearest.slice(0, Number(values.files))) row(relative(root, one.file), one)
console.log('\nProcessor time by cause:')
row('test files, in the forks of Vitest', inForks)
row('processes that tests started and waited for', started)
row('the PostgreSQL that test files share', database)
row('the rest: Vitest and its transforms, npm, building, processes that tests did not wait for', rest)
row(`total, in ${elapsed_s} s`, total)
if (code !== 0) {
  console.error('the tests failed')
  process.exitCode = 1
} else if (values.most !== undefined && secondsOf(total) > Number(values.most)) {
  console.error(`the total is more than ${values.most} s`)
  process.exitCode = 1
}
