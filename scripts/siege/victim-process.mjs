// The well-behaved partner in a process of its own, so that what it measures is the service and not what else this machine's siege does.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { seeded } from '../seeded.mjs'
import { Victim } from './victim.mjs'

const MS = 1e6
const lateness = monitorEventLoopDelay({ resolution: 5 })
let victim = null

const work = async (seconds) => {
  lateness.reset()
  lateness.enable()
  const result = await victim.work(seconds)
  lateness.disable()
  // The histogram has the intervals themselves.
  return { ...result, own_p50_ms: lateness.percentile(50) / MS - 5, own_p99_ms: lateness.percentile(99) / MS - 5 }
}

process.on('message', async ({ open, seconds }) => {
  if (open) {
    victim = new Victim(open.port, open.credentials, seeded(open.seed))
    await victim.open()
    process.send('open')
  } else if (seconds) process.send(await work(seconds))
  else {
    victim.close()
    process.send('closed', () => process.exit(0))
  }
})
process.send('ready')
