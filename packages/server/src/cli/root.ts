import { Command } from 'commander'
import { VERSION } from '../platform/version.ts'

export const USE_HELP = '(use --help for options and examples)'

/** The command line without a command. */
export const newRoot = (): Command =>
  new Command('backhaul')
    .description('Backhaul: shipment returns and logistics service. Settings are environment variables; see docs/operating.md.')
    .version(VERSION, '--version', 'print the version')
    .showHelpAfterError(USE_HELP)
    .exitOverride()
