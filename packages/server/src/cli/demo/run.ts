import type { Config } from '../../platform/config.ts'
import { CommandError } from '../tool.ts'
import { Narrator } from './narrator.ts'
import { perform, tellSummary } from './perform.ts'
import { findSandbox, startSandbox, type Wanted } from './sandbox.ts'

const INTERRUPTED = 130

/** The `demo` command. Throws CommandError when anything in the story was off. */
export const runDemo = async (config: Config, { json = false, ...wanted }: Wanted & { json?: boolean }): Promise<void> => {
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
    if (outcome.ok && !sandbox.own) narrator.line('  for weeks of parcels instead of three: `backhaul simulate`')
    if (json) process.stdout.write(`${JSON.stringify(outcome, null, 2)}\n`)
    if (!outcome.ok) throw new CommandError(`the demo went wrong: ${outcome.problems[0]}`)
  } finally {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
    await sandbox.close()
  }
}
