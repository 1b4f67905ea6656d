import type { Tariff } from '@backhaul/client'
import { Skeleton } from '../../design/skeleton.tsx'
import { type SmallColumn, SmallTable } from '../../design/small-table.tsx'
import { Problem } from '../../shared/problem.tsx'
import { Day, Time } from '../../shared/time.tsx'
import { useWhole } from './use-whole.ts'

/** Days are in UTC. */
const standing = ({ in_use, effective_on }: Tariff): string => {
  const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)
  return in_use ? (effective_on <= today ? 'in force' : 'scheduled') : 'replaced'
}

const COLUMNS: SmallColumn<Tariff>[] = [
  { title: 'Carrier', cell: ({ carrier }) => <bdi>{carrier}</bdi>, isHead: true },
  { title: 'To', cell: ({ country, currency }) => `${country}, ${currency}` },
  { title: 'Valid from', cell: ({ effective_on }) => <Day on={effective_on} /> },
  { title: 'In use', cell: standing },
  { title: 'Rows', cell: ({ rows }) => rows.toLocaleString(), isNumber: true },
  { title: 'Imported', cell: ({ imported_at }) => <Time at={imported_at} /> },
]

/** The tariffs of carriers, which replace rate cards. */
export const Tariffs = () => {
  const { items, error, isLoading } = useWhole('/v2/ops/tariffs')
  return (
    <>
      <h2>Tariffs</h2>
      <p>Prices of carriers by zone and weight. While a tariff is in force, it replaces the carrier’s rate card for that country.</p>
      <Problem error={error} />
      {isLoading && <Skeleton />}
      {!isLoading && !error && items.length === 0 && <p>There are no tariffs. Prices come from the rate cards.</p>}
      {items.length > 0 && (
        <SmallTable
          label="Table of tariffs"
          caption="Tariffs"
          columns={COLUMNS}
          rows={items}
          rowKey={({ carrier, country, effective_on }) => `${carrier} ${country} ${effective_on}`}
        />
      )}
    </>
  )
}
