// Runs `serve` with several processes on one machine: API processes, and a separate delivery worker. This supervisor starts and replaces
// them, accepts their connections, and holds the state that they share: rate limits, locks, news of changes, metrics. After its start it
// answers no requests and reads no database, so that few faults can end it.
//
// Promise: when a process dies, the others continue and a new process replaces it. Only the clients whose requests it was answering notice.
// Its locks are released. The part of the rate limits that it had borrowed counts as used. When the supervisor dies, its processes end
// within two seconds.
import type { Server } from 'node:http'
import type { Logger } from 'pino'
import { DatabaseWatch } from '../database/database-watch.ts'
import { type DatabaseConfig, openDatabase } from '../database/db.ts'
import { type EmbeddedPostgres, openEmbedded } from '../database/embedded.ts'
import { Admission } from '../http/admission.ts'
import { Allotments } from '../http/allotments.ts'
import { type Ask, RateBroker, RECALL_LIMIT_MS, type Used } from '../http/rate-broker.ts'
import { claimWarnings } from '../kinds/sign-in/oidc/access-of-claims.ts'
import { type Config, warningsOf } from '../process/config.ts'
import { newWorkerId } from '../process/ids.ts'
import { Ledger } from '../process/ledger.ts'
import { connectionRoom, openFileLimit } from '../process/open-files.ts'
import type { Topic } from '../process/peers.ts'
import { StartupError } from '../process/startup-error.ts'
import type { ShareAnswer, ShareAsk } from '../service/rate-shares.ts'
import { timezoneWarnings } from '../service/unknown-timezones.ts'
import { checkMasterKey, loadMasterKey } from '../storage/secrets.ts'
import { ANNOUNCE_LIMIT_MS, type Assignment } from './assignment.ts'
import { ConnectionBalancer, listenOn } from './connection-balancer.ts'
import type { Handler, Link } from './link.ts'
import { MachineMetrics, machineMetricsServer } from './machine-metrics.ts'
import { MutexBroker } from './mutex-broker.ts'
import { OnDemand } from './on-demand.ts'
import { databaseOf, migrateOrRefuse, openLog } from './prepare.ts'
import { Slot } from './slot.ts'

export interface Machine {
  url: string
  /** Resolves with the reason why the machine cannot continue. Otherwise never resolves. */
  lost: Promise<StartupError>
  log: Logger
  /** From now on `/readyz` reports that the machine is stopping. */
  drain(): void
  close(): Promise<void>
}

/** Time limit for an exchange of rate limits through an API process. A process that has not answered by then is assumed to have died. */
const SHARES_LIMIT_MS = 5_000

const print = (line: string) => process.stderr.write(`${line}\n`)

/**
 * Starts a machine's processes and resolves when all are ready. `opens`: opens the operator's sign-in link in a browser. Throws
 * StartupError.
 */
export const supervise = async (config: Config, role: 'all' | 'api', opens = false): Promise<Machine> => {
  const supervisor = new Supervisor(config, role, opens)
  try {
    await supervisor.start()
    return supervisor
  } catch (error) {
    await supervisor.close()
    throw error
  }
}

class Supervisor implements Machine {
  readonly lost: Promise<StartupError>
  readonly log: Logger
  url = ''
  readonly #config: Config
  readonly #opens: boolean
  readonly #slots: Slot[]
  readonly #large: OnDemand
  readonly #ledger = new Ledger()
  readonly #balancer: ConnectionBalancer
  readonly #mutexes = new MutexBroker()
  readonly #rates = new RateBroker((id, bucket) => this.#recall(id, bucket))
  /** Null if no other machine can use the same database. */
  readonly #allotments: Allotments | null
  readonly #metrics: MachineMetrics
  /** Processes with a commit backlog. */
  readonly #busyProcesses = new Set<number>()
  #metricsServer: Server | null = null
  #embedded: EmbeddedPostgres | null = null
  #reportLost: (reason: StartupError) => void = () => {}

