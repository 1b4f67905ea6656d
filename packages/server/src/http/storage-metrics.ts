// How close storage is to its limits. Each scrape runs one statement, no matter how many gauges it feeds.
import { Gauge, type Registry } from 'prom-client'
import type { Service } from '../service/service.ts'
import { gaugesOf, oneReading } from './one-reading.ts'

/** Tables that grow with the data of partners and are limited only by time. Their rows are removed after a while, or never. */
const TABLES = ['documents', 'idempotency_keys', 'answers', 'delivery_attempts', 'deliveries', 'events', 'shipments'] as const

type Reading = { used: number; fullest: number; near: number } & Record<(typeof TABLES)[number], number>

/** A partner is counted as near its storage limit from this share of the limit. */
const NEAR = 0.9

/** Reads the sizes from the catalog. Reading them from the files would wait for a table that a migration has locked. */
const pagesOf = (table: string): string => `(
              select sum(p.relpages::bigint) from pg_class t join pg_class p on p.oid in (t.oid, t.reltoastrelid)
                or p.oid in (select indexrelid from pg_index where indrelid in (t.oid, t.reltoastrelid))
               where t.oid = '${table}'::regclass or t.oid in (select inhrelid from pg_inherits where inhparent = '${table}'::regclass))`

const read = ({ reads, config }: Service): Promise<Reading | null> =>
  reads.one<Reading>(
    'metrics_storage',
    `select coalesce(sum(s.used), 0) as used,
            coalesce(max(s.used::float8 / greatest(coalesce(p.storage_limit, $1::bigint), 1)) filter (where p.id is not null), 0) as fullest,
            count(*) filter (where p.id is not null and s.used >= ${NEAR} * coalesce(p.storage_limit, $1::bigint)) as near,
            ${TABLES.map((table) => `${pagesOf(table)} * current_setting('block_size')::bigint as ${table}`).join(',\n            ')}
       from storage s left join partners p using (id)`,
    [config.partnerStorage],
  )

export const storageMetrics = (service: Service, registers: Registry[]): void => {
  const now = oneReading(() => read(service))
  gaugesOf(registers, now, {
    backhaul_storage_bytes: ['Bytes of all documents of partners and the operator', ({ used }) => used],
    backhaul_storage_fullest_partner: ['Share of its storage limit that the fullest partner uses', ({ fullest }) => fullest],
    backhaul_storage_partners_near_limit: ['Partners that use nine tenths of their storage or more', ({ near }) => near],
  })
  gaugesOf(registers, async () => service.config.totalStorage, {
    backhaul_storage_limit_bytes: ['Maximum bytes of all documents; NaN if there is no limit', (limit) => limit],
  })
  new Gauge({
    name: 'backhaul_table_bytes',
    help: 'Size of a table with its indexes when it was last vacuumed or analyzed',
    labelNames: ['table'] as const,
    registers,
    aggregator: 'max',
    async collect() {
      const found = await now()
      for (const table of TABLES) this.set({ table }, found?.[table] ?? Number.NaN)
    },
  })
  gaugesOf(registers, () => service.freeDisk(), {
    backhaul_disk_free_bytes: ['Free bytes on the disk of the embedded database; NaN if the database is elsewhere', (free) => free],
  })
}
