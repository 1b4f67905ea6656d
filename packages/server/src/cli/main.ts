import { CommanderError } from 'commander'
import { readConfig } from '../platform/config.ts'
import { Unavailable } from '../platform/db.ts'
import { reasonOf, StartupError } from '../platform/startup-error.ts'
import { program } from './program.ts'
import { CommandError } from './tool.ts'

const USAGE = 2

/**
 * Runs one command line. Exit codes: 0 done; 1 an error that an operator can act on, as one line on standard error; 2 the command line
 * itself is wrong, with a line that names the option and the remedy.
 */
export const main = async (argv: string[]): Promise<void> => {
  try {
    await program(() => readConfig(process.env)).parseAsync(argv, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : USAGE
    else if (error instanceof StartupError || error instanceof CommandError || error instanceof Unavailable) {
      process.stderr.write(`backhaul: ${reasonOf(error)}\n`)
      process.exitCode = 1
    } else throw error
  }
}
