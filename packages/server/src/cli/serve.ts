import { setFlagsFromString } from 'node:v8'
import { type Command, Option } from 'commander'
import type { Role, Running } from '../app/serve.ts'
import type { Config } from '../platform/config.ts'
import { endOnBugs } from './last-resort.ts'

/**
 * By how much the heap may grow before garbage is collected again. V8's own choice, up to fourfold, lets a batch of 1,000 leave over 400 MB of
 * garbage standing; with this it is under 300 MB, at the same rate.
 */
const HEAP_GROWTH_PERCENT = 75

const runServer = async (config: Config, role: Role): Promise<void> => {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`)
  let running: Running | null = null
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
  endOnBugs(() => running && { log: running.service.log, close: running.close })
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Loaded here only: the whole service is much to read in for a command that lists partners.
  const { serve } = await import('../app/serve.ts')
  running = await serve(config, role)
  if (stopping) {
    await running.close()
    process.exit(0)
  }
  process.stdout.write(
    running.url ? `Backhaul ${config.environment} listening on ${running.url}\n` : `Backhaul ${config.environment} worker running\n`,
  )
  void running.service.embedded?.lost.then((reason) => {
    process.stderr.write(`backhaul: ${reason.message}\n`)
    process.exit(1)
  })
}

/** `serve`: the API, the delivery worker, or both in one process; contract §1. */
export const addServeCommand = (root: Command, config: () => Config): void => {
  root
    .command('serve')
    .description('Run the API and the delivery worker, or only one of them, until SIGINT or SIGTERM')
    .addOption(new Option('--only <part>', 'run only this part (default: both)').choices(['api', 'worker']))
    .addHelpText(
      'after',
      '\nExamples:\n  $ backhaul serve\n  $ PORT=0 backhaul serve --only api\n  $ DATABASE_URL=postgres://… backhaul serve --only worker',
    )
    .action(async ({ only }: { only?: Role }) => runServer(config(), only ?? 'all'))
}
