// Webhook measurements: how fast a backlog is delivered and recorded, and how long an event takes to arrive when there is no backlog.
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../packages/trials/dist/lib/run.js'
import { checkAll, median, oneRound, times } from './report.mjs'
import { BATCH, bareShape, CREATE, warmUp } from './requests.mjs'
import { Helper } from './stage.mjs'

/** Number of batches delivered before the measurement starts, so that the worker's code is compiled by then. */
const WARM_UP_BATCHES = 50
/** These batches create 220,000 deliveries in total. */
const BACKLOG_BATCHES = 110
/** These create 30,000 deliveries. */
const COMPARED_BATCHES = 15
const PARTNERS = 10
const WEBHOOKS_PER_PARTNER = 10
/**
 * Numbers of shipments in a partner's two batches. The batches of all partners together create as many deliveries as BACKLOG_BATCHES, for
 * 100 webhooks.
 */
const SHIPMENTS_PER_PARTNER = [1000, 100]
/**
 * Number of deliveries at the start of a backlog that are left out when the constancy of the rate is computed. They do count for the rate.
 * While a process is stopped, V8 discards type feedback and shrinks its young generation. When the process resumes, it needs half a second
 * to recover, regardless of the size of the backlog.
 */
const RUN_UP = 20_000
const FLOOR_S = 3
/** An odd number, because the median round is reported. */
const ROUNDS = 3
const POLL_MS = 20
/** Minimum rate, as a share of the rate of undici alone. The minimum is lower on machines with fewer than four processors. */
const MIN_RATIO = cpus().length >= 4 ? 0.7 : 0.5
const MAX_WORKER_MB = 250
const CONSTANCY = [0.8, 1.2]

const subscribe = (stage, url, credentials) =>
  stage.call('POST', '/v2/webhooks', { url, enabled_events: ['*'] }, credentials && { credentials })

/**
 * Stops the worker's process while the backlog is created, then resumes it. Counts the deliveries that reached the receiver and are
 * recorded.
 */
export const drain = async ({ stage, receiver }, worker, makeBacklog) => {
  process.kill(worker.pid, 'SIGSTOP')
  await makeBacklog()
  await stage.checkpoint()
  const waiting = await stage.count("select count(*) as n from deliveries where status = 'pending'")
  await receiver.ask('count')
  process.kill(worker.pid, 'SIGCONT')
  const start = performance.now()
  // Ask the receiver first: counting pending deliveries scans past all recently delivered rows, which is expensive for the database.
  while ((await receiver.ask('received')) < waiting) await sleep(POLL_MS)
  await stage.drained(POLL_MS)
  const elapsed_s = (performance.now() - start) / 1000
  const { received, most_connections, marks_ms, mark_every } = await receiver.ask('report')
  if (received !== waiting) throw new Error(`${waiting} deliveries were pending, ${received} reached the receiver`)
  return { deliveries: waiting, per_s: waiting / elapsed_s, connections: most_connections, ...constancy(marks_ms, mark_every) }
}

/**
 * Compares the rate of the last tenth of the deliveries with the rate of the first tenth after the run-up. Returns the ratio, and the rate
 * of the run-up.
 */
const constancy = (marks_ms, mark_every) => {
  const start = RUN_UP / mark_every
  const tenth = Math.floor((marks_ms.length - start) / 10)
  return {
    constancy: (marks_ms[start + tenth] - marks_ms[start]) / (marks_ms.at(-1) - marks_ms.at(-1 - tenth)),
    run_up_per_s: RUN_UP / ((marks_ms[start] - marks_ms[0]) / 1000),
  }
}

/** Sends the same bytes to the same receiver over the same number of connections, with undici alone. */
const sendFloor = async ({ stage, receiverPort }, connections) => {
  // Take an event of the calling partner: the last event overall may belong to another partner.
  const { data } = await stage.call('GET', '/v2/events?order=newest&limit=1')
  const body = JSON.stringify(data[0])
  const sender = new Helper('send-floor.mjs')
  try {
    return (await sender.ask({ port: receiverPort, body, connections, seconds: FLOOR_S })).per_s
  } finally {
    sender.stop()
  }
}

const count = (number) => Math.round(number).toLocaleString('en')
const ratio = ({ per_s, floor }) => per_s / floor
const each = (rounds, figure) => `by round: ${rounds.map(figure).join(', ')}`

