import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../process/config.ts'
import { CommandError } from '../tool.ts'
import { Narrator } from './narrator.ts'
import { perform, printSummary } from './perform.ts'
import { findSandbox, type Sandbox, startSandbox, type Wanted } from './sandbox.ts'

const INTERRUPTED = 130

/** A network small enough to be simulated in seconds. */
const AROUND = { parcelsPerDay: 20, stores: 3 }

/**
 * Simulates a network around the three parcels of the demo, as `backhaul simulate` does. If the sandbox ends with the demo, the simulation
 * cannot be continued and its file is removed.
 */
const simulateAround = async (config: Config, sandbox: Sandbox, days: number, narrator: Narrator): Promise<void> => {
  const { runTo } = await import('../simulate/run.ts')
  const { signal } = new AbortController()
  const file = sandbox.own ? join(tmpdir(), `backhaul-demo-${process.pid}.json`) : join(config.dataDir, 'simulation.json')
  try {
    const { summary } = await runTo(sandbox, file, { days, ...(sandbox.own && AROUND) }, { signal, write: () => {}, isTerminal: false })
    const { done } = summary
    narrator.line(`  around the demo, a simulated network: ${days === 1 ? 'a day' : `${days} days`} with ${done.parcels} parcels`)
  } finally {
    if (sandbox.own) rmSync(file, { force: true })
  }
}

/** The `demo` command. Throws CommandError if any step of the demo failed. */
export const runDemo = async (
  config: Config,
  { json = false, days, ...wanted }: Wanted & { json?: boolean; days?: number },
): Promise<void> => {
  if (config.environment !== 'sandbox') throw new CommandError('the demo runs only in a sandbox, but BACKHAUL_ENV is production')
  const sandbox = (await findSandbox(config, wanted)) ?? (await startSandbox(config))
  const stop = async () => {
    await sandbox.close()
    process.exit(INTERRUPTED)
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  const narrator = new Narrator(
    json ? () => {} : (text) => process.stdout.write(text),
    process.stdout.isTTY === true && !process.env.NO_COLOR,
  )
  try {
    if (days !== undefined) await simulateAround(config, sandbox, days, narrator)
    const outcome = await perform(sandbox, narrator)
    printSummary(outcome, narrator)
    if (outcome.ok && !sandbox.own) narrator.line('  to simulate weeks of parcels, run `backhaul simulate`')
    if (json) process.stdout.write(`${JSON.stringify(outcome, null, 2)}\n`)
    if (!outcome.ok) throw new CommandError(`the demo failed: ${outcome.problems[0]}`)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    await sandbox.close()
  }
}
