// Tests that a release can be followed by another release. A clone lists this commit as a release. A second release then adds a column,
// fills it in existing rows, and drops a table that the first release no longer uses. scripts/previous-release.mjs of the clone tests both
// programs on one database. `node scripts/second-release.mjs`; a step of .ci/full.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { bootstrap } from './bootstrap.mjs'
import { check, until } from './program.mjs'
import { ROOT, schemaChecksums } from './releases.mjs'

/** The release that this commit leads to, and the next one. */
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const [major, minor, patch, candidate] = /^(\d+)\.(\d+)\.(\d+)(-.*)?$/.exec(version).slice(1)
const FIRST = `${major}.${minor}.${candidate ? patch : Number(patch) + 1}`
const SECOND = `${major}.${Number(minor) + 1}.0`
const PACKAGES = [
  '',
  ...[
    'carrier-easypost',
    'carrier-replay',
    'client',
    'console',
    'core',
    'docs-site',
    'embedded-postgres',
    'server',
    'simulator',
    'trials',
  ].map((name) => `packages/${name}`),
]
const MIGRATIONS = 'packages/server/migrations'

/** Replaces a text that must occur exactly once. */
const replaced = (text, from, to) => {
  if (text.split(from).length !== 2)
    throw new Error(
      `"${from}" occurs ${text.split(from).length - 1} times in the file that the invented release changes; it must occur once`,
    )
  return text.replace(from, to)
}

class Repository {
  constructor(directory) {
    this.directory = directory
    execFileSync('git', ['clone', '--quiet', ROOT, directory])
  }

  read(path) {
    return readFileSync(join(this.directory, path), 'utf8')
  }

  write(path, text) {
    writeFileSync(join(this.directory, path), text)
  }

  edit(path, from, to) {
    this.write(path, replaced(this.read(path), from, to))
  }

  git(...args) {
    return execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], {
      cwd: this.directory,
      encoding: 'utf8',
    }).trim()
  }

  setVersion(version) {
    const lock = JSON.parse(this.read('package-lock.json'))
    lock.version = version
    for (const path of PACKAGES) {
      const manifest = JSON.parse(this.read(join(path, 'package.json')))
      for (const one of [manifest, lock.packages[path]]) {
        one.version = version
        for (const needed of [one.dependencies ?? {}, one.devDependencies ?? {}])
          for (const name of Object.keys(needed)) if (name.startsWith('@backhaul/')) needed[name] = version
      }
      this.write(join(path, 'package.json'), JSON.stringify(manifest, null, 2))
    }
    this.write('package-lock.json', JSON.stringify(lock, null, 2))
  }

  commit(subject) {
    this.git('add', '--all')
    this.git('commit', '--quiet', '--message', subject)
    return this.git('rev-parse', 'HEAD')
  }
}

const FILL = `import { BackgroundLoop } from '../database/background-loop.ts'

export class NoteFiller {
  readonly #loop = new BackgroundLoop()
  readonly #service
  #ended: Promise<void> | null = null

  constructor(service) {
    this.#service = service
  }

  start() {
    const { db, log } = this.#service
    const text = \`update shipments s set note = 'filled' from (
      select id from shipments where note is null order by id limit 20 for update skip locked) due where due.id = s.id returning 1\`
    const pass = async () => {
      while (!this.#loop.stopped && (await db.query('fill_notes', text)).length > 0);
    }
    this.#ended ??= this.#loop.run(200, pass, (err) => log.error({ err }, 'notes not filled'))
  }

  async stop() {
    this.#loop.stop()
    await this.#ended
  }
}
`

/** Returns the number of the next migration. */
const nextNumber = (repository) => {
  const files = repository.git('ls-files', MIGRATIONS).split('\n')
  return (
    Number(
      files
        .at(-1)
        .slice(MIGRATIONS.length + 1)
        .slice(0, 4),
    ) + 1
  )
}
const nameOf = (number, name) => `${MIGRATIONS}/${String(number).padStart(4, '0')}_${name}.sql`

