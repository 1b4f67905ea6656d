// Measures the memory of the service's processes, with API and worker apart and without PostgreSQL. It is the proportional set size:
// memory that several processes share counts once.
import { setTimeout as sleep } from 'node:timers/promises'
import { readText } from '../packages/trials/dist/lib/processes.js'
import { CREATE, fire } from './requests.mjs'

const CONNECTIONS = 64
const LOAD_S = 20
const SAMPLED_EVERY_MS = 500
const AFTER_S = 10
const MAX_MB = 250

/** Returns the proportional set size of a process in MB. Returns 0 if the process has ended or the system is not Linux. */
export const proportional_mb = (pid) => Number(/^Pss:\s+(\d+) kB/m.exec(readText(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024

const memoryOf = (stage) => stage.processes.map(([name, pid]) => [name, proportional_mb(pid)])
const listOf = (parts) => parts.map(([name, mb]) => `${name} ${mb.toFixed(0)}`).join(', ')
const sumOf = (parts) => parts.reduce((sum, [, mb]) => sum + mb, 0)

/** Calls `work`, and returns the processes and their memory at the moment when they used the most. */
const mostDuring = async (stage, work) => {
  let most = memoryOf(stage)
  const timer = setInterval(() => {
    const now = memoryOf(stage)
    if (sumOf(now) > sumOf(most)) most = now
  }, SAMPLED_EVERY_MS)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return most
}

export const measureMemory = async (bench) => {
  const { stage, report } = bench
  await stage.restart('api')
  const worker = await stage.startWorker()
  const load = async () => {
    await fire(bench, [stage.shape('POST', '/v2/shipments', CREATE)], CONNECTIONS, LOAD_S, 201)
    await stage.drained()
  }
  const add = (what, parts) =>
    report.add(`memory of API and worker ${what}`, {
      value: sumOf(parts),
      unit: 'MB',
      target: ['<=', MAX_MB],
      notes: `proportional: ${listOf(parts)}`,
    })
  add(`under ${CONNECTIONS} connections that create`, await mostDuring(stage, load))
  await sleep(AFTER_S * 1000)
  add(`${AFTER_S} s later`, memoryOf(stage))
  await stage.end(worker)
  await stage.restart()
}
