// Numbers for alerts about background work: workers, webhooks, the feed, retention, clocks. One statement per scrape reads the database, no
// matter how many gauges it feeds. A failed reading shows no number.
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../database/db.ts'
import { partitionsAhead } from '../database/partitions.ts'
import { PARTITIONED } from '../delivery/partitions.ts'
import { WORKER_SEEN_S } from '../delivery/queries.ts'
import { BEHIND, behindValues, RETENTION_BEHIND, type RetentionBehind, SCANS_MS, scansBehind_s } from '../delivery/retention.ts'
import type { Service } from '../service/service.ts'
import { isAnythingDue } from '../storage/event-partitions.ts'
import { HORIZON } from '../storage/event-ranges.ts'
import { gaugesOf, oneReading } from './one-reading.ts'

/**
 * The first event of each partner that is not in its feed yet, and the transaction that holds the event back. Among the transactions that
 * have written, it is the one with the lowest id. PostgreSQL shows the start of a transaction only to the account that started it and to
 * accounts with `pg_read_all_stats`. For other accounts, the age shown is the time that the feed has waited.
 */
export const WATCHED = `
  select (select count(*) from delivery_workers where seen_at > now() - interval '${WORKER_SEEN_S} s') as workers,
         (select count(*) from webhook_queues where leased_until > now()) as leases,
         (select count(*) from webhooks where status = 'disabled') as disabled,
         (select coalesce(max(extract(epoch from now() + make_interval(secs => p.clock_offset_s) - e.created_at)), 0)::float8
            from partners p cross join lateral (
              select created_at from events where partner_id = p.id and xid >= ${HORIZON}
               order by events.xid, events.seq limit 1) e) as held_back_s,
         h.database, h.account, h.application, h.held_s::float8 as held_s,
         ${RETENTION_BEHIND}
    from (select) one left join lateral (
           select * from (
             select datname as database, usename as account, application_name as application, extract(epoch from now() - xact_start) as held_s,
                    age(backend_xid) as ids_ago
               from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid()
              union all
             select database, owner, 'prepared transaction ' || gid, extract(epoch from now() - prepared), age(transaction)
               from pg_prepared_xacts) open
            order by ids_ago desc limit 1) h on true`

interface Watched extends RetentionBehind {
  workers: number
  leases: number
  disabled: number
  held_back_s: number
  database: string | null
  account: string | null
  application: string | null
  held_s: number | null
}

const connectionMetrics = ({ db, reads }: Service, registers: Registry[]): void => {
  const of = (pool: Database['pool']) => ({ in_use: pool.totalCount - pool.idleCount, idle: pool.idleCount, most: pool.options.max })
  new Gauge({
    name: 'backhaul_database_connections',
    help: 'Connections of a pool: in use, idle, and their maximum',
    labelNames: ['pool', 'state'] as const,
    registers,
    collect() {
      for (const [pool, { pool: connections }] of Object.entries({ commands: db, reads }))
        for (const [state, number] of Object.entries(of(connections))) this.set({ pool, state }, number)
    },
  })
}

const holderMetric = (read: () => Promise<Watched | null>, registers: Registry[]): void => {
  new Gauge({
    name: 'backhaul_feed_holder_seconds',
    help: 'How long the transaction that holds the feed back has been open, with its database, account and application',
    labelNames: ['database', 'account', 'application'] as const,
    registers,
    aggregator: 'max',
    async collect() {
      const found = await read()
      this.reset()
      if (found?.database) {
        const { database, account, application, held_s, held_back_s } = found
        this.set({ database, account: account ?? '', application: application ?? '' }, Math.max(0, held_s ?? held_back_s))
      }
    },
  })
}

const partitionsMetric = (db: Database, registers: Registry[]): void => {
  const read = oneReading(() => partitionsAhead(db, PARTITIONED))
  new Gauge({
    name: 'backhaul_partitions_ahead_seconds',
    help: 'How far ahead a table has partitions for new rows; 0 if it has none',
    labelNames: ['table'] as const,
    registers,
    aggregator: 'max',
    async collect() {
      const found = await read()
      for (const { name: table } of PARTITIONED) this.set({ table }, found === null ? Number.NaN : Math.max(0, found.get(table) ?? 0))
    },
  })
}

export const watchingMetrics = (service: Service, registers: Registry[]): void => {
  // The state of scans is read only as often as a worker checks it, because each check reads all parcels in the network.
  const readScans = oneReading(async () => ({ behind_s: await scansBehind_s(service.reads, service.config.retentionDays.scans) }), SCANS_MS)
  const read = oneReading(() => service.reads.one<Watched>('metrics_watched', WATCHED, behindValues(service.config.retentionDays)))
  gaugesOf(registers, read, {
    backhaul_workers: ['Live delivery workers on all machines', ({ workers }) => workers],
    backhaul_leases: ['Webhooks that a worker holds a lease on now', ({ leases }) => leases],
    backhaul_webhooks_disabled: ['Webhooks disabled by the service or by their partner', ({ disabled }) => disabled],
    backhaul_feed_held_back_seconds: [
      'Age of the oldest event that the feed does not show yet',
      ({ held_back_s }) => Math.max(0, held_back_s),
    ],
  })
  holderMetric(read, registers)
  partitionsMetric(service.reads, registers)
  const readEventPartitions = oneReading(() => isAnythingDue(service.reads))
  gaugesOf(registers, readEventPartitions, {
    backhaul_event_partitions_due: [
      '1 if a partition of events must be ended, created or closed, which a worker does within minutes; otherwise 0',
      Number,
    ],
  })
  new Gauge({
    name: 'backhaul_retention_behind_seconds',
    help: 'How long ago the oldest row should have been removed',
    labelNames: ['what'] as const,
    registers,
    aggregator: 'max',
    async collect() {
      const [found, scans] = await Promise.all([read(), readScans()])
      for (const what of BEHIND) this.set({ what }, found === null ? Number.NaN : Math.max(0, found[`${what}_behind_s`] ?? 0))
      this.set({ what: 'scans' }, scans === null ? Number.NaN : (scans.behind_s ?? 0))
    },
  })
  gaugesOf(registers, async () => service.clockCheck.skew_s, {
    backhaul_clock_skew_seconds: ["How far this machine's clock is ahead of the database's clock", (skew_s) => skew_s],
  })
  connectionMetrics(service, registers)
}