/** Compares a backlog of one webhook with undici alone. */
export const compareDeliveries = async (bench) => {
  const { stage, report, pairs } = bench
  await stage.restart('api')
  const worker = await stage.startWorker()
  await drain(bench, worker, () => makeBatches(stage, WARM_UP_BATCHES))
  const rounds = []
  for (let pair = 0; pair < pairs; pair++) {
    const drained = await drain(bench, worker, () => makeBatches(stage, COMPARED_BATCHES))
    rounds.push({ ...drained, floor: await sendFloor(bench, drained.connections) })
  }
  report.addRatio('events delivered and recorded, 1 webhook', rounds, {
    ratio,
    unit: 'of the rate of undici alone',
    target: ['>=', MIN_RATIO],
    figures: { 'events/s': ({ per_s }) => per_s, undici: ({ floor }) => floor },
  })
  await stage.end(worker)
  await stage.restart()
}

/**
 * Reports the median of several backlogs. One tenth of a backlog takes less than a second, so a stall of a shared machine can distort it.
 */
const addDrain = async (bench, what, worker, makeBacklog) => {
  const rounds = []
  for (let i = 1; i <= ROUNDS; i++) {
    bench.report.progress(`backlog ${i} of ${ROUNDS} for ${what}`)
    const drained = await drain(bench, worker, makeBacklog)
    rounds.push({ ...drained, floor: await sendFloor(bench, drained.connections) })
  }
  const { deliveries, per_s, floor, connections } = median(rounds, ratio)
  bench.report.add(`events delivered and recorded, ${what}`, {
    value: per_s,
    unit: 'events/s',
    floor,
    target: ['>=', MIN_RATIO],
    notes: `backlog of ${count(deliveries)}, ${connections} connections; floor: undici alone over the same number of connections; ${each(rounds, (round) => ratio(round).toFixed(2))}`,
  })
  bench.report.add('constancy of the delivery rate', {
    value: median(rounds, ({ constancy }) => constancy).constancy,
    unit: 'times',
    target: ['within', CONSTANCY],
    notes:
      `rate over the last tenth of ${count(deliveries - RUN_UP)} divided by the rate over the first tenth; ` +
      `${each(rounds, ({ constancy }) => constancy.toFixed(2))}; rates of the ${count(RUN_UP)} deliveries before: ${each(rounds, ({ run_up_per_s }) => `${count(run_up_per_s)}/s`)}`,
  })
}

export const makeBatches = async (stage, count) => {
  for (let i = 0; i < count; i++) await stage.call('POST', '/v2/shipments/batch', BATCH)
}

export const subscribePartners = async ({ stage, receiverPort }) => {
  const partners = await stage.partners(PARTNERS)
  for (const credentials of partners) {
    for (let i = 0; i < WEBHOOKS_PER_PARTNER; i++) await subscribe(stage, `http://127.0.0.1:${receiverPort}/${i}`, credentials)
  }
  return partners
}

/** Creates the backlog of all the partners' webhooks. */
export const makePartnersBatches = async (stage, partners, lengths = SHIPMENTS_PER_PARTNER) => {
  const shipment = { ...CREATE, to: { ...CREATE.from, name: 'Returns' } }
  for (const credentials of partners) {
    for (const length of lengths) {
      await stage.call('POST', '/v2/shipments/batch', { shipments: Array(length).fill(shipment) }, { credentials })
    }
  }
}

const ONE_WEBHOOK = '1 webhook'
const MANY_WEBHOOKS = `${PARTNERS * WEBHOOKS_PER_PARTNER} webhooks`

/**
 * Each backlog is created while the worker is stopped. The measured time begins when the worker resumes and ends when the last attempt is
 * recorded.
 */
export const measureDeliveries = async (bench) => {
  const { stage, report } = bench
  await stage.restart('api')
  const worker = await stage.startWorker()
  report.progress('warming up a worker')
  await drain(bench, worker, () => makeBatches(stage, WARM_UP_BATCHES))
  await addDrain(bench, ONE_WEBHOOK, worker, () => makeBatches(stage, BACKLOG_BATCHES))
  const partners = await subscribePartners(bench)
  await addDrain(bench, MANY_WEBHOOKS, worker, () => makePartnersBatches(stage, partners))
  report.add('peak memory of the worker', { value: stage.peakMemoryOf_mb(worker), unit: 'MB', target: ['<', MAX_WORKER_MB] })
  await stage.end(worker)
  await stage.restart()
}

const EVENTS_PER_S = 300
const EVENTS_PER_CREATE = 2
const CREATES_PER_S = EVENTS_PER_S / EVENTS_PER_CREATE
const LATENCY_CONNECTIONS = 32
const LEAD_IN_S = 1
const ARRIVAL_LIMIT_MS = 30_000
/** Seconds between single events: long enough that every process is idle before the next event. */
const REST_S = 3
const RESTING_CREATES = 10
/** Times the latency of the bare loop. */
const MAX_WAY = { p50: 2, p99: 3 }
const MAX_REST_MS = 6
/** The order id tells the receiver when the create was sent. */
const SENT_CREATE = { ...CREATE, order_id: 'sent-$t' }

