import { readConfig } from '../platform/config.ts'
import { StartupError } from '../platform/startup-error.ts'
import { program } from './program.ts'

/** Runs one command line; errors that an operator can act on are one line on standard error and exit code 1. */
export const main = async (argv: string[]): Promise<void> => {
  try {
    await program(() => readConfig(process.env)).parseAsync(argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    process.stderr.write(`backhaul: ${error.message}\n`)
    process.exitCode = 1
  }
}
