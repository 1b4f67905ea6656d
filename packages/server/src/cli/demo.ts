import type { Command } from 'commander'
import { Narrator } from '../demo/narrator.ts'
import { perform, tellSummary } from '../demo/perform.ts'
import { findSandbox, startSandbox, type Wanted } from '../demo/sandbox.ts'
import type { Config } from '../platform/config.ts'
import { CommandError, leaf } from './tool.ts'

const INTERRUPTED = 130

const runDemo = async (config: Config, { json = false, ...wanted }: Wanted & { json?: boolean }): Promise<void> => {
  if (config.environment !== 'sandbox') throw new CommandError('the demo plays on a sandbox, and BACKHAUL_ENV is production')
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
    const outcome = await perform(sandbox, narrator)
    tellSummary(outcome, narrator)
    if (json) process.stdout.write(`${JSON.stringify(outcome, null, 2)}\n`)
    if (!outcome.ok) throw new CommandError(`the demo went wrong: ${outcome.problems[0]}`)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    await sandbox.close()
  }
}

/** `demo`: the main job end to end, on a running sandbox or on one started for it. */
export const addDemoCommand = (root: Command, config: () => Config): void => {
  leaf(root, 'demo', 'Play a story of three parcels on a sandbox: every step, and every webhook it causes, verified', [
    'demo                                    # the sandbox of this data directory if it runs, else one started for the demo',
    'demo --url http://127.0.0.1:8080 --credentials .data/sandbox-credentials.json',
    'demo --json',
  ])
    .option('--url <url>', 'service to play on (default: base_url of the credentials)')
    .option('--credentials <file>', "the partner's credentials (default: sandbox-credentials.json in the data directory)")
    .action((options) => runDemo(config(), options))
}
