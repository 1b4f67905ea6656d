import { type Command, Option } from 'commander'
import { limitHeapGrowth } from '../app/heap.ts'
import { type Ending, endOnBugs } from '../app/last-resort.ts'
import type { Role } from '../app/serve.ts'
import type { Config } from '../platform/config.ts'

type Part = Exclude<Role, 'large'>

/** What runs, in this process or in those that it started. */
interface Server extends Ending {
  /** Null for a worker alone. */
  url: string | null
  /** Resolves with the reason why it cannot go on; else never. */
  lost: Promise<Error>
}

/** Loaded here only: the whole service is much to read in for a command that lists partners, and for a process that only supervises. */
const open = async (config: Config, role: Part): Promise<Server> => {
  limitHeapGrowth()
  if (role !== 'worker' && config.processes > 1) {
    const { supervise } = await import('../app/supervisor.ts')
    return supervise(config, role)
  }
  const { serve } = await import('../app/serve.ts')
  const { url, service, close } = await serve(config, role)
  return { url, log: service.log, lost: service.embedded?.lost ?? new Promise(() => {}), close }
}

const runServer = async (config: Config, role: Part): Promise<void> => {
  let running: Server | null = null
  let stopping = false
  const stop = async () => {
    // While it starts, the first signal waits for the start, so that no database is left behind; a second one does not.
    if (stopping && !running) process.exit(1)
    const first = !stopping
    stopping = true
    if (!running || !first) return
    await running.close()
    process.exit(0)
  }
  endOnBugs(() => running)
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  running = await open(config, role)
  if (stopping) {
    await running.close()
    process.exit(0)
  }
  process.stdout.write(
    running.url ? `Backhaul ${config.environment} listening on ${running.url}\n` : `Backhaul ${config.environment} worker running\n`,
  )
  void running.lost.then((reason) => {
    process.stderr.write(`backhaul: ${reason.message}\n`)
    process.exit(1)
  })
}

/** `serve`: the API, the delivery worker, or both (docs/operating.md#settings). */
export const addServeCommand = (root: Command, config: () => Config): void => {
  root
    .command('serve')
    .description('Run the API and the delivery worker, or only one of them, until SIGINT or SIGTERM')
    .addOption(new Option('--only <part>', 'run only this part (default: both)').choices(['api', 'worker']))
    .addHelpText(
      'after',
      '\nExamples:\n  $ backhaul serve\n  $ PORT=0 backhaul serve --only api\n  $ DATABASE_URL=postgres://… backhaul serve --only worker',
    )
    .action(async ({ only }: { only?: Part }) => runServer(config(), only ?? 'all'))
}
