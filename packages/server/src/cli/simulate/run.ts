import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { ApiError, ConnectionError } from '@backhaul/client'
import { TICKS_A_DAY } from '@backhaul/simulator/calendar.ts'
import { Merchant } from '@backhaul/simulator/merchant.ts'
import { Interrupted, type SavedSimulation, SimulationError } from '@backhaul/simulator/model.ts'
import { clientOf, makeNetwork } from '@backhaul/simulator/network.ts'
import { ReportingCarrier } from '@backhaul/simulator/reporting-carrier.ts'
import { REPORTING } from '@backhaul/simulator/reports.ts'
import { sharedOf, simulate } from '@backhaul/simulator/run.ts'
import { regionOf } from '../../kinds/network/centroids.ts'
import type { Config } from '../../process/config.ts'
import type { Sandbox, Wanted } from '../demo/sandbox.ts'
import { CommandError, refusalText } from '../failure.ts'
import { openSession } from '../integrate/session.ts'
import { progressOf } from './progress.ts'
import { readSimulation, writeSimulation } from './saved-state.ts'
import { type Summary, sumUp, tell } from './summary.ts'

export interface Options extends Wanted {
  days?: number
  parcelsPerDay?: number
  stores?: number
  seed?: number
  new?: boolean
  json?: boolean
}

export const DEFAULTS = { days: 30, parcelsPerDay: 400, stores: 25, seed: 1 }
const INTERRUPTED = 130

/** Refuses a production service before anything is created there. A production service refuses to show a test clock. */
const checkSandbox = async ({ url, credentials }: Sandbox): Promise<void> => {
  try {
    await clientOf(url, credentials).readTestClock()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'sandbox_only')
      throw new CommandError(`${url} is a production service; \`simulate\` works only with a sandbox`)
    throw error
  }
}

const sameOrFail = (kept: SavedSimulation, options: Options): void => {
  const asked = { seed: options.seed, 'parcels-per-day': options.parcelsPerDay, stores: options.stores }
  const has = { seed: kept.seed, 'parcels-per-day': kept.parcels_per_day, stores: kept.stores }
  for (const [name, value] of Object.entries(has)) {
    const given = asked[name as keyof typeof asked]
    if (given !== undefined && given !== value)
      throw new CommandError(
        `the simulation of this sandbox was started with --${name} ${value}; omit the option to continue that simulation, or give --new to start another simulation`,
      )
  }
}

/** Opens the simulation in the file to continue it, or starts a new one. */
const openSimulation = async (sandbox: Sandbox, file: string, options: Options): Promise<SavedSimulation> => {
  const known = options.new ? null : readSimulation(file)
  if (known) {
    sameOrFail(known, options)
    const done = known.next_tick / TICKS_A_DAY
    const rest = done < known.until_day
    const until_day = options.days === undefined && rest ? known.until_day : Math.floor(done) + (options.days ?? DEFAULTS.days)
    return { ...known, until_day }
  }
  const { operator } = sandbox.credentials
  if (!operator)
    throw new CommandError(
      "the credentials contain no operator's key, which `simulate` needs to create partners; give --credentials with a file that contains an operator's key",
    )
  const { seed, parcelsPerDay, stores, days } = {
    ...DEFAULTS,
    ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
  }
  const made = await makeNetwork(sandbox.url, operator, { seed, parcels_per_day: parcelsPerDay, stores, until_day: days }, regionOf)
  writeSimulation(file, made)
  return made
}

const howToGoOn = (kept: SavedSimulation): string => {
  const day = Math.floor(kept.next_tick / TICKS_A_DAY) + 1
  return `it stopped on day ${day} of ${kept.until_day}; run \`backhaul simulate\` again to continue`
}

