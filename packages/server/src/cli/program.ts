import { Command, Option } from 'commander'
import type { Config } from '../platform/config.ts'
import { type Role, serve } from '../serve.ts'

/** The command tree. `config` is read when a command runs, so that help needs no valid environment. */
export const program = (config: () => Config): Command => {
  const root = new Command('backhaul').description('Shipment returns and logistics service').showHelpAfterError()
  root
    .command('serve')
    .description('Serve the API and the delivery worker (or only one of them)')
    .addOption(new Option('--only <part>', 'run one part').choices(['api', 'worker']))
    .action(async ({ only }: { only?: Role }) => runServer(config(), only ?? 'all'))
  return root
}

const runServer = async (config: Config, role: Role): Promise<void> => {
  const running = await serve(config, role)
  process.stdout.write(
    running.url ? `Backhaul ${config.environment} listening on ${running.url}\n` : `Backhaul ${config.environment} worker running\n`,
  )
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await running.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  void running.service.embedded?.lost.then((reason) => {
    process.stderr.write(`backhaul: ${reason.message}\n`)
    process.exit(1)
  })
}
