import type { Shipment } from '@backhaul/client'
import { request } from '../../shared/api.ts'
import { Go } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { BulkBar } from '../lists/bulk-bar.tsx'
import { useBulk } from '../lists/use-bulk.ts'
import { PrintLabels } from './print-labels.tsx'

const ACTS = [
  { name: 'Hold', done: 'held', path: 'hold' },
  { name: 'Release', done: 'released', path: 'release' },
] as const

const shipments = (count: number): string => (count === 1 ? '1 shipment' : `${count.toLocaleString()} shipments`)

interface Props {
  rows: readonly Shipment[]
  /** Called with newer versions of some rows, as returned by commands. */
  onChanged: (rows: Shipment[]) => void
  onClear: () => void
}

/** The commands for the selected shipments, and the results by shipment. */
export const Many = ({ rows, onChanged, onClear }: Props) => {
  const { session, ended } = useCurrentSession()
  const bulk = useBulk<Shipment>()
  const { state, run } = bulk
  const maySend = session.access !== 'partner-viewer' && session.scopes.includes('shipments:write')
  const start = ({ path, done }: (typeof ACTS)[number]) =>
    run(done, rows, async (row, idempotencyKey) => {
      onChanged([await request('POST', `/v2/shipments/${row.id}/${path}`, { idempotencyKey })])
    })
  if (rows.length === 0 && !state) return null
  return (
    <BulkBar
      label="Selected shipments"
      {...{ rows, bulk, onClear }}
      counted={shipments}
      notDone="refused"
      nameOf={({ id, tracking }) => <Go to={`/console/shipments/${id}`}>{tracking}</Go>}
    >
      {maySend &&
        ACTS.map((act) => (
          <button
            key={act.path}
            type="button"
            aria-disabled={state?.isRunning || ended || rows.length === 0}
            onClick={() => !state?.isRunning && !ended && rows.length > 0 && start(act)}
          >
            {act.name}
          </button>
        ))}
      <PrintLabels rows={rows} />
    </BulkBar>
  )
}
