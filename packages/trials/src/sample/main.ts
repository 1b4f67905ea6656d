// A step of .ci/run. Starts an empty sandbox with `serve --sample` and prints how long filling it takes. Fails after more than `--most`
// seconds (60), or if something is missing that users should see on the first page.
import { readFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Backhaul } from '@backhaul/client'
import { count, type Json, makeRunDirectory, readOptions, removeRunDirectory } from '../lib/run.ts'
import { Served } from '../lib/service.ts'

const { most: most_s } = readOptions('the sample parcels', { most: 60 })

/** Statuses that exist on any day and at any hour. */
const STATUSES = ['created', 'label_ready', 'in_transit', 'delivered', 'cancelled', 'undeliverable']
const NEEDS = ['claim_open', 'dispute_open', 'undeliverable']
const CHECK_INTERVAL_MS = 250

const directory = makeRunDirectory('sample')
const env = { ...process.env, DATABASE_URL: '', PORT: '0', BACKHAUL_DATA_DIR: directory, BACKHAUL_LOG_LEVEL: 'error' }
const served = new Served('the sandbox', env, 'all', ['--sample'])

const countOf = async (list: AsyncIterable<unknown>): Promise<number> => {
  let many = 0
  for await (const _ of list) many++
  return many
}

const missing = async (client: Backhaul): Promise<string[]> => {
  const statuses: Record<string, number> = {}
  for await (const { status } of client.listShipments({ limit: 100 })) count(statuses, status)
  const { needs } = await client.readToday()
  const there = new Set<string>(needs.filter(({ count }) => count > 0).map(({ kind }) => kind))
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
  const client = new Backhaul({ base_url: served.url, ...operator })
  let sample: Json
  do {
    await sleep(CHECK_INTERVAL_MS)
    sample = await client.readSample()
  } while (sample.status === 'none' || sample.status === 'running')
  const whole_s = (performance.now() - began_ms) / 1000
  const took_s = (Date.parse(sample.ended_at) - Date.parse(sample.started_at)) / 1000
  process.stdout.write(
    `${sample.status}: ${sample.parcels} parcels and ${sample.scans} scans in ${took_s.toFixed(1)} s on ${availableParallelism()} processors (load ${loadavg()[0]?.toFixed(1)}), ${whole_s.toFixed(1)} s after the start\n`,
  )
  const lacking = await missing(client)
  if (sample.status !== 'done') throw new Error(`creating the sample parcels stopped: ${sample.reason}`)
  if (lacking.length > 0) throw new Error(`the sample has no ${lacking.join(', ')}`)
  if (took_s > most_s) throw new Error(`it took longer than ${most_s} s`)
} finally {
  await served.end()
  removeRunDirectory(directory, directory)
}
