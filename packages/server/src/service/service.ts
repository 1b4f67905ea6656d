import type { Logger } from 'pino'
import type { Committer } from '../commit/committer.ts'
import type { Insert, Plan } from '../commit/plan.ts'
import type { Bell } from '../database/bell.ts'
import type { ClockCheck } from '../database/clock-check.ts'
import type { DatabaseWatch } from '../database/database-watch.ts'
import type { Database } from '../database/db.ts'
import type { Lookout } from '../database/lookout.ts'
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

/** The parts of a running process, passed to everything that does I/O. Built once, in app/open-service.ts. */
export interface Service {
  config: Config
  clock: Clock
  /** How far it is from the clocks of others. */
  clockCheck: ClockCheck
  log: Logger
  /** What commands read before they decide. */
  db: Database
  /** What GET requests read: however slow that is, commands have their own connections. */
  reads: Database
  watch: DatabaseWatch
  committer: Committer
  /** Rows that wait for their commit here, and BUSY_ROWS more while they queue up in another process of the machine. */
  rowsToCommit: () => number
  /** Tells workers, here and in other processes, that there is work for them. */
  bell: Bell
  /** Finds what the bell does not ring for. */
  lookout: Lookout
  keyCache: KeyCache
  keyUses: KeyUses
  network: NetworkCache
  /** Barcodes and carriers' numbers that come from a series. */
  numbers: Numbers
  /** Makes and knows the links of shoppers. */
  links: Links
  /** What callers make this process keep, and how much of each there may be. */
  ledger: Ledger
  /** For connections from clients: of all, and of one address. */
  room: { connections: number; of_address: number | null }
  /** What goes on after a request was answered. */
  background: Background
  /** Threads that draw. */
  renderers: Renderers
  /** Null: there are no traces. */
  tracing: Tracing | null
  /** Bytes outside the database; null: BACKHAUL_OBJECTS names no place. */
  objects: Objects | null
  /** Reads events, wherever their bytes are. */
  archive: EventArchive
  masterKey: MasterKey
  /** Free bytes where the embedded database is; null: the database is elsewhere. */
  freeDisk(): Promise<number | null>
}

export const commit = async (service: Service, plan: Plan): Promise<boolean> => {
  const { committer, tracing } = service
  const noticed = await withNotices(service, plan)
  return tracing ? tracing.commit(noticed, () => committer.commit(noticed)) : committer.commit(noticed)
}

/** A row of `carrier_outbox`: the shipment was written. */
const noticeOf = ({ id, version }: { id: string; version: number }) => ({ id: `${id}/${version}`, shipment_id: id })

/** While a carrier has a service of its own, what becomes of parcels is noticed for it (kinds/carriers/exchange.ts); else nothing is. */
const withNotices = async ({ network }: Service, plan: Plan): Promise<Plan> => {
  const notices = new Map<string, Insert>()
  for (const [table, row] of [...(plan.inserts ?? []), ...(plan.updates ?? [])])
    if (table === 'shipments') notices.set(`${row.id}/${row.version}`, ['carrier_outbox', noticeOf(row)])
  if (notices.size === 0) return plan
  return (await network.hasServices()) ? { ...plan, inserts: [...(plan.inserts ?? []), ...notices.values()] } : plan
}

/** The partner's virtual time in milliseconds: real time plus however far it advanced its sandbox clock (docs/guide/sandbox.md#time). */
export const partnerNowMs = async (service: Service, partnerId: string): Promise<number> => {
  if (service.config.environment === 'production') return service.clock.now()
  const partner = await service.keyCache.partner(partnerId)
  return service.clock.now() + (partner?.clock_offset_s ?? 0) * 1000
}

export const partnerNow = async (service: Service, partnerId: string): Promise<string> => iso(await partnerNowMs(service, partnerId))
