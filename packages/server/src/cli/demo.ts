import type { Command } from 'commander'
import type { Config } from '../platform/config.ts'
import { leaf } from './tool.ts'

/** `demo`: the main job end to end, on a running sandbox or on one started for it. */
export const addDemoCommand = (root: Command, config: () => Config): void => {
  leaf(root, 'demo', 'Play a story of three parcels on a sandbox: every step, and every webhook it causes, verified', [
    'demo                                    # the sandbox of this data directory if it runs, else one started for the demo',
    'demo --url http://127.0.0.1:8080 --credentials .data/sandbox-credentials.json',
    'demo --json',
  ])
    .option('--url <url>', 'service to play on (default: base_url of the credentials)')
    .option('--credentials <file>', "the partner's credentials (default: sandbox-credentials.json in the data directory)")
    .action(async (options) => {
      // Loaded here only, as it brings the whole service along.
      const { runDemo } = await import('./demo/run.ts')
      await runDemo(config(), options)
    })
}
