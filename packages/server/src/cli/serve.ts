import { type Command, Option } from 'commander'
import { configureHeap } from '../app/heap.ts'
import { type Ending, endOnBugs } from '../app/last-resort.ts'
import type { Role } from '../app/serve.ts'
import type { Config } from '../process/config.ts'

type Part = Exclude<Role, 'large'>

/** The running service, in this process or in the processes that it started. */
interface Server extends Ending {
  /** Null for a process that is only a worker. */
  url: string | null
  /** Resolves with the reason when the server cannot continue; otherwise never. */
  lost: Promise<Error>
  /** Makes the server report that it is not ready. */
  drain(): void
}

/**
 * Imported only here, because the whole service takes long to load. A command that lists partners does not need it, nor does a process that
 * only supervises others.
 */
const open = async (config: Config, role: Part, opens: boolean): Promise<Server> => {
  configureHeap()
  if (role !== 'worker' && !config.isAlone) {
    const { supervise } = await import('../app/supervisor.ts')
    return supervise(config, role, opens)
  }
  const { serve } = await import('../app/serve.ts')
  const { url, service, isFirst, drain, close } = await serve(config, role)
  if (url !== null) {
    const { welcome } = await import('../app/ready-links.ts')
    await welcome(service, config.publicUrl ?? url, { is_first: isFirst, opens })
  }
  return { url, log: service.log, lost: service.embedded?.lost ?? new Promise(() => {}), drain, close }
}

const runServer = async (config: Config, role: Part, { opens, sample }: { opens: boolean; sample: boolean }): Promise<void> => {
  let running: Server | null = null
  let stopping = false
  /** Ends the wait that lets load balancers notice the stop. A second signal calls it. */
  let endWaiting = () => {}
  const stop = async () => {
    // During startup the first signal waits until the start is complete, so that no database process is left behind. A second signal exits
    // at once.
    if (stopping && !running) process.exit(1)
    const first = !stopping
    stopping = true
    if (!running) return
    if (!first) return endWaiting()
    running.drain()
    await new Promise<void>((resolve) => {
      endWaiting = resolve
      setTimeout(resolve, config.drain_s * 1000)
    })
    await running.close()
    process.exit(0)
  }
  endOnBugs(() => running)
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  running = await open(config, role, opens)
  if (stopping) {
    await running.close()
    process.exit(0)
  }
  // In production, standard output has only the log, because log collectors read it.
  const forPeople = config.environment === 'production' ? process.stderr : process.stdout
  forPeople.write(
    running.url ? `Backhaul ${config.environment} listening on ${running.url}\n` : `Backhaul ${config.environment} worker running\n`,
  )
  if (running.url && sample) {
    const { fillAtStart } = await import('./sample.ts')
    void fillAtStart(config, running.url, (line) => !stopping && forPeople.write(line))
  }
  void running.lost.then((reason) => {
    process.stderr.write(`backhaul: ${reason.message}\n`)
    process.exit(1)
  })
}

/** `serve`: the API, the delivery worker, or both (docs/operating/settings.md). */
export const addServeCommand = (root: Command, config: () => Config): void => {
  root
    .command('serve')
    .description('Run the API and the delivery worker, or only one of them, until SIGINT or SIGTERM (the default command)')
    .addOption(new Option('--only <part>', 'run only this part (default: both)').choices(['api', 'worker']))
    .option('--open', "open the operator's sign-in link in a browser (sandbox only)")
    .option('--sample', 'fill an empty sandbox with two weeks of sample parcels')
    .addHelpText(
      'after',
      '\nExamples:\n  $ backhaul serve\n  $ backhaul serve --open\n  $ backhaul serve --sample\n  $ PORT=0 backhaul serve --only api\n  $ DATABASE_URL=postgres://… backhaul serve --only worker',
    )
    .action(async ({ only, open: opens = false, sample = false }: { only?: Part; open?: boolean; sample?: boolean }) => {
      const read = config()
      if (sample) {
        const { checkSample } = await import('./sample.ts')
        checkSample(read, only)
      }
      await runServer(read, only ?? 'all', { opens, sample })
    })
}
