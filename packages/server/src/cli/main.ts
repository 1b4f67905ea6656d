import { CommanderError } from 'commander'
import { readConfig } from '../platform/config.ts'
import { Unavailable } from '../platform/db.ts'
import { reasonOf, StartupError } from '../platform/startup-error.ts'
import { program } from './program.ts'
import { CommandError } from './tool.ts'

const USAGE = 2

const fail = (message: string): void => {
  process.stderr.write(`backhaul: ${message}\n`)
  process.exitCode = 1
}

/**
 * Runs one command line. Exit codes: 0 done; 1 an error that an operator can act on, as one line on standard error (and one for each
 * bad row of a file); 2 the command line
 * itself is wrong, with a line that names the option and the remedy.
 */
export const main = async (argv: string[]): Promise<void> => {
  try {
    await program(() => readConfig(process.env)).parseAsync(argv, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : USAGE
    else if (error instanceof CommandError) fail(error.message)
    else if (error instanceof StartupError || error instanceof Unavailable) fail(reasonOf(error))
    else throw error
  }
}
