// `npm run grow -- --directory DIR --shipments N --seed S`: fills a data directory of its own with a year of history of any size. It
// simulates a small network by requests (`backhaul simulate`: every type of event, counters, carriers, tenders, claims, failing webhooks).
// Then it copies the rows many times, each copy with its own ids, numbers and times. The result is as retention would leave it: answers of
// a week, attempts of a month and deliveries of three months. It keeps as many of the newest events and scans as requested. It first prints
// the disk space needed. Run it again to continue an interrupted run. Then start `backhaul serve` with this data directory.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Database, makePartitions, migrate, openEmbedded, PARTITIONED, sumUpAll } from '@backhaul/server/testing'
import { connected, urlOf } from '../packages/trials/dist/lib/database.js'
import { counted, freePort, seeded } from '../packages/trials/dist/lib/run.js'
import { settings } from '../packages/trials/dist/lib/service.js'
import { DAY_MS, grow, HISTORY_DAYS, RETENTION_DAYS } from './grow/history.mjs'
import { Pattern } from './grow/pattern.mjs'
import { readSimulated, removeSimulated, simulate } from './grow/simulated.mjs'

const FORMAT = 2
/** Disk space as measured for docs/scaling.md, plus the WAL that PostgreSQL keeps during the run. */
const BYTES_PER_SHIPMENT = 4_000
const BYTES_PER_EVENT = 3_000
const BASE_BYTES = 3_000_000_000
const MAX_SHIPMENTS = 100_000_000
const MARK = 'grown.json'
const PATTERN = 'grown-pattern.json'
const WIDTH = 28
/** Crash safety is not needed, because the database can be made again. */
const QUICK = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_wal_size: '2GB', shared_buffers: '1GB' }

class Refused extends Error {}

const gigabytes = (bytes) => `${(bytes / 1e9).toFixed(1)} GB`

export const roomFor = ({ shipments, events }) => BASE_BYTES + shipments * BYTES_PER_SHIPMENT + events * BYTES_PER_EVENT

/** Draws a progress bar on one line of a terminal. Elsewhere it prints a line for each tenth. */
const barOn = (stream) => {
  let shown = -1
  const began_ms = Date.now()
  return (share, made) => {
    const step = Math.floor(share * (stream.isTTY ? 1000 : 10))
    if (step === shown) return
    shown = step
    const full = Math.round(share * WIDTH)
    const seconds = Math.round((Date.now() - began_ms) / 1000)
    const line = `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}] ${String(Math.floor(share * 100)).padStart(3)}%  ${counted(made)} shipments, ${seconds} s`
    stream.write(stream.isTTY ? `\r\u001b[K${line}${share === 1 ? '\n' : ''}` : `${line}\n`)
  }
}

const read = (directory, name) => JSON.parse(readFileSync(join(directory, name), 'utf8'))

/** Accepts a new directory, or one that this program has made, even if it was made with another size. */
const checkDirectory = (directory, asked) => {
  mkdirSync(directory, { recursive: true })
  // If this process is root, the database server runs as another user, which must be able to enter the directory.
  chmodSync(directory, 0o711)
  if (existsSync(join(directory, MARK))) {
    const { format, ...has } = read(directory, MARK)
    if (format !== FORMAT) throw new Refused(`${directory} was filled by another version; use a new directory`)
    if (has.seed !== asked.seed)
      throw new Refused(`${directory} was started with --seed ${has.seed}; use the same seed, or a new directory`)
    const isSame = has.shipments === asked.shipments && has.events === asked.events
    return isSame && !has.isOtherSize ? 'same' : 'other size'
  }
  if (readdirSync(directory).length > 0)
    throw new Refused(`${directory} is not empty, and this program did not create it; use a new directory`)
  writeFileSync(join(directory, MARK), `${JSON.stringify({ format: FORMAT, ...asked })}\n`)
  return 'new'
}

const checkRoom = async (directory, asked, say) => {
  const needed = roomFor(asked)
  const { bavail, bsize } = await statfs(directory)
  const what = `${counted(asked.shipments)} shipments and ${counted(asked.events)} events need about ${gigabytes(needed)}`
  if (bavail * bsize < needed) throw new Refused(`${what}, but ${directory} has only ${gigabytes(bavail * bsize)}`)
  say(`${what}; ${directory} has ${gigabytes(bavail * bsize)}`)
}

/**
 * The lock of the database, held until the connection ends. A lock file would not be enough, because the directory may have several paths,
 * and the database can be reached by its port.
 */
const LOCK = 7_215_020

/** Throws Refused if another run is filling this database. */
export const takeMigrationLock = async (client) => {
  const { rows } = await client.query(`select pg_try_advisory_lock(${LOCK}) as mine`)
  if (!rows[0].mine)
    throw new Refused('another run is filling the directory; wait until it ends, or end it and run this command again to continue')
}

const STATE = "select value from settings where name = 'grown'"

