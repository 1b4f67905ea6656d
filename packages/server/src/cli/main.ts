import { type Command, CommanderError, InvalidArgumentError } from 'commander'
import { Unavailable } from '../database/db.ts'
import { type Config, readConfig } from '../process/config.ts'
import { exhausted } from '../process/exhausted.ts'
import { unknownSettings } from '../process/setting-names.ts'
import { reasonOf, StartupError } from '../process/startup-error.ts'
import { CommandError } from './failure.ts'
import { newRoot, USE_HELP } from './root.ts'
import { addServeCommand } from './serve.ts'

const USAGE = 2

const fail = (message: string): void => {
  process.stderr.write(`backhaul: ${message}\n`)
  process.exitCode = 1
}

/** A misspelled setting may be the reason for a failure further on, so unknown settings are printed first. */
const config = (): Config => {
  for (const line of unknownSettings(process.env)) process.stderr.write(`backhaul: ${line}\n`)
  return readConfig(process.env)
}

/**
 * Loads `serve` without the other commands. The modules of those commands would stay in the memory of a process that only supervises
 * others.
 */
const rootFor = async (argv: string[], config: () => Config): Promise<Command> => {
  if (argv[0] !== 'serve') return (await import('./program.ts')).program(config)
  const root = newRoot()
  addServeCommand(root, config)
  return root
}

/**
 * Runs one command line; `serve` when there are no arguments. Exit codes:
 * - 0: done.
 * - 1: an error that an operator can act on. Standard error has one line, plus one for each bad row of a file.
 * - 2: the command line itself is wrong. Standard error has a line that names the option and the remedy.
 */
export const main = async (args: string[]): Promise<void> => {
  const argv = args.length === 0 ? ['serve'] : args
  try {
    const root = await rootFor(argv, config)
    await root.parseAsync(argv, { from: 'user' })
  } catch (error) {
    // A command itself threw this InvalidArgumentError. Errors that commander finds are of the class CommanderError, and are already
    // printed.
    if (error instanceof InvalidArgumentError) {
      process.stderr.write(`error: ${error.message}\n\n${USE_HELP}\n`)
      process.exitCode = USAGE
    } else if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : USAGE
    else if (error instanceof CommandError) fail(error.message)
    else if (error instanceof StartupError || error instanceof Unavailable) fail(reasonOf(error))
    else {
      const ranOut = exhausted(error)
      if (ranOut === null) throw error
      fail(ranOut)
    }
  }
}