const makeFirst = (repository) => {
  repository.setVersion(FIRST)
  // Adds a table that this release no longer uses, as if earlier versions of the program had used it.
  repository.write(nameOf(nextNumber(repository), 'old_notes'), 'create table old_notes (id text primary key);\n')
  return repository.commit(`Release ${FIRST}`)
}

const makeSecond = (repository, line) => {
  const number = nextNumber(repository)
  repository.setVersion(SECOND)
  repository.write('RELEASES', `${repository.read('RELEASES')}${line}\n`)
  repository.write(nameOf(number, 'note'), 'alter table shipments add column note text;\n')
  repository.write(nameOf(number + 1, 'old_notes_gone'), `-- oldest-program: ${FIRST}\ndrop table old_notes;\n`)
  repository.edit('packages/core/src/generated/known-columns.ts', '  shipments: {\n', "  shipments: {\n    note: 'text',\n")
  repository.edit('packages/core/src/decide-create.ts', '  label_voided: false,\n', "  label_voided: false,\n  note: 'made',\n")
  repository.write('packages/server/src/delivery/note-filler.ts', FILL)
  const serve = 'packages/server/src/app/serve.ts'
  repository.edit(serve, '  new FeedSums(', '  new NoteFiller(service),\n  new FeedSums(')
  repository.write(serve, `import { NoteFiller } from '../delivery/note-filler.ts'\n${repository.read(serve)}`)
  repository.commit(`Release ${SECOND}`)
}

/** Checks that `scripts/previous-release.mjs` refuses this list of releases with this reason. */
const checkRefused = (repository, list, reason) => {
  const kept = repository.read('RELEASES')
  repository.write('RELEASES', list)
  const { status, stderr } = spawnSync(process.execPath, ['scripts/previous-release.mjs'], { cwd: repository.directory, encoding: 'utf8' })
  repository.write('RELEASES', kept)
  check(status === 1 && reason.test(stderr), `the list is refused: ${stderr.trim()}`)
}

const checkDatabase = async (env, config) => {
  const client = new pg.Client(config)
  await client.connect()
  try {
    const count = async (condition) => (await client.query(`select count(*)::int as n from shipments where ${condition}`)).rows[0].n
    await until('the new column is filled in every shipment', async () => (await count('note is null')) === 0)
    const [made, filled] = [await count("note = 'made'"), await count("note = 'filled'")]
    check(made > 0 && filled > 0, `${SECOND} set it in ${made} new shipments and filled it in ${filled} existing ones`)
    const { rows } = await client.query("select to_regclass('old_notes') as old")
    check(rows[0].old === null, 'the contract step dropped the old table')
  } finally {
    await client.end()
  }
  // The program of this commit has a lower version than the first release, so it must be refused.
  bootstrap()
  const { status, stderr } = spawnSync(process.execPath, ['packages/server/bin/backhaul.js', 'migrate'], {
    ...{ cwd: ROOT, encoding: 'utf8', env: { ...process.env, ...env } },
  })
  const line = new RegExp(
    `^backhaul: the database needs Backhaul ${FIRST} or newer since its migration \\d{4}_old_notes_gone, but this is Backhaul .*\n$`,
  )
  check(status === 1 && line.test(stderr), `${version} is refused: ${stderr.trim()}`)
}

const work = mkdtempSync(join(tmpdir(), 'backhaul-second-'))
try {
  const repository = new Repository(join(work, 'repository'))
  const { directory } = repository
  const commit = makeFirst(repository)
  const schema = schemaChecksums(directory).at(-1)
  const line = `${FIRST} ${commit} ${schema} 2026-12-01`
  makeSecond(repository, line)
  checkRefused(repository, line.replace(schema, '0'.repeat(64)), /the migrations of \S+ have another checksum than in RELEASES/)
  checkRefused(repository, line.replace(commit, '0'.repeat(40)), /the commit 0{40} of \S+ in RELEASES is not in the history of this clone/)
  const { tryNewestRelease } = await import(pathToFileURL(join(directory, 'scripts/previous-release.mjs')).href)
  await tryNewestRelease(checkDatabase)
} catch (error) {
  console.error(`second-release: ${error.message}`)
  process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}
