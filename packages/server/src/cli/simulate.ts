import type { Command } from 'commander'
import type { Config } from '../process/config.ts'
import { leaf, wholeNumber } from './tool.ts'

const MAX_DAYS = 366
const MAX_PARCELS = 5_000
const MAX_STORES = 250
const MAX_SEED = 999_999_999

/** `simulate` fills a sandbox with a working network (docs/guide/sandbox.md#a-simulated-network). */
export const addSimulateCommand = (root: Command, config: () => Config): void => {
  leaf(root, 'simulate', 'Fill the running sandbox with a simulated network: weeks of parcels, counters, carriers and exceptions', [
    'simulate                                            # 30 days with 400 parcels each at 25 counters',
    'simulate --days 7 --parcels-per-day 40 --stores 5',
    'simulate --days 7                                   # run again to continue for another week',
    'simulate --new --seed 2                             # another network, next to the first',
  ])
    .option(
      '--days <n>',
      `days to simulate, 1 to ${MAX_DAYS} (default: 30, or the remaining days of an interrupted run)`,
      wholeNumber(1, MAX_DAYS),
    )
    .option('--parcels-per-day <n>', `parcels on an average day, 1 to ${MAX_PARCELS} (default: 400)`, wholeNumber(1, MAX_PARCELS))
    .option('--stores <n>', `counters, 1 to ${MAX_STORES} (default: 25)`, wholeNumber(1, MAX_STORES))
    .option('--seed <n>', 'the same seed gives the same parcels, times and outcomes (default: 1)', wholeNumber(0, MAX_SEED))
    .option('--new', 'start another simulation, with its own partners, instead of continuing')
    .option('--url <url>', 'sandbox to use (default: base_url in the credentials file)')
    .option('--credentials <file>', "file with the sandbox's credentials (default: sandbox-credentials.json in the data directory)")
    .action(async (options) => {
      // Imported only here because other commands do not need it.
      const { runSimulate } = await import('./simulate/run.ts')
      await runSimulate(config(), options)
    })
}
