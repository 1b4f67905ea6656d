import { Command } from 'commander'
import { BUILD } from '../process/version.ts'

export const USE_HELP = '(use --help for options and examples)'

/** Creates the command line without any commands. */
export const newRoot = (): Command =>
  new Command('backhaul')
    .description('Backhaul: shipment returns and logistics service. Settings are environment variables; see docs/operating/settings.md.')
    .version(BUILD, '--version', 'print the version and the commit that it was built from')
    .showHelpAfterError(USE_HELP)
    .exitOverride()
