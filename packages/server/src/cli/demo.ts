import type { Command } from 'commander'
import type { Config } from '../process/config.ts'
import { leaf, wholeNumber } from './tool.ts'

/** `demo`: the main workflow end to end, on a running sandbox or on one started for it. */
export const addDemoCommand = (root: Command, config: () => Config): void => {
  leaf(root, 'demo', 'Play a story of three parcels in a sandbox and verify every step and every webhook', [
    'demo                                    # in the running sandbox of this data directory, or in a sandbox started for the demo',
    'demo --url http://127.0.0.1:8080 --credentials .data/sandbox-credentials.json',
    'demo --days 2                           # with two simulated days of a small network around it',
    'demo --json',
  ])
    .option('--url <url>', 'sandbox to use (default: base_url in the credentials file)')
    .option('--credentials <file>', "file with the partner's credentials (default: sandbox-credentials.json in the data directory)")
    .option('--days <n>', 'first simulate this many days of a small network around the demo, 1 to 30 (default: none)', wholeNumber(1, 30))
    .action(async (options) => {
      // Loaded only here, because it loads the whole service.
      const { runDemo } = await import('./demo/run.ts')
      await runDemo(config(), options)
    })
}
