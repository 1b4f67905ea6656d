import { type Command, Option } from 'commander'
import { limitHeapGrowth } from '../app/heap.ts'
import { type Ending, endOnBugs } from '../app/last-resort.ts'
import type { Role } from '../app/serve.ts'
import type { Config } from '../process/config.ts'

type Part = Exclude<Role, 'large'>

/** What runs, in this process or in those that it started. */
interface Server extends Ending {
  /** Null for a worker alone. */
  url: string | null
  /** Resolves with the reason why it cannot go on; else never. */
  lost: Promise<Error>
  /** From now on it says that it is not ready. */
  drain(): void
}

/** Loaded here only: the whole service is much to read in for a command that lists partners, and for a process that only supervises. */
const open = async (config: Config, role: Part, opens: boolean): Promise<Server> => {
  limitHeapGrowth()
  if (role !== 'worker' && config.processes > 1) {
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
  /** A second signal does not wait for balancers to notice. */
  let endWaiting = () => {}
  const stop = async () => {
    // While it starts, the first signal waits for the start, so that no database is left behind; a second one does not.
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
  // Those who collect the log of production find nothing else on standard output.
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
