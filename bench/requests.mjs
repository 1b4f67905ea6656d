// API measurements: creates, reads, batches. Figure and floor alternate in short rounds, because the speed of a shared machine drifts by
// more than the difference to be measured.
import { randomUUID } from 'node:crypto'
import { SHIPMENT_BY_ID } from '../packages/server/dist/testing/index.js'
import { createFloor, floorStatement } from './create-floor.mjs'
import { checkAll, times } from './report.mjs'
import { countShares } from './shares.mjs'
import { Helper } from './stage.mjs'

const ROUNDS = 2
/** Length of the warm-up for reads, in seconds. */
const WARM_UP_S = 2
/**
 * Number of creates before the measurement starts. V8 optimizes the code of creates step by step: at first, a create costs an API process
 * three times as much as it does after this many creates. Each of the two processes warms up separately.
 */
export const WARM_UP_CREATES = 15_000
/** The process that handles batches starts with the first batch and needs its own warm-up. */
const WARM_UP_BATCHES = 10
const WARM_UP_LIMIT_S = 120
/** Minimum share of the floor's rate, by number of connections. */
export const CREATE_TARGETS = { 16: 0.6, 64: 0.8 }
const BATCH_TARGET = 2

export const CREATE = {
  direction: 'return',
  fulfillment: 'print_label',
  order_id: 'order-$n',
  from: { name: 'Ada Example', line1: '1 Main St', city: 'New York', state: 'NY', postal_code: '10011', country: 'US' },
  parcel: { weight: 2.5, length: 12, width: 9, height: 5 },
}

const BATCH_MEMBERS = 1000
export const BATCH = { shipments: Array.from({ length: BATCH_MEMBERS }, () => CREATE) }

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Merges several runs of the same load: takes the mean of their rates and the highest value of each latency. */
const together = (results) => ({
  per_s: mean(results.map(({ per_s }) => per_s)),
  p50_ms: Math.max(...results.map(({ p50_ms }) => p50_ms)),
  p99_ms: Math.max(...results.map(({ p99_ms }) => p99_ms)),
})

/** Runs floor and figure alternately. @returns {Promise<{ floor: number, result: ReturnType<typeof together> }>} */
const inTurns = async (bench, floor, figure) => {
  const floors = []
  const results = []
  for (let i = 0; i < ROUNDS; i++) {
    await bench.stage.settle()
    floors.push(await floor())
    await bench.stage.settle()
    results.push(await figure())
  }
  return { floor: mean(floors), result: together(results) }
}

export const fire = async ({ stage, load }, shapes, connections, seconds, status, { rate_per_s, requests } = {}) => {
  const result = await load.ask({ port: stage.port, connections, seconds, shapes, rate_per_s, requests })
  checkAll(result, status)
  return result
}

/** Sends creates until their cost is as low as in a long-running service, or only `count` of them. */
export const warmUp = async (bench, count = WARM_UP_CREATES) => {
  const shapes = [bench.stage.shape('POST', '/v2/shipments', CREATE)]
  await fire(bench, shapes, 64, WARM_UP_LIMIT_S, 201, { requests: count })
  await bench.stage.drained()
}

/** Sends one create and returns the SQL statement for the floor, which inserts the same rows. */
export const sampleCreate = async ({ stage }) => {
  const key = randomUUID()
  const { id } = await stage.call('POST', '/v2/shipments', CREATE, { key })
  return floorStatement(stage.client, id, key)
}

export const measureCreates = async (bench) => {
  const { stage, report, seconds } = bench
  const statement = await sampleCreate(bench)
  const shapes = [stage.shape('POST', '/v2/shipments', CREATE)]
  report.progress('warming up')
  await warmUp(bench)
  for (const connections of [1, 16, 64]) {
    let by = ''
    let delivered = 0
    let created = 0
    let shares = ''
    const floorRun = async () => {
      const floor = await createFloor(stage.database, statement.text, connections, seconds)
      await stage.client.query("delete from deliveries where webhook_id = 'floor'")
      by = floor.by
      return floor.per_s
    }
    const figureRun = async () => {
      const before = (await bench.receiver.ask('report')).received
      const [loadPid, receiverPid] = [bench.load.child.pid, bench.receiver.child.pid]
      const sharesOf = countShares({ servicePid: stage.service.pid, loadPid, receiverPid, home: stage.embedded?.home })
      const result = await fire(bench, shapes, connections, seconds, 201)
      shares = sharesOf()
      delivered += (await bench.receiver.ask('report')).received - before
      created += result.requests
      return result
    }
    const { floor, result } = await inTurns(bench, floorRun, figureRun)
    const perCreate = (delivered / created).toFixed(1)
    report.add(`signed creates, ${connections} ${connections === 1 ? 'connection' : 'connections'}`, {
      value: result.per_s,
      unit: 'creates/s',
      floor,
      ...(connections in CREATE_TARGETS && { target: ['>=', CREATE_TARGETS[connections]] }),
      notes: `${times(result)}; ${perCreate} of 2 webhook deliveries per create received during the run; floor: ${statement.rows} rows by ${by}${shares && `; ${shares}`}`,
    })
    bench.createFloor_per_s = floor
  }
  await stage.drained()
}

