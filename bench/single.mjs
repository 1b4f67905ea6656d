// Measures what one user waits for: a signed read and a create over one connection, each relative to a bare server that does the same work
// in the database.
import pg from 'pg'
import { makePartitions, migrate, PARTITIONED } from '../packages/server/dist/testing/index.js'
import { oneRound } from './report.mjs'
import { BATCH, CREATE, fire, readFloor, sampleCreate, unsigned, warmUp } from './requests.mjs'
import { Helper } from './stage.mjs'

const LEAD_IN_S = 0.5
const READ_TARGET = 2
const CREATE_TARGET = 2.2

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

const compareCreates = async (bench) => {
  const { stage, load, pairs, seconds } = bench
  const shapes = [stage.shape('POST', '/v2/shipments', CREATE)]
  const bare = [{ ...shapes[0], key: '', secret: null, idempotent: false }]
  const server = new Helper('insert-floor.mjs')
  const rounds = []
  try {
    const statement = (await sampleCreate(bench)).text
    const answer = (await stage.call('GET', '/v2/shipments?limit=1')).data[0]
    const port = await server.ask({ database: await floorDatabase(stage), statement, answer })
    const measurements = {
      service: () => timed((length = seconds) => fire(bench, shapes, 1, length, 201)),
      bare: () => timed((length = seconds) => load.ask({ port, connections: 1, seconds: length, shapes: bare })),
    }
    for (let pair = 0; pair < pairs; pair++) rounds.push(await oneRound(measurements, pair % 2 === 1))
  } finally {
    server.stop()
  }
  bench.report.addRatio('create, 1 connection', rounds, {
    ratio: ({ service, bare: floor }) => service.p50_ms / floor.p50_ms,
    unit: 'times the p50 of a bare server with the same rows',
    target: ['<=', CREATE_TARGET],
    figures: { 'p50 in ms': ({ service }) => service.p50_ms, bare: ({ bare: floor }) => floor.p50_ms },
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
  await compareCreates(bench)
  await stage.drained()
  await stage.end(worker)
  await stage.restart()
}
