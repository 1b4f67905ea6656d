import { Random } from '@backhaul/simulator/random.ts'
import { ReplayCarrier } from '@backhaul/simulator/replay-carrier.ts'
import { FAULTS, type Fault, type Faults, SALE_FAULTS } from '@backhaul/simulator/replay-faults.ts'
import type { Command } from 'commander'
import { decimal, leaf, readSecretFile, wholeNumber } from './tool.ts'

interface ReplayOptions extends Partial<Record<Fault, number>> {
  port: number
  seed: number
  step: number
  outageEvery?: number
  outageFor: number
  secretFile?: string
}

const NAMES = Object.keys({ ...FAULTS, ...SALE_FAULTS }) as Fault[]

const faultsOf = (options: ReplayOptions): Faults =>
  Object.fromEntries(NAMES.map((name) => [name, (options[name] ?? 0) / 100])) as Record<Fault, number>

const replay = async (options: ReplayOptions): Promise<void> => {
  const outage = options.outageEvery === undefined ? null : { every_ms: options.outageEvery * 1000, for_ms: options.outageFor * 1000 }
  const secret = options.secretFile === undefined ? null : readSecretFile('--secret-file', options.secretFile)
  const random = new Random(options.seed)
  const carrier = new ReplayCarrier({ random, faults: faultsOf(options), step_ms: options.step * 1000, outage, secret })
  const url = await carrier.listen(options.port)
  process.stdout.write(`Simulated carrier at ${url}\n`)
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })
  await carrier.close()
}

/** `replay-carrier` starts a carrier service for experiments (docs/operating/carriers.md#carriers-with-a-service). */
export const addReplayCommand = (root: Command): void => {
  const command = leaf(root, 'replay-carrier', 'Run a simulated carrier: it sells labels and reports parcels, with delays and errors', [
    'replay-carrier --port 8400 --step 10',
    'replay-carrier --declined 5 --lost 10 --appearing 5 --unvoidable 20 --settling 20',
    'replay-carrier --late 20 --doubled 10 --disordered 20 --contradicting 5 --unknown 5 --outage-every 300',
  ])
    .option('--port <n>', 'port to listen on (default: 8400)', wholeNumber(0, 65535), 8400)
    .option('--seed <n>', 'seed of all random outcomes (default: 1)', wholeNumber(0, 10 ** 9), 1)
    .option('--step <seconds>', 'seconds between two events of a parcel (default: 30)', decimal(86_400), 30)
    .option('--outage-every <seconds>', 'seconds between outages (default: no outages)', wholeNumber(1, 86_400))
    .option('--outage-for <seconds>', 'duration of an outage (default: 30)', wholeNumber(1, 86_400), 30)
    .option('--secret-file <file>', 'answer only requests that are signed with the secret in this file (default: all)')
  const texts = [
    ...Object.entries(FAULTS).map(([name, what]) => [name, `report lines that ${what}`]),
    ...Object.entries(SALE_FAULTS).map(([name, what]) => [name, `purchases that ${what}`]),
  ]
  for (const [name, what] of texts) command.option(`--${name} <percent>`, `percentage of ${what} (default: 0)`, wholeNumber(0, 100))
  command.action((options: ReplayOptions) => replay(options))
}
