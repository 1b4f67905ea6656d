// `node scripts/try-sample.mjs [--most SECONDS]`: starts an empty sandbox with `serve --sample`, prints how long filling it takes,
// and fails after more than 60 s or when something is missing that people should see on the first page.
import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bootstrap } from './bootstrap.mjs'
import { freePort, makeRunDirectory, removeRunDirectory, Served } from './running.mjs'

const { values } = parseArgs({ options: { most: { type: 'string', default: '60' } } })
const most_s = Number(values.most)
bootstrap()
const { Backhaul } = await import('../packages/client/dist/index.js')

/** Statuses that there are on any day of the week, at any hour. */
const STATUSES = ['created', 'label_ready', 'in_transit', 'delivered', 'cancelled', 'undeliverable']
const NEEDS = ['claim_open', 'dispute_open', 'undeliverable']
const LOOK_MS = 250

const directory = makeRunDirectory('sample')
const port = await freePort()
const env = { ...process.env, PORT: String(port), BACKHAUL_DATA_DIR: directory, BACKHAUL_LOG_LEVEL: 'error' }
delete env.DATABASE_URL
const served = new Served('the sandbox', env, 'all', ['--sample'])

const countOf = async (list) => {
  let count = 0
  for await (const _ of list) count++
  return count
}

const missing = async (client) => {
  const statuses = {}
  for await (const { status } of client.listShipments({ limit: 100 })) statuses[status] = (statuses[status] ?? 0) + 1
  const { needs } = await client.readToday()
  const there = new Set(needs.filter(({ count }) => count > 0).map(({ kind }) => kind))
  const lists = {
    tenders: await countOf(client.listTenders({ limit: 100 })),
    pickups: await countOf(client.listPickups({ limit: 100 })),
  }
  process.stdout.write(`${JSON.stringify({ statuses, needs: [...there], ...lists })}\n`)
  return [
    ...STATUSES.filter((status) => !statuses[status]),
    ...NEEDS.filter((kind) => !there.has(kind)),
    ...Object.entries(lists).flatMap(([name, count]) => (count === 0 ? [name] : [])),
  ]
}

try {
  const began_ms = performance.now()
  await served.start()
  const { operator } = JSON.parse(readFileSync(join(directory, 'sandbox-credentials.json'), 'utf8'))
  const client = new Backhaul({ base_url: `http://127.0.0.1:${port}`, ...operator })
  let sample
  do {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    sample = await client.readSample()
  } while (sample.status === 'none' || sample.status === 'running')
  const whole_s = (performance.now() - began_ms) / 1000
  const took_s = (Date.parse(sample.ended_at) - Date.parse(sample.started_at)) / 1000
  process.stdout.write(
    `${sample.status}: ${sample.parcels} parcels and ${sample.scans} scans in ${took_s.toFixed(1)} s on ${availableParallelism()} processors (load ${loadavg()[0].toFixed(1)}), ${whole_s.toFixed(1)} s after the start\n`,
  )
  const lacking = await missing(client)
  if (sample.status !== 'done') throw new Error(`the sample parcels stopped: ${sample.reason}`)
  if (lacking.length > 0) throw new Error(`the sample has no ${lacking.join(', ')}`)
  if (took_s > most_s) throw new Error(`it took longer than ${most_s} s`)
} finally {
  await served.end('SIGTERM')
  removeRunDirectory(directory, directory)
}
