// Measures what one user waits for: a signed read and a create over one connection, each relative to a bare server that does the same work
// in the database. Also measures creates over many connections.
import pg from 'pg'
import { makePartitions, migrate, PARTITIONED } from '../packages/server/dist/testing/index.js'
import { oneRound } from './report.mjs'
import { BATCH, bareShape, CREATE, CREATE_TARGETS, fire, readFloor, sampleCreate, unsigned, warmUp } from './requests.mjs'
import { processorTimes } from './shares.mjs'
import { Helper } from './stage.mjs'

const LEAD_IN_S = 0.5
const READ_TARGET = 2
const CREATE_TARGET = 2.2
const CONNECTIONS = [1, 64]
const US_PER_S = 1_000_000

/** Returns the latencies of a load after a lead-in: the processors' caches are warm then. */
const timed = async (load) => {
  await load(LEAD_IN_S)
  return load()
}

const compareReads = async (bench) => {
  const { stage, load, pairs, seconds } = bench
  const { data } = await stage.call('POST', '/v2/shipments/batch', BATCH)
  const paths = data.map(({ id }) => `/v2/shipments/${id}`)
  const signed = paths.map((path) => stage.shape('GET', path))
  const server = new Helper('read-floor.mjs')
  const rounds = []
  try {
    const port = await server.ask(await readFloor(stage))
    const measurements = {
      signed: () => timed((length = seconds) => fire(bench, signed, 1, length, 200)),
      bare: () => timed((length = seconds) => load.ask({ port, connections: 1, seconds: length, shapes: paths.map(unsigned) })),
    }
    await fire(bench, signed, 16, seconds, 200)
    for (let pair = 0; pair < pairs; pair++) rounds.push(await oneRound(measurements, pair % 2 === 1))
  } finally {
    server.stop()
  }
  bench.report.addRatio('signed read, 1 connection', rounds, {
    ratio: ({ signed: ours, bare }) => ours.p50_ms / bare.p50_ms,
    unit: 'times the p50 of bare node:http and pg',
    target: ['<=', READ_TARGET],
    figures: { 'p50 in ms': ({ signed: ours }) => ours.p50_ms, bare: ({ bare }) => bare.p50_ms },
  })
}

/** Makes a second database with the same tables and indexes, so that no worker looks at the rows of the bare server. */
const floorDatabase = async ({ client, database }) => {
  await client.query('create database floor')
  const floor = { ...database, database: 'floor' }
  await migrate(floor, { log: () => {} })
  const connection = new pg.Client(floor)
  await connection.connect()
  for (const table of PARTITIONED) await makePartitions(connection, table)
  await connection.end()
  return floor
}

/** Returns the processor seconds that the service, the bare server and PostgreSQL have used so far. */
const processorOf = (stage, load, pids) => {
  const all = new Map()
  for (const servicePid of pids) {
    const { found } = processorTimes({ servicePid, loadPid: load.child.pid, home: stage.embedded?.home })
    for (const [role, s] of found) if (role !== 'load generator') all.set(role === 'PostgreSQL' ? role : `${servicePid} ${role}`, s)
  }
  return [...all.values()].reduce((sum, s) => sum + s, 0)
}

const compareCreates = async (bench, worker) => {
  const { stage, load, pairs, seconds } = bench
  const shapes = [stage.shape('POST', '/v2/shipments', CREATE)]
  const bare = shapes.map(bareShape)
  const server = new Helper('insert-floor.mjs')
  const rounds = new Map(CONNECTIONS.map((connections) => [connections, []]))
  const counted = async (pids, work) => {
    const before = processorOf(stage, load, pids)
    const result = await work()
    await stage.drained()
    return { ...result, processor_us: ((processorOf(stage, load, pids) - before) * US_PER_S) / result.requests }
  }
  try {
    const statement = (await sampleCreate(bench)).text
    const answer = (await stage.call('GET', '/v2/shipments?limit=1')).data[0]
    const port = await server.ask({ database: await floorDatabase(stage), statement, answer })
    const measurements = (connections) => ({
      service: () =>
        timed((length) => counted([stage.service.pid, worker.pid], () => fire(bench, shapes, connections, length ?? seconds, 201))),
      bare: () =>
        timed((length) => counted([server.child.pid], () => load.ask({ port, connections, seconds: length ?? seconds, shapes: bare }))),
    })
    for (const [connections, found] of rounds)
      for (let pair = 0; pair < pairs; pair++) found.push(await oneRound(measurements(connections), pair % 2 === 1))
  } finally {
    server.stop()
  }
  bench.report.addRatio('create, 1 connection', rounds.get(1), {
    ratio: ({ service, bare: floor }) => service.p50_ms / floor.p50_ms,
    unit: 'times the p50 of a bare server with the same rows',
    target: ['<=', CREATE_TARGET],
    figures: { 'p50 in ms': ({ service }) => service.p50_ms, bare: ({ bare: floor }) => floor.p50_ms },
  })
  bench.report.addRatio('creates, 64 connections', rounds.get(64), {
    ratio: ({ service, bare: floor }) => service.per_s / floor.per_s,
    unit: 'of the rate of a bare server with the same rows',
    target: ['>=', CREATE_TARGETS[64]],
    figures: { 'creates/s': ({ service }) => service.per_s, bare: ({ bare: floor }) => floor.per_s },
  })
  bench.report.addRatio('processor per create and its deliveries, 64 connections', rounds.get(64), {
    ratio: ({ service, bare: floor }) => service.processor_us / floor.processor_us,
    unit: 'times that of the bare server, which delivers nothing',
    figures: { µs: ({ service }) => service.processor_us, bare: ({ bare: floor }) => floor.processor_us },
  })
}

/** API and worker run in separate processes, as in a larger installation. */
export const measureSingle = async (bench) => {
  const { stage } = bench
  await stage.restart('api')
  const worker = await stage.startWorker()
  bench.report.progress('warming up')
  await warmUp(bench)
  await compareReads(bench)
  await compareCreates(bench, worker)
  await stage.drained()
  await stage.end(worker)
  await stage.restart()
}