/** Turns an error into one line that tells the user what to do about it. */
const explain = (error: unknown, sandbox: Sandbox, kept: SavedSimulation | null, file: string): unknown => {
  const goOn = kept ? `; ${howToGoOn(kept)}` : ''
  if (error instanceof ConnectionError) return new CommandError(`${sandbox.url} does not answer (${error.message})${goOn}`)
  if (error instanceof SimulationError) return new CommandError(error.message)
  if (!(error instanceof ApiError)) return error
  if (kept && error.code === 'invalid_api_key')
    return new CommandError(
      `this sandbox was created again, so the keys in ${file} do not belong to it; give --new to start another simulation`,
    )
  return new CommandError(`${sandbox.url} refused a request: ${refusalText(error)}${goOn}`)
}

/** Runs a simulation to its end and returns the result. Throws Interrupted, or a CommandError that says how to continue. */
export const runTo = async (
  sandbox: Sandbox,
  file: string,
  options: Options,
  { signal, write, isTerminal }: { signal: AbortSignal; write: (text: string) => void; isTerminal: boolean },
): Promise<{ summary: Summary; text: string }> => {
  const began_ms = performance.now()
  let kept: SavedSimulation | null = null
  let refusal: string | null = null
  try {
    await checkSandbox(sandbox)
    const mine = await openSimulation(sandbox, file, options)
    kept = mine
    const shared = sharedOf(mine, sandbox.url, (message) => {
      refusal ??= message
    })
    const merchants = mine.merchants.map((keys) => new Merchant(clientOf(sandbox.url, keys), shared))
    const reporting = mine.reporting ? await ReportingCarrier.open(shared.operator, mine.seed, mine.reports) : null
    shared.reporting = reporting
    const range = { firstTick: mine.next_tick, lastTick: mine.until_day * TICKS_A_DAY, ticksADay: TICKS_A_DAY }
    const progress = progressOf(write, isTerminal, range)
    try {
      await simulate({
        kept: mine,
        merchants,
        shared,
        signal,
        save: () => {
          mine.reports = reporting?.waiting ?? mine.reports
          writeSimulation(file, mine)
        },
        onTick: async (done) => {
          if (reporting && !(await reporting.keepsUp()))
            throw new CommandError(`no worker of the sandbox fetches the reports of ${REPORTING}`)
          progress.at(done, shared.tally)
        },
      })
      await reporting?.isFetched()
    } finally {
      progress.end()
      mine.reports = reporting?.waiting ?? mine.reports
      if (reporting) writeSimulation(file, mine)
      await reporting?.close()
    }
    const summary = await sumUp(sandbox.url, mine, merchants, TICKS_A_DAY, Math.round(performance.now() - began_ms))
    return { summary, text: tell(summary, relative('', file) || file, refusal) }
  } catch (error) {
    if (error instanceof Interrupted && kept) throw new Interrupted(howToGoOn(kept))
    throw explain(error, sandbox, kept, file)
  }
}

const FILE = 'simulation.json'

export const runSimulate = async (config: Config, { json = false, ...options }: Options): Promise<void> => {
  if (config.environment !== 'sandbox') throw new CommandError('`simulate` works only with a sandbox, but BACKHAUL_ENV is production')
  const { sandbox } = await openSession(config, options)
  const file = join(options.credentials ? dirname(options.credentials) : config.dataDir, FILE)
  const stop = new AbortController()
  const interrupt = () => {
    process.stderr.write('\nstopping after the current hour …\n')
    stop.abort()
  }
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, interrupt)
  const say = json ? () => {} : (text: string) => void process.stdout.write(text)
  say(`Simulating on ${sandbox.url}${existsSync(file) && !options.new ? ', continuing the last run' : ''}\n`)
  try {
    const { summary, text } = await runTo(sandbox, file, options, {
      signal: stop.signal,
      write: say,
      isTerminal: process.stdout.isTTY === true,
    })
    process.stdout.write(json ? `${JSON.stringify(summary, null, 2)}\n` : `\n${text}\n`)
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    process.stderr.write(`backhaul: ${error.message}\n`)
    process.exitCode = INTERRUPTED
  } finally {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.off(name, interrupt)
  }
}