/** Sets the progress marks that the service would have set: how far it has counted, cleaned up and summarized. */
const finish = async (client) => {
  await client.query('vacuum (analyze)')
  await client.query(`
    insert into today_reached (partner_id, xid, seq, at)
    select p.id, coalesce(e.xid, '0'), coalesce(e.seq, 0), e.created_at from partners p left join lateral (
      select xid, seq, created_at from events where partner_id = p.id and created_at < now() - interval '9 days'
       order by events.xid desc, events.seq desc limit 1) e on true
    on conflict (partner_id) do update set xid = excluded.xid, seq = excluded.seq, at = excluded.at`)
  await client.query(`
    update upkeep_marks set done_to = coalesce((select max(id) from deliveries where created_at < now() - interval '31 days'), done_to)
     where task = 'first_successes'`)
  await client.query('checkpoint')
}

/** Computes the time summaries of all feeds, as workers would have done over time. */
const sumUp = async (config) => {
  const db = new Database(config, 1)
  try {
    await sumUpAll(db, async () => true)
  } finally {
    await db.close()
  }
}

const fill = async (client, directory, env, asked, { say, bar, has }) => {
  let known = (await client.query(STATE)).rows[0]?.value
  if (known?.isDone && has === 'same') return known.shipments
  if (!existsSync(join(directory, PATTERN))) {
    if ((await client.query('select from shipments limit 1')).rows.length > 0)
      throw new Refused('the run was interrupted while it simulated the network; remove the directory and start again')
    const made = await simulate(env, client, { seed: asked.seed, receiver_port: await freePort(), say })
    writeFileSync(join(directory, PATTERN), JSON.stringify({ ...(await readSimulated(client)), ...made }), { mode: 0o600 })
  }
  const { groups, ...simulated } = read(directory, PATTERN)
  const keep = (state) =>
    client.query("insert into settings (name, value) values ('grown', $1) on conflict (name) do update set value = excluded.value", [
      JSON.stringify(state),
    ])
  const isBegun = known !== undefined && has === 'same'
  if (!isBegun) {
    await removeSimulated(client)
    known = { slices: 0, seq: 1, shipments: 0, now_ms: Date.now() }
    await keep(known)
    writeFileSync(join(directory, MARK), `${JSON.stringify({ format: FORMAT, ...asked })}\n`)
  }
  const state = known
  const pattern = new Pattern(simulated.ran)
  say(isBegun ? 'continuing to copy the network' : 'copying it')
  const shipments = await grow(client, simulated, {
    ...asked,
    pattern,
    now_ms: state.now_ms,
    groups,
    random: seeded(asked.seed),
    state,
    keep,
    onProgress: bar,
  })
  say('gathering statistics')
  await finish(client)
  await keep({ shipments, isDone: true })
  return shipments
}

/** Fills the directory. Resolves with its number of shipments. Rejects with Refused. */
export const growIn = async (directory, asked, { say = console.error, bar = barOn(process.stderr) } = {}) => {
  const has = checkDirectory(directory, asked)
  await checkRoom(directory, asked, say)
  const database = await openEmbedded({ dataDir: directory, role: 'tool', log: say, settings: QUICK })
  try {
    await migrate(database.config)
    const env = settings(directory, { BACKHAUL_PROCESSES: '1', BACKHAUL_DRAIN_SECONDS: '0' })
    const made = await connected(urlOf(database.config), async (client) => {
      await takeMigrationLock(client)
      if (has === 'other size') writeFileSync(join(directory, MARK), `${JSON.stringify({ format: FORMAT, ...asked, isOtherSize: true })}\n`)
      // Creates partitions for the whole time that the rows cover, as workers would have done.
      for (const table of PARTITIONED)
        await makePartitions(client, table, Date.now() - (RETENTION_DAYS[table.name] ?? HISTORY_DAYS) * DAY_MS - table.period_ms)
      return fill(client, directory, env, asked, { say, bar, has })
    })
    await sumUp(database.config)
    return made
  } finally {
    await database.release()
  }
}

const usage =
  'npm run grow -- --directory DIR [--shipments 1000000] [--events 5000000] [--seed 1]   fills a new directory; --room only prints the space that it needs'

const main = async () => {
  const { values } = parseArgs({
    options: {
      directory: { type: 'string' },
      shipments: { type: 'string', default: '1000000' },
      events: { type: 'string' },
      seed: { type: 'string', default: '1' },
      room: { type: 'boolean', default: false },
    },
  })
  const shipments = Number(values.shipments)
  const asked = { shipments, events: Number(values.events ?? shipments * 5), seed: Number(values.seed) }
  if (!(Number.isInteger(shipments) && shipments >= 1_000 && shipments <= MAX_SHIPMENTS))
    throw new Refused('--shipments must be a whole number from 1000 to 100000000')
  if (!(Number.isInteger(asked.events) && asked.events >= 0 && Number.isInteger(asked.seed))) throw new Refused(usage)
  if (values.room)
    return console.log(`${counted(shipments)} shipments and ${counted(asked.events)} events need about ${gigabytes(roomFor(asked))}`)
  if (!values.directory) throw new Refused(usage)
  const made = await growIn(resolve(values.directory), asked)
  console.log(`${values.directory} has ${counted(made)} shipments; to serve it, set BACKHAUL_DATA_DIR=${values.directory}`)
}

if (process.argv[1] === import.meta.filename) {
  try {
    await main()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    console.error(`grow: ${error.message}`)
    process.exitCode = 1
  }
}
