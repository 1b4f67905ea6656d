// Runs the commands of docs/operating/ as written. Commands of `backhaul` and queries run here, against a database with the records that
// they name. Each `…` in them is replaced by an id of the right kind. Commands that run elsewhere, or need another machine, are listed with
// the script that runs them.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inProcess } from '../cli/run.ts'
import { World } from '../coverage/world.ts'
import { operatingGuide } from '../support/operating.ts'
import { ROOT } from '../support/texts.ts'

const LIMIT_MS = 240_000
const text = operatingGuide()

/** Blocks that are not run here, by the beginning of their first line, each with the reason. */
const ELSEWHERE: Record<string, string> = {
  'exec node packages/server/bin/backhaul.js serve': 'a line of a start script; test/cli/start.test.ts starts it so',
  'PGPASSWORD=': 'test/cli/embedded.long.test.ts connects to the embedded database so; psql may not be there',
  'BACKHAUL_PUBLIC_URL=': 'settings of a provider; test/sign-in/ has a provider and these settings',
  'export BACKHAUL_ENV=production': 'test/cli/network.test.ts sets up a production database by the same commands',
  'npm ci && npm run package': '.ci/run installs the package so (scripts/try-package.mjs)',
  'tar -xzf backhaul.tgz': '.ci/run installs the package so (scripts/try-package.mjs)',
  'podman build': '.ci/full builds and starts the container (scripts/try-container.mjs)',
  'node packages/server/bin/backhaul.js serve --only api': 'test/machine/ and npm run simulate-faults start processes so',
  'backhaul backup /mnt': 'test/cli/backup.long.test.ts',
  'mkdir copy': 'test/cli/backup.long.test.ts',
  'pg_dump -Fc': 'npm run try-restore',
  pg_basebackup: 'npm run try-restore',
  'cp -a /mnt/backups/monday': 'npm run try-restore',
  'backhaul restore --activate': 'npm run try-restore',
  'apt-get install -y --no-install-recommends postgresql-15': '.ci/run installs these packages',
  'psql -d "$SUPERUSER_URL"': 'run below, with names of its own',
  "psql -d 'postgres://backhaul:password@db1": 'npm run try-ha does both on its own nodes (packages/trials/src/ha)',
  'npm run try-ha': '.ci/full, with two kills',
  'backhaul consolidation create': 'test/cli/consolidation.test.ts; an acceptance needs tenders that add up to its count',
  'export BACKHAUL_SANDBOX_TEST_CARRIERS=allow': 'test/carriers/easypost-guide.test.ts runs the commands against a local EasyPost',
  'backhaul replay-carrier': 'it runs until it is ended; test/carriers/ starts it so',
  'openssl rand -hex 32 > northline.secret': 'the carrier at its end runs until it is ended; test/carriers/service.test.ts signs so',
}

/** Files that the commands expect, by name. */
const FILES: Record<string, string> = {
  'address.json': JSON.stringify({
    name: 'Receiving',
    line1: '1 Depot Rd',
    city: 'Reno',
    state: 'NV',
    postal_code: '89501',
    country: 'US',
  }),
  'codes.json': '{"PU": "inject", "AR": "movement", "OD": "out-for-delivery", "DL": "deliver", "MA": null}',
  'monday.csv': 'number,code,occurred_at\nR-1,DL,2026-11-20T09:30:00Z\n',
  'stores.csv':
    'code,name,line1,city,state,postal_code,country,lat,lon,timezone\nNYC-001,Counter Chelsea,230 W 23rd St,New York,NY,10011,US,40.7446,-73.9967,America/New_York\n',
  'rates.csv': 'carrier,country,service_level,zone,base_cents,per_lb_cents,max_weight_lb\nnorthline,US,standard,local,525,35,150\n',
  'tariffs.csv': '',
  'november.csv': '',
  'us.json': '',
  'us.csv': '',
}

/** For each kind of id, the query that returns an id for the next command. */
const NEWEST: Record<string, string> = {
  adj: "select id from adjustments where dispute_status = 'open' order by id desc",
  cil: "select id from carrier_invoice_lines where state = 'disputed' order by id",
  civ: 'select id from carrier_invoices order by id desc',
  clm: "select id from claims where status = 'open' order by id desc",
  key: "select id from api_keys where kind = 'partner' and revoked_at is null order by created_at desc",
  par: 'select id from partners order by created_at desc',
  ses: 'select id from console_sessions order by id desc',
  sto: 'select id from stores order by id desc',
}

const blocksOf = (language: string): string[] =>
  [...text.matchAll(new RegExp(`^ *\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\`$`, 'gm'))].map(([, code]) => code as string)

/** Returns the inline code spans of the prose that match `start`. */
const inlineOf = (start: RegExp): string[] => {
  const prose = text.replace(/^ *```[\s\S]*?^ *```$/gm, '')
  return [...new Set([...prose.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code as string))].filter((code) => start.test(code))
}

/** Names of connections that look like commands, and commands that run until someone stops them. */
const NOT_COMMANDS = /^backhaul (api|bell|watch|worker|serve|simulate)\b/

/** Returns the example file whose header line begins with `start`. */
const exampleOf = (start: string): string => [...blocksOf('csv')].find((code) => code.startsWith(start)) as string

