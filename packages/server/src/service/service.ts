import type { Logger } from 'pino'
import type { Committer } from '../commit/committer.ts'
import type { Insert, Plan } from '../commit/plan.ts'
import type { ClockCheck } from '../database/clock-check.ts'
import type { CommitNotifier } from '../database/commit-notifier.ts'
import type { DatabaseWatch } from '../database/database-watch.ts'
import type { Database } from '../database/db.ts'
import type { WorkScanner } from '../database/work-scanner.ts'
import type { Background } from '../process/background.ts'
import { type Clock, iso } from '../process/clock.ts'
import type { Config } from '../process/config.ts'
import type { Ledger } from '../process/ledger.ts'
import type { Renderers } from '../process/renderers.ts'
import type { EventArchive } from '../storage/event-archive.ts'
import type { Objects } from '../storage/objects.ts'
import type { MasterKey } from '../storage/secrets.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import type { KeyCache } from './key-cache.ts'
import type { KeyUses } from './key-uses.ts'
import type { Links } from './links.ts'
import type { NetworkCache } from './network-cache.ts'
import type { Numbers } from './numbers.ts'

/** The parts of a running process, passed to all code that does I/O. They are built once, in app/open-service.ts. */
export interface Service {
  config: Config
  clock: Clock
  /** Compares the clock of this machine with those of the database and of other processes. */
  clockCheck: ClockCheck
  log: Logger
  /** Connections for the reads of commands before they decide. */
  db: Database
  /** Connections for the reads of GET requests. Slow reads there do not block commands. */
  reads: Database
  watch: DatabaseWatch
  committer: Committer
  /** Number of rows that wait for commit in this process, plus BUSY_ROWS while commits queue up in another process of the machine. */
  rowsToCommit: () => number
  /** Tells workers in this process and in others that there is new work. */
  notifier: CommitNotifier
  /** Finds work that no notification announces. */
  workScanner: WorkScanner
  keyCache: KeyCache
  keyUses: KeyUses
  network: NetworkCache
  /** Barcodes and carriers' numbers that come from a series. */
  numbers: Numbers
  /** Makes and verifies links for shoppers. */
  links: Links
  /** Counts what callers make this process hold, and enforces the limits. */
  ledger: Ledger
  /** Limits for client connections: in total and per address. */
  room: { connections: number; of_address: number | null }
  /** Work that continues after a request was answered. */
  background: Background
  /** Threads that draw labels and other documents. */
  renderers: Renderers
  /** Null: tracing is off. */
  tracing: Tracing | null
  /** Object storage outside the database. Null: BACKHAUL_OBJECTS is not set. */
  objects: Objects | null
  /** Reads events, wherever their bytes are stored. */
  archive: EventArchive
  masterKey: MasterKey
  /** Free bytes on the disk of the embedded database. Null: the database is elsewhere. */
  freeDisk(): Promise<number | null>
}

export const commit = async (service: Service, plan: Plan): Promise<boolean> => {
  const { committer, tracing } = service
  const noticed = await withNotices(service, plan)
  return tracing ? tracing.commit(noticed, () => committer.commit(noticed)) : committer.commit(noticed)
}

/** A row of `carrier_outbox`, which says that the shipment was written. */
const noticeOf = ({ id, version }: { id: string; version: number }) => ({ id: `${id}/${version}`, shipment_id: id })

/**
 * Adds a notice for each written parcel to the plan, if a carrier has its own service (kinds/carriers/exchange.ts). Otherwise returns the
 * plan unchanged.
 */
const withNotices = async ({ network }: Service, plan: Plan): Promise<Plan> => {
  const notices = new Map<string, Insert>()
  for (const [table, row] of [...(plan.inserts ?? []), ...(plan.updates ?? [])])
    if (table === 'shipments') notices.set(`${row.id}/${row.version}`, ['carrier_outbox', noticeOf(row)])
  if (notices.size === 0) return plan
  return (await network.hasServices()) ? { ...plan, inserts: [...(plan.inserts ?? []), ...notices.values()] } : plan
}

/** The partner's virtual time in milliseconds: real time plus the offset of its sandbox clock (docs/guide/sandbox.md#time). */
export const partnerNowMs = async (service: Service, partnerId: string): Promise<number> => {
  if (service.config.environment === 'production') return service.clock.now()
  const partner = await service.keyCache.partner(partnerId)
  return service.clock.now() + (partner?.clock_offset_s ?? 0) * 1000
}

export const partnerNow = async (service: Service, partnerId: string): Promise<string> => iso(await partnerNowMs(service, partnerId))
