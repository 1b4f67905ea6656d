// The simulated carrier with its own service. It answers while the simulation runs, and the sandbox's worker fetches its reports. Report
// lines that were not fetched are kept for the next run.
import type { Backhaul } from '@backhaul/client'
import type { Reporting } from './merchant.ts'
import type { ReportedLine } from './model.ts'
import { Random } from './random.ts'
import { ReplayCarrier } from './replay-carrier.ts'
import { NO_FAULTS } from './replay-faults.ts'
import { CODES, REPORTING, REPORTING_NAME } from './reports.ts'

/** These limits are long: a worker that knows the carrier polls it every 5 s (kinds/carriers/exchange.ts, service/network-cache.ts). */
const FIRST_ASKED_MS = 30_000
const FETCHED_MS = 120_000
const CHECK_INTERVAL_MS = 200
/** The next hour does not begin while more report lines than this wait for the worker. */
const MAX_WAITING = 5_000

const rest = () => new Promise<void>((resolve) => setTimeout(resolve, CHECK_INTERVAL_MS))

const isSoon = async (condition: () => boolean | Promise<boolean>, end_ms: number): Promise<boolean> => {
  while (!(await condition())) {
    if (performance.now() >= end_ms) return false
    await rest()
  }
  return true
}

const setCarrier = (operator: Backhaul, url: string | null) =>
  operator.setCarrier(REPORTING, {
    name: REPORTING_NAME,
    codes: CODES,
    ...(url === null ? { adapter: 'file' } : { adapter: 'replay', url }),
  })

export class ReportingCarrier implements Reporting {
  readonly #operator: Backhaul
  readonly #server: ReplayCarrier
  readonly #began_ms = performance.now()
  #isReached: Promise<boolean> | null = null

  private constructor(operator: Backhaul, server: ReplayCarrier) {
    this.#operator = operator
    this.#server = server
  }

  /** `waiting` are the report lines left by an earlier run. */
  static async open(operator: Backhaul, seed: number, waiting: readonly ReportedLine[]): Promise<ReportingCarrier> {
    const server = new ReplayCarrier({ random: new Random(seed), faults: NO_FAULTS, step_ms: null, outage: null })
    const url = await server.listen()
    server.lines.push(...waiting)
    try {
      await setCarrier(operator, url)
    } catch (error) {
      await server.close()
      throw error
    }
    return new ReportingCarrier(operator, server)
  }

  /**
   * The carrier's service does not answer between two runs, so the carrier is set to the file adapter. Errors are ignored if the sandbox
   * has already stopped.
   */
  async close(): Promise<void> {
    await setCarrier(this.#operator, null).catch(() => {})
    await this.#server.close()
  }

  /** Whether a worker polls the carrier. If none does, the simulation sends scans instead. */
  isReached(): Promise<boolean> {
    this.#isReached ??= isSoon(() => this.#server.taken !== null, this.#began_ms + FIRST_ASKED_MS)
    return this.#isReached
  }

  report(line: ReportedLine): void {
    this.#server.lines.push(line)
  }

  /** Lines that have not been fetched yet. */
  get waiting(): ReportedLine[] {
    return this.#server.lines.slice(this.#server.taken ?? 0)
  }

  /** Waits until few enough lines are left. Resolves with false if the worker cannot keep up. */
  keepsUp(): Promise<boolean> {
    return isSoon(() => this.waiting.length <= MAX_WAITING, performance.now() + FETCHED_MS)
  }

  /** Waits until all lines are fetched and processed. Resolves with false if that takes too long. */
  async isFetched(): Promise<boolean> {
    if (this.waiting.length > 0 && !(await this.isReached())) return false
    const end_ms = performance.now() + FETCHED_MS
    const isWorkedThrough = async () => {
      const { data } = await this.#operator.listImports({ kind: 'carrier-report', limit: 5 })
      return data.every(({ ended_at }) => ended_at !== null)
    }
    return (await isSoon(() => this.waiting.length === 0, end_ms)) && isSoon(isWorkedThrough, end_ms)
  }
}