const isElsewhere = (block: string): boolean => Object.keys(ELSEWHERE).some((start) => block.startsWith(start))

/** Returns the words of a command line, without the part after `#`. */
const wordsOf = (line: string): string[] =>
  [...line.replace(/ +# .*$/, '').matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? (plain as string),
  )

let world: World
let directory: string
beforeAll(async () => {
  world = await World.open()
  directory = mkdtempSync(join(tmpdir(), 'backhaul-operating-'))
  FILES['tariffs.csv'] = exampleOf('carrier,country,currency,effective_on')
  FILES['november.csv'] = exampleOf('invoice,number')
  FILES['us.csv'] = exampleOf('kind,date,name')
  FILES['us.json'] = blocksOf('json').find((code) => code.includes('"cut_off"')) as string
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(directory, name), content)
  await world.dispute()
  await world.dispute()
  for (let i = 0; i < 3; i++) await world.claim()
  await world.signedIn('partner')
}, LIMIT_MS)
afterAll(async () => {
  await world.close()
  rmSync(directory, { recursive: true, force: true })
})

const query = async <Row>(sql: string): Promise<Row[]> => (await world.service.running.service.db.pool.query(sql)).rows

const fill = async (word: string): Promise<string> => {
  const kind = /^(\w+)_…$/.exec(word)?.[1]
  if (!kind) return word in FILES ? join(directory, word) : word
  // Disputes the charges for unknown parcels first, because the earlier commands leave no disputed line.
  if (kind === 'cil') await run('backhaul carrier invoice dispute civ_… --verdict unknown --note "Not ours"')
  const [row] = await query<{ id: string }>(`${NEWEST[kind]} limit 1`)
  return row?.id ?? word
}

const run = async (line: string): Promise<string | null> => {
  const all = wordsOf(line)
  const words = all.includes('>') ? all.slice(0, all.indexOf('>')) : all
  const args = await Promise.all(words.slice(1).map(fill))
  const { config } = world.service.running.service
  const { code, stderr } = await inProcess(args, {
    DATABASE_URL: config.databaseUrl as string,
    BACKHAUL_DATA_DIR: config.dataDir,
    BACKHAUL_LOG_LEVEL: 'error',
    BACKHAUL_OBJECTS: directory,
  })
  return code === 0 ? null : `${line}: ${stderr.trim()}`
}

test('every backhaul command in docs/operating/ runs as written', { timeout: LIMIT_MS }, async () => {
  const lines = blocksOf('sh')
    .filter((block) => !isElsewhere(block))
    .flatMap((block) => block.trim().split('\n'))
  const commands = lines.filter((line) => line.startsWith('backhaul '))
  expect(commands.length).toBeGreaterThan(35)
  const failed: string[] = []
  for (const line of commands) {
    const why = await run(line)
    if (why) failed.push(why)
  }
  expect(failed).toEqual([])
  expect(lines.filter((line) => !line.startsWith('backhaul ') && !line.startsWith("echo '{"))).toEqual([])
})

test('the documented role and database are sufficient for the service', async () => {
  const block = blocksOf('sh').find((one) => one.startsWith('psql -d "$SUPERUSER_URL"')) as string
  const statements = block.split('\n').filter((line) => line.startsWith('create '))
  expect(statements).toHaveLength(2)
  const { config } = world.service.running.service
  const name = `operators_${process.pid}`
  const url = Object.assign(new URL(config.databaseUrl as string), {
    username: name,
    password: 'a-long-password',
    pathname: `/${name}`,
  }).href
  try {
    for (const statement of statements) await query(statement.replace(/\bbackhaul\b/g, name))
    const settings = { DATABASE_URL: url, BACKHAUL_DATA_DIR: config.dataDir, BACKHAUL_LOG_LEVEL: 'error' }
    for (const command of [['migrate'], ['partner', 'list']]) expect(await inProcess(command, settings)).toMatchObject({ code: 0 })
  } finally {
    await query(`drop database if exists ${name}`)
    await query(`drop role if exists ${name}`)
  }
})

test('the blocks that do not run here exist', () => {
  const blocks = blocksOf('sh')
  expect(Object.keys(ELSEWHERE).filter((start) => !blocks.some((block) => block.startsWith(start)))).toEqual([])
})

test('every backhaul command named in a sentence exists, and runs if its arguments are given', async () => {
  const named = inlineOf(/^backhaul [a-z-]/).filter((line) => !NOT_COMMANDS.test(line))
  expect(named.length).toBeGreaterThan(20)
  const failed: string[] = []
  for (const line of named) {
    const why = await run(/ --|_…|\d/.test(line) ? line : `${line} --help`)
    if (why) failed.push(why)
  }
  expect(failed).toEqual([])
})

test('every npm script that is named exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const named = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name as string)
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !(name in scripts))).toEqual([])
})

test('every query in docs/operating/ is valid', async () => {
  const queries = blocksOf('sql').flatMap((block) => block.split(/;[^\n]*\n/).filter((sql) => sql.trim() !== ''))
  const inline = inlineOf(/^(select|truncate) \w+[, ]/)
  expect([queries.length > 5, inline.length > 5]).toEqual([true, true])
  for (const sql of [...queries, ...inline]) expect(await query(sql)).toBeInstanceOf(Array)
})
