// `serve --sample` fills the sandbox at startup, as the console's button does.
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError, Backhaul, type Sample } from '@backhaul/client'
import type { Config } from '../process/config.ts'
import { CREDENTIALS_FILE, readCredentials } from './demo/sandbox.ts'
import { CommandError, refusalText } from './failure.ts'

const CHECK_INTERVAL_MS = 500

/** Refuses `--sample` in production and for a process without the API. Throws CommandError. */
export const checkSample = (config: Config, only: string | undefined): void => {
  if (config.environment !== 'sandbox') throw new CommandError('--sample works only in a sandbox, but BACKHAUL_ENV is production')
  if (only === 'worker') throw new CommandError('--sample needs the API; remove --only worker')
}

const counted = ({ parcels, scans }: Sample): string => `${parcels.toLocaleString('en-US')} parcels, ${scans.toLocaleString('en-US')} scans`

const operatorOf = (config: Config, url: string): Backhaul => {
  const { operator } = readCredentials(join(config.dataDir, CREDENTIALS_FILE))
  if (!operator)
    throw new CommandError(
      'the credentials of the sandbox contain no key of an operator; in the console, select "Fill with two weeks of sample parcels"',
    )
  return new Backhaul({ base_url: url, ...operator })
}

/** Fills the sandbox that listens at `url` and reports progress. Errors are reported, and the service continues. */
export const fillAtStart = async (config: Config, url: string, say: (line: string) => void): Promise<void> => {
  const began_ms = performance.now()
  try {
    const client = operatorOf(config, url)
    let sample = await client.startSample()
    say('Filling the sandbox with two weeks of sample parcels\n')
    for (let day = 0; sample.status === 'running'; sample = await client.readSample()) {
      if (sample.day > day) say(`day ${sample.day} of ${sample.days}: ${counted(sample)}\n`)
      day = sample.day
      await sleep(CHECK_INTERVAL_MS)
    }
    const took = `${((performance.now() - began_ms) / 1000).toFixed(1)} s`
    if (sample.status === 'done') say(`The sandbox is filled: ${counted(sample)} in ${took}\n`)
    else say(`The sample parcels are not complete. ${sample.reason}\n`)
  } catch (error) {
    say(`The sample parcels were not created: ${error instanceof ApiError ? refusalText(error) : (error as Error).message}\n`)
  }
}
