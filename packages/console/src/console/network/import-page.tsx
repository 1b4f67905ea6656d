import type { ImportDetail } from '@backhaul/client'
import { Problem } from '../../shared/problem.tsx'
import { Day, Time } from '../../shared/time.tsx'
import { Go, usePathParam } from '../frame/address.ts'
import { NotYet } from '../lists/not-yet.tsx'
import { useLive } from '../live/use-live.ts'
import { CopyId } from '../names.tsx'
import { actorWords } from '../people/audit-words.ts'
import { BadRows } from './bad-rows.tsx'
import { outcomeOf, restartsOf } from './import-outcome.ts'

const EVERY_MS = 1_000

/** The number of rows is known only when all rows have been read. Until then the progress bar shows only that the import is running. */
const Progress = ({ found: { state, rows, applied_rows } }: { found: ImportDetail }) =>
  state === 'applying' && rows !== null ? (
    <progress aria-label="Rows written" value={applied_rows} max={rows} />
  ) : (
    <progress aria-label="Rows checked" />
  )

const TONES: Record<string, string> = { done: 'notice good', refused: 'notice bad', interrupted: 'notice bad' }

/** One import: its progress, the errors in the file, and the result. */
export const Page = () => {
  const id = usePathParam('id')
  const { data: found, error } = useLive(`/v2/ops/imports/${encodeURIComponent(id)}`, {}, { every: EVERY_MS })
  if (!found) return <NotYet title="Import" others="imports" error={error} />
  const { errors: faults, warnings: doubtful } = found
  return (
    <>
      <h1>
        Import of <bdi>{found.file_name ?? found.kind}</bdi>
      </h1>
      <p>
        Started <Time at={found.created_at} /> by <bdi>{actorWords(found.actor)}</bdi> <CopyId id={found.id} of="the import" />
      </p>
      <Problem error={error} />
      <p role="status" className={TONES[found.state] ?? 'notice'}>
        {outcomeOf(found)}
      </p>
      {found.carrier !== null && (
        <p>
          {found.kind === 'carrier-invoice' ? 'Charged by' : 'Report of'} <bdi>{found.carrier}</bdi>
          {found.kind === 'carrier-invoice' && found.state === 'done' && (
            <>
              , <Go to={`/console/invoices?import_id=${found.id}`}>its invoices</Go>
            </>
          )}
          {found.unmatched_rows > 0 && (
            <>
              , <Go to={`/console/network/unmatched?import_id=${found.id}`}>scans with unknown numbers</Go>
            </>
          )}
        </p>
      )}
      {found.ended_at === null && <Progress found={found} />}
      {found.restarts > 0 && <p>{restartsOf(found)}</p>}
      {found.lost_prices.length > 0 && (
        <div className="notice warn">
          <h2>Lost prices</h2>
          <ul>
            {found.lost_prices.map(({ carrier, country, effective_on, service_level, message }) => (
              <li key={[carrier, country, effective_on, service_level].join(' ')}>
                From <Day on={effective_on} />, <bdi>{carrier}</bdi>: {message}
              </li>
            ))}
          </ul>
        </div>
      )}
      {faults.length > 0 && (
        <>
          <h2>Invalid rows</h2>
          {found.error_count > faults.length && (
            <p>
              Only the first {faults.length} of {found.error_count} errors.
            </p>
          )}
          <BadRows label="Invalid rows" what="Error" faults={faults} />
        </>
      )}
      {doubtful.length > 0 && (
        <>
          <h2>Rows to check</h2>
          <p>
            These rows {found.state === 'done' ? 'are in effect' : 'have no errors'}. In each row, a value looks wrong or was completed
            automatically.
            {found.warning_count > doubtful.length && ` Only the first ${doubtful.length} of ${found.warning_count} are listed.`}
          </p>
          <BadRows label="Rows to check" what="What to check" faults={doubtful} />
        </>
      )}
    </>
  )
}