/**
 * Sends creates at a fixed rate, regardless of the service's load. Returns the latencies of their events. `port`: of a bare server instead of
 * the service.
 */
const ways = async (bench, { connections, seconds, rate, port }) => {
  const { stage, load, receiver } = bench
  const shape = stage.shape('POST', '/v2/shipments', SENT_CREATE)
  const shapes = [port ? bareShape(shape) : shape]
  await receiver.ask('measure')
  const answers = await load.ask({ port: port ?? stage.port, connections, seconds, shapes, rate_per_s: rate })
  checkAll(answers, 201)
  const expected = answers.requests * EVENTS_PER_CREATE
  await until('all events have arrived', async () => (await receiver.ask('received')) >= expected, ARRIVAL_LIMIT_MS, POLL_MS)
  const latencies = await receiver.ask('report')
  if (latencies.received !== expected) throw new Error(`${answers.requests} creates, ${latencies.received} deliveries`)
  return { ...latencies, answers }
}

/** Starts the bare loop in a database of its own. */
const openBareLoop = async ({ stage, receiverPort }) => {
  const database = { ...stage.database, database: 'bare_loop' }
  await stage.client.query('create database bare_loop')
  const order_id = 'sent-0'
  const { id } = await stage.call('POST', '/v2/shipments', { ...CREATE, order_id })
  await stage.drained()
  const event = JSON.stringify((await stage.call('GET', '/v2/events?order=newest&limit=1')).data[0])
  const answer = await stage.call('GET', `/v2/shipments/${id}`)
  const [server, sender] = [new Helper('notify-floor.mjs'), new Helper('notify-floor.mjs')]
  const port = await server.ask({ role: 'server', database, event, order_id, answer })
  await sender.ask({ role: 'sender', database, port: receiverPort })
  const close = () => {
    server.stop()
    sender.stop()
  }
  return { port, close }
}

const measureOneProcess = async (bench) => {
  await warmUp(bench)
  const load = { connections: LATENCY_CONNECTIONS, seconds: bench.seconds * 2, rate: CREATES_PER_S }
  await ways(bench, { ...load, seconds: 1 })
  const latencies = await ways(bench, load)
  const { answers, received, sent } = latencies
  const notes = `${times(latencies)}, from the event's time (before its commit) to the receiver; from the caller's request ${times(sent)}; ${received} events; answers to the creates ${times(answers)}`
  bench.report.add(`latency of an event to the receiver at ${EVENTS_PER_S} events/s`, { value: latencies.p50_ms, unit: 'ms (p50)', notes })
}

/** Measures `serve --only api` and `serve --only worker` as separate processes, in turns with the bare loop. */
const measureApart = async (bench) => {
  const { stage, report, seconds, pairs } = bench
  await stage.restart('api')
  const worker = await stage.startWorker()
  await warmUp(bench)
  const bareLoop = await openBareLoop(bench)
  const load = { connections: LATENCY_CONNECTIONS, seconds, rate: CREATES_PER_S }
  const timed = (port) => async () => {
    await ways(bench, { ...load, port, seconds: LEAD_IN_S })
    return ways(bench, { ...load, port })
  }
  const rounds = []
  try {
    const measurements = { service: timed(), bare: timed(bareLoop.port) }
    for (let pair = 0; pair < pairs; pair++) rounds.push(await oneRound(measurements, pair % 2 === 1))
  } finally {
    bareLoop.close()
  }
  for (const [percentile, most] of Object.entries(MAX_WAY)) {
    const of = (found) => found.sent[`${percentile}_ms`]
    report.addRatio(`latency of an event at ${EVENTS_PER_S} events/s, API and worker in separate processes`, rounds, {
      ratio: ({ service, bare }) => of(service) / of(bare),
      unit: `times the ${percentile} of a bare loop of insert, NOTIFY, select and POST`,
      target: ['<=', most],
      figures: {
        'from the request to the receiver, in ms': ({ service }) => of(service),
        bare: ({ bare }) => of(bare),
        'answers to the creates': ({ service }) => service.answers[`${percentile}_ms`],
      },
    })
  }
  await stage.drained()
  const rested = await ways(bench, { connections: 1, seconds: RESTING_CREATES * REST_S, rate: 1 / REST_S })
  report.add(`the same when idle, one create every ${REST_S} s`, {
    value: rested.sent.p50_ms,
    unit: 'ms (p50)',
    target: ['<=', MAX_REST_MS],
    notes: `${times(rested.sent)}; ${rested.received} events; answers ${times(rested.answers)}`,
  })
  await stage.end(worker)
  await stage.restart()
}

/** Measures the latency of an event when there is no backlog. */
export const measureLatency = async (bench) => {
  await measureOneProcess(bench)
  await measureApart(bench)
}

export { subscribe }