/** Returns the same request without key, signature and idempotency key, for a bare server. */
export const bareShape = (shape) => ({ ...shape, key: '', secret: null, idempotent: false })

/** Describes a GET request without key and signature. */
export const unsigned = (path) => bareShape({ method: 'GET', path, body: '' })

/** The parameters of read-floor.mjs. */
export const readFloor = async (stage) => {
  const { partner_id } = (await stage.client.query('select partner_id from shipments limit 1')).rows[0]
  return { database: stage.database, text: SHIPMENT_BY_ID, tenant: partner_id }
}

export const measureReads = async (bench) => {
  const { stage, load, report, seconds } = bench
  const { data } = await stage.call('POST', '/v2/shipments/batch', BATCH)
  const paths = data.map(({ id }) => `/v2/shipments/${id}`)
  const bare = paths.map(unsigned)
  const signed = paths.map((path) => stage.shape('GET', path))
  const floorServer = new Helper('read-floor.mjs')
  try {
    const port = await floorServer.ask(await readFloor(stage))
    await fire(bench, signed, 64, WARM_UP_S, 200)
    await load.ask({ port, connections: 64, seconds: WARM_UP_S, shapes: bare })
    for (const connections of [16, 64]) {
      const floorRun = async () => {
        const result = await load.ask({ port, connections, seconds, shapes: bare })
        checkAll(result, 200)
        return result.per_s
      }
      const { floor, result } = await inTurns(bench, floorRun, () => fire(bench, signed, connections, seconds, 200))
      report.add(`signed reads, ${connections} connections`, {
        value: result.per_s,
        unit: 'reads/s',
        floor,
        ...(connections === 64 && { target: ['>=', 0.6] }),
        notes: `${times(result)}; floor: bare node:http and pg`,
      })
    }
  } finally {
    floorServer.stop()
  }
}

const BATCH_CONNECTIONS = 2
const READS_PER_S = 50

/** Measures how much longer reads take while batches run. One process generates the reads, another one the batches. */
const measureReadsBeside = async (bench, batches) => {
  const { stage, report, seconds } = bench
  const { data } = await stage.call('GET', '/v2/shipments?limit=100')
  const shapes = data.map(({ id }) => stage.shape('GET', `/v2/shipments/${id}`))
  const reader = { ...bench, load: new Helper('http-load.mjs') }
  const read = () => fire(reader, shapes, 4, seconds * ROUNDS, 200, { rate_per_s: READS_PER_S })
  try {
    await read()
    await stage.settle()
    const quiet = await read()
    const [beside] = await Promise.all([read(), fire(bench, batches, BATCH_CONNECTIONS, seconds * ROUNDS, 201)])
    report.add('reads during batches', {
      value: beside.p99_ms / quiet.p99_ms,
      unit: 'times the p99',
      target: ['<=', 3],
      notes: `${READS_PER_S} reads/s alone ${times(quiet)}; during batches of 1,000 over ${BATCH_CONNECTIONS} connections ${times(beside)}`,
    })
    await stage.drained()
  } finally {
    reader.load.stop()
  }
}

export const measureBatches = async (bench) => {
  const { stage, report, seconds } = bench
  const floor = bench.createFloor_per_s
  if (!floor) return report.skip('batch of 1,000', 'its floor comes from the section of the creates: run both sections')
  const batches = [stage.shape('POST', '/v2/shipments/batch', BATCH)]
  await fire(bench, batches, BATCH_CONNECTIONS, WARM_UP_LIMIT_S, 201, { requests: WARM_UP_BATCHES })
  await stage.settle()
  const result = await fire(bench, batches, BATCH_CONNECTIONS, seconds * ROUNDS, 201)
  report.add(`batch of ${BATCH_MEMBERS.toLocaleString('en')}, ${BATCH_CONNECTIONS} connections`, {
    value: result.per_s * BATCH_MEMBERS,
    unit: 'members/s',
    floor,
    target: ['>=', BATCH_TARGET],
    notes: `${times(result)}; floor: creates at 64 connections`,
  })
  await stage.drained()
  await measureReadsBeside(bench, batches)
}
