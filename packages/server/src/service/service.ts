import type { Logger } from 'pino'
import { type Clock, iso } from '../platform/clock.ts'
import type { Committer } from '../platform/committer.ts'
import type { Config } from '../platform/config.ts'
import type { DatabaseWatch } from '../platform/database-watch.ts'
import type { Database } from '../platform/db.ts'
import type { Plan } from '../platform/plan.ts'
import type { Renderers } from '../platform/renderers.ts'
import type { MasterKey } from '../platform/secrets.ts'
import type { Directory } from './key-cache.ts'
import type { Reference } from './network-tables.ts'

/** What a running process is made of; handed to everything that does I/O. Built once, in app/open-service.ts. */
export interface Service {
  config: Config
  clock: Clock
  log: Logger
  /** What commands read before they decide. */
  db: Database
  /** What GET requests read: however slow that is, commands have their own connections. */
  reads: Database
  watch: DatabaseWatch
  committer: Committer
  directory: Directory
  reference: Reference
  /** Threads that draw. */
  renderers: Renderers
  masterKey: MasterKey
}

export const commit = (service: Service, plan: Plan): Promise<boolean> => service.committer.commit(plan)

/** The partner's virtual now, in milliseconds: real time plus what it advanced its sandbox clock by; contract §13. */
export const partnerNowMs = async (service: Service, partnerId: string): Promise<number> => {
  if (service.config.environment === 'production') return service.clock.now()
  const partner = await service.directory.partner(partnerId)
  return service.clock.now() + (partner?.clock_offset_s ?? 0) * 1000
}

export const partnerNow = async (service: Service, partnerId: string): Promise<string> => iso(await partnerNowMs(service, partnerId))
