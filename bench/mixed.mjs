// Measures mixed traffic of one partner in an open loop: requests arrive at a fixed rate, whether or not earlier ones were answered.
import { times } from './report.mjs'
import { BATCH, CREATE, warmUp } from './requests.mjs'

const CONNECTIONS = 64
/** Half of the rate that the build of 2026-11-28 (commit 1f3383c1) reached with this mix in a closed loop over CONNECTIONS. */
const RATE_PER_S = 330
const MAX_P99_MS = 25
/** In each ten requests. */
const MIX = { creates: 3, scans: 2, reads: 3, lists: 1, labels: 1 }
const BATCHES = 3
/** Requests that follow each other read parcels that are this far apart. */
const SPREAD = 7

/** Returns the requests of one round. Each scan accepts another parcel, because a parcel is accepted once. */
const mixOf = async ({ stage }) => {
  const parcels = []
  for (let i = 0; i < BATCHES; i++) parcels.push(...(await stage.call('POST', '/v2/shipments/batch', BATCH)).data)
  await stage.drained()
  const path = (i) => `/v2/shipments/${parcels[(i * SPREAD) % parcels.length].id}`
  const make = {
    creates: () => stage.shape('POST', '/v2/shipments', CREATE),
    scans: (i) => stage.shape('POST', '/v2/scan-events/accept', { shipment_id: parcels[i].id }),
    reads: (i) => stage.shape('GET', path(i)),
    lists: (i) => stage.shape('GET', `/v2/shipments?limit=20&status=${i % 2 ? 'label_ready' : 'ready_for_pickup'}`),
    labels: (i) => stage.shape('GET', `${path(i)}/label?format=zpl`),
  }
  const kinds = Object.entries(MIX).flatMap(([kind, count]) => Array(count).fill(kind))
  return Array.from({ length: (parcels.length / MIX.scans) * kinds.length }, (_, i) => {
    const turn = Math.floor(i / kinds.length)
    const kind = kinds[i % kinds.length]
    return make[kind](kind === 'scans' ? turn * MIX.scans + ((i % kinds.length) - MIX.creates) : turn)
  })
}

/** Runs one round. Throws unless every answer is a success. */
const mixed = async (bench, load) => {
  const { stage } = bench
  const shapes = await mixOf(bench)
  await stage.settle()
  const result = await bench.load.ask({ port: stage.port, connections: CONNECTIONS, shapes, ...load })
  const wrong = Object.keys(result.statuses).filter((status) => !status.startsWith('2'))
  if (wrong.length > 0) throw new Error(`unexpected answers: ${JSON.stringify(result.statuses)}`)
  await stage.drained()
  return result
}

/** API and worker run in separate processes, as in a larger installation. */
export const measureMixed = async (bench) => {
  const { stage, report, seconds } = bench
  await stage.restart('api')
  const worker = await stage.startWorker()
  await warmUp(bench)
  const closed = await mixed(bench, { seconds })
  const open = await mixed(bench, { seconds: 2 * seconds, rate_per_s: RATE_PER_S })
  report.add(`mixed traffic at ${RATE_PER_S} requests/s`, {
    value: open.p99_ms,
    unit: 'ms (p99)',
    target: ['<=', MAX_P99_MS],
    notes: `${times(open)}; without a fixed rate, ${Math.round(closed.per_s)}/s over ${CONNECTIONS} connections, ${times(closed)}`,
  })
  await stage.end(worker)
  await stage.restart()
}
