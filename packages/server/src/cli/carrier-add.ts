// `carrier add`: sets up a carrier whose adapter knows its address. It asks for the key and proves it without a purchase
// (docs/operating/easypost.md).
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { isRefusal } from '@backhaul/core/refusal.ts'
import type { Command } from 'commander'
import { putCarrier } from '../kinds/carriers/put.ts'
import { listCarriers, readCarrier } from '../kinds/network/places.ts'
import { carrierResource } from '../kinds/network/resource.ts'
import type { Config } from '../process/config.ts'
import { CommandError, choice, cliActor, type Json, leaf, print, readSecretFile, shortText, withService } from './tool.ts'

/** The carriers that can be added, with their names. */
const PROVIDERS = { easypost: 'EasyPost' } as const
type Provider = keyof typeof PROVIDERS

interface AddOptions extends Json {
  code?: string
  name?: string
  secretFile?: string
  url?: string
}

/** Reads a line from the terminal without showing it, or all of the standard input if that is no terminal. */
const askForKey = async (name: string): Promise<string> => {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim()
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() })
  const asking = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  process.stderr.write(`Key of ${name} (it is not shown): `)
  try {
    return await new Promise<string>((resolve, reject) => {
      const cancel = () => reject(new CommandError('no key was given'))
      asking.on('SIGINT', cancel)
      asking.on('close', cancel)
      asking.question('', (line) => resolve(line.trim()))
    })
  } finally {
    asking.close()
    process.stderr.write('\n')
  }
}

const addCarrier = async (config: Config, adapter: Provider, options: AddOptions): Promise<void> => {
  const { json, code = adapter, secretFile, url } = options
  const secret = secretFile === undefined ? await askForKey(PROVIDERS[adapter]) : readSecretFile('--secret-file', secretFile)
  if (!/^[\x21-\x7e]{16,200}$/.test(secret)) throw new CommandError('the key must be 16 to 200 visible characters')
  const carrier = await withService(config, async (service) => {
    const known = (await listCarriers(service.db)).find((one) => one.code === code)
    const name = options.name ?? (known?.adapter === adapter ? known.name : PROVIDERS[adapter])
    const put = await putCarrier(service, cliActor(), code, { name, adapter, secret, url: url ?? null, active: known?.active ?? true })
    return isRefusal(put) ? put : readCarrier(service.db, code)
  })
  const kind = config.environment === 'sandbox' ? 'test' : 'live'
  print(json, carrierResource(carrier), `Carrier ${code} saved. The key is for ${kind} labels; nothing was bought.`)
}

export const addAddCommand = (carrier: Command, config: () => Config): void => {
  leaf(carrier, 'add', 'Set up a carrier with a key, which is proved without a purchase', [
    'carrier add easypost',
    'carrier add easypost --code easypost-eu --name "EasyPost Europe" --secret-file easypost.key',
  ])
    .argument('<provider>', `one of ${Object.keys(PROVIDERS).join(', ')}`, choice(...Object.keys(PROVIDERS)))
    .option('--code <code>', 'code of the carrier (default: the provider)')
    .option('--name <name>', 'name of the carrier (default: its present name, or that of the provider)', shortText(1, 100))
    .option('--secret-file <file>', 'file with the key (default: the command asks for it)')
    .option('--url <address>', 'only in a sandbox: address of a simulated provider on this machine')
    .action((provider: Provider, options: AddOptions) => addCarrier(config(), provider, options))
}