  constructor(config: Config, role: 'all' | 'api', opens: boolean) {
    this.#config = config
    this.#opens = opens
    this.log = openLog(config)
    const { connections } = connectionRoom(openFileLimit())
    const limits = { connections, of_address: config.connectionsPerAddress, exempt: config.trustProxy }
    this.#balancer = new ConnectionBalancer(new Admission(this.#ledger, 'connections', limits, (reason) => this.#metrics.refused(reason)))
    this.lost = new Promise((resolve) => {
      this.#reportLost = resolve
    })
    const apis = Array.from({ length: config.processes }, (_, i) => this.#slot('api', `api ${i + 1}`))
    const large = this.#slot('large', 'large')
    this.#large = new OnDemand(large)
    this.#slots = [...apis, ...(role === 'all' ? [this.#slot('worker', 'worker')] : []), large]
    this.#metrics = new MachineMetrics(this.#slots, this.#ledger)
    this.#allotments = config.databaseUrl === null ? null : this.#shareLimits()
  }

  /** The limits are exchanged through the database, by any API process that is ready. */
  #shareLimits(): Allotments {
    const machine = newWorkerId()
    const allotments = new Allotments({
      exchange: async (asks: ShareAsk[]) => {
        const link = this.#slots.find(({ role, link: one }) => role === 'api' && one)?.link
        if (!link) throw new Error('no API process is ready')
        return link.call<ShareAnswer>('shares', { machine, asks }, SHARES_LIMIT_MS)
      },
      usedOf: (bucket) => this.#rates.usedOf(bucket),
    })
    this.#rates.between = allotments
    return allotments
  }

