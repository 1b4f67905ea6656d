// Rate and latency of creates over connections, with one API process and with several, drawn into docs/creates.svg beside the database's own rate.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createFloor } from './create-floor.mjs'
import { plot } from './plot.mjs'
import { times } from './report.mjs'
import { CREATE, fire, sampleCreate, warmUp } from './requests.mjs'

const CONNECTIONS = [1, 4, 16, 64, 256]
const MOST_PROCESSES = 4
const FILE = fileURLToPath(new URL('../docs/creates.svg', import.meta.url))

export const measureCurve = async (bench) => {
  const { stage, report, seconds } = bench
  const { text } = await sampleCreate(bench)
  const floors = []
  for (const connections of CONNECTIONS) {
    floors.push((await createFloor(stage.database, text, connections, seconds)).per_s)
    await stage.client.query("delete from deliveries where webhook_id = 'floor'")
  }
  const rates = [{ name: 'the database alone (pgbench)', ys: floors, isFloor: true }]
  const latencies = []
  for (let processes = 1; processes <= Math.min(MOST_PROCESSES, cpus().length); processes *= 2) {
    stage.env.BACKHAUL_PROCESSES = String(processes)
    await stage.restart()
    const shapes = [stage.shape('POST', '/v2/shipments', CREATE)]
    await warmUp(bench)
    const results = []
    for (const [i, connections] of CONNECTIONS.entries()) {
      await stage.settle()
      const result = await fire(bench, shapes, connections, seconds, 201)
      results.push(result)
      report.add(`creates, ${connections} connections, ${processes} API processes`, {
        value: result.per_s,
        unit: 'creates/s',
        floor: floors[i],
        notes: times(result),
      })
    }
    const name = processes === 1 ? 'one API process' : `${processes} API processes`
    rates.push({ name, ys: results.map(({ per_s }) => per_s) })
    latencies.push({ name, ys: results.map(({ p99_ms }) => p99_ms) })
  }
  delete stage.env.BACKHAUL_PROCESSES
  await stage.restart()
  const caption = `npm run bench -- --only curve, ${new Date().toISOString().slice(0, 10)}, ${cpus().length} x ${cpus()[0]?.model.trim()}, load generator and PostgreSQL on the same machine`
  const diagrams = [
    { title: 'Creates per second', unit: 'signed creates with two webhooks', xs: CONNECTIONS, lines: rates },
    { title: '99th percentile, ms', unit: 'signed creates with two webhooks', xs: CONNECTIONS, lines: latencies },
  ]
  writeFileSync(FILE, plot(diagrams, caption))
  report.progress(`drawn into ${FILE}`)
}