  async start(): Promise<void> {
    const config = this.#config
    // The processes load while the database starts.
    const first = this.#slots.filter(({ role }) => role !== 'large')
    for (const slot of first) slot.launch()
    const database = await this.#openDatabase()
    this.url = await this.#balancer.listen(config.host, config.port)
    if (config.metricsPort !== null) {
      this.#metricsServer = machineMetricsServer(this.#metrics, this.#ledger)
      await listenOn(this.#metricsServer, config.host, config.metricsPort, 'BACKHAUL_METRICS_PORT')
    }
    const { url } = this
    const home = this.#embedded?.home ?? null
    const assignment = { database, home, url, socket: this.#large.socket, seeds: false, opens: this.#opens }
    const begin = (slot: Slot) => slot.begin({ ...assignment, name: slot.name, role: slot.role, seeds: slot === first[0] })
    await Promise.all(first.map(begin))
    this.#large.allow({ ...assignment, name: 'large', role: 'large' })
    this.#allotments?.start()
    this.#balancer.open()
  }

  drain(): void {
    for (const { link } of this.#slots) link?.note('drain', null)
  }

  async close(): Promise<void> {
    this.#balancer.close()
    this.#metricsServer?.close()
    this.#metricsServer?.closeAllConnections()
    await this.#allotments?.stop()
    await Promise.all([this.#large.close(), ...this.#slots.map((slot) => slot.stop())])
    await this.#embedded?.release()
  }

  /** Opens and checks the database once for all processes, so that every fault of the database is reported here. */
  async #openDatabase(): Promise<DatabaseConfig> {
    const config = this.#config
    if (!config.databaseUrl) {
      this.#embedded = await openEmbedded({ dataDir: config.dataDir, role: 'server', log: print })
      void this.#embedded.lost.then((reason) => this.#reportLost(new StartupError(reason.message)))
    }
    const database = databaseOf(config, this.#embedded)
    const db = await openDatabase(database, 1, new DatabaseWatch(database, () => {}))
    const warnings = warningsOf(config)
    try {
      await migrateOrRefuse(database, print, this.#embedded)
      await checkMasterKey({ db, masterKey: loadMasterKey(config), config })
      warnings.push(...claimWarnings(config.provider), ...(await timezoneWarnings(db)))
    } finally {
      await db.close()
    }
    for (const warning of warnings) print(`backhaul: ${warning}`)
    return database
  }

  #slot(role: Assignment['role'], name: string): Slot {
    return new Slot({
      role,
      name,
      processes: this.#config.processes,
      log: this.log,
      handlers: (id) => this.#handlers(id),
      onReady: (id, link) => {
        if (role === 'api') this.#balancer.add(id, link)
        if (role === 'worker') link.note('rush', this.#busyProcesses.size > 0)
        else void this.#announceLarge()
      },
      onExit: (id) => {
        this.#onExit(id)
        if (role === 'large') void this.#announceLarge()
      },
      onHopeless: (slot, reason) => {
        // If the process for large requests cannot start, the API processes run large requests themselves, until one of them asks for the
        // `large` process again.
        if (slot.role === 'large') return void this.#large.end()
        // The machine continues as long as another process with the same role is running.
        if (!this.#slots.some((other) => other.role === slot.role && other.link)) void this.close().then(() => this.#reportLost(reason))
      },
    })
  }

  #onExit(id: number): void {
    this.#balancer.remove(id)
    this.#mutexes.leave(id)
    this.#rates.leave(id)
    this.#metrics.leave(id).catch((error) => this.log.error({ err: error }, 'the metrics of an ended process are lost'))
    this.#setBusy(id, false)
  }

  #handlers(id: number): Record<string, Handler> {
    return {
      took: () => this.#balancer.took(id),
      closed: (numbers: number[]) => this.#balancer.closed(id, numbers),
      rate: (ask: Ask) => this.#rates.ask(id, ask),
      used: (all: (Used & { bucket: string })[]) => all.map(({ bucket, ...used }) => this.#rates.tell(id, bucket, used)),
      turn: ({ id: turn, keys }: { id: number; keys: string[] }) => this.#mutexes.acquire(id, turn, keys),
      turnDone: (turn: number) => this.#mutexes.release(id, turn),
      rush: (isOn: boolean) => this.#setBusy(id, isOn),
      tell: (news: { topic: Topic; id: string }) => this.#tell(id, news),
      wantLarge: () => this.#large.want(),
      idle: async () => {
        await this.#announceLarge(false)
        await this.#large.end()
      },
      gather: () => this.#metrics.gather(),
    }
  }

  /** During a commit backlog the worker starts fewer attempts, in favor of requests (delivery/pace.ts). */
  #setBusy(id: number, isOn: boolean): void {
    const before = this.#busyProcesses.size > 0
    if (isOn) this.#busyProcesses.add(id)
    else this.#busyProcesses.delete(id)
    const now = this.#busyProcesses.size > 0
    if (now !== before) for (const { role, link } of this.#slots) if (role === 'worker') link?.note('rush', now)
  }

  /**
   * Tells the API processes where large requests run. Resolves when they have been told. `isThere`: false if the process for large requests
   * is about to end.
   */
  async #announceLarge(isThere = this.#slots.some(({ role, link }) => role === 'large' && link)): Promise<void> {
    const apis = this.#slots.filter(({ role }) => role === 'api')
    const path = isThere ? this.#large.socket : null
    await Promise.all(apis.map(({ link }) => link?.call('large', path, ANNOUNCE_LIMIT_MS).catch(() => {})))
  }

  #linkOf(id: number): Link | null {
    return this.#slots.find((slot) => slot.id === id)?.link ?? null
  }

  async #recall(id: number, bucket: string): Promise<Used | null> {
    return (
      (await this.#linkOf(id)
        ?.call<Used>('recall', bucket, RECALL_LIMIT_MS)
        .catch(() => null)) ?? null
    )
  }

  /** Sends news to all processes except its sender. */
  async #tell(from: number, news: { topic: Topic; id: string }): Promise<void> {
    const others = this.#slots.filter(({ id }) => id !== from)
    await Promise.all(others.map(({ link }) => link?.call('hear', news, ANNOUNCE_LIMIT_MS).catch(() => {})))
  }
}
