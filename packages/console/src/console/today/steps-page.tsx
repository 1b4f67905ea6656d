import type { TodaySteps } from '@backhaul/client'
import type { Column } from '../../design/table.tsx'
import { Time } from '../../shared/time.tsx'
import { durationText, numberText } from '../charts/format.ts'
import { Go, useFilters } from '../frame/address.ts'
import { Listed } from '../lists/listed.tsx'
import { useLive } from '../live/use-live.ts'
import { PartnerName } from '../names.tsx'
import { statusWords } from '../words.ts'

type Step = TodaySteps['data'][number]

const COLUMNS: Column<Step>[] = [
  { title: 'Shipment', cell: ({ shipment_id, tracking }) => <Go to={`/console/shipments/${shipment_id}`}>{tracking}</Go>, width: 20 },
  { title: 'Duration', cell: ({ seconds }) => durationText(seconds), isNumber: true, width: 9 },
  { title: 'From', cell: ({ from_at }) => <Time at={from_at} />, width: 14 },
  { title: 'To', cell: ({ to_at }) => <Time at={to_at} />, width: 14 },
]

const COLUMNS_OF_ALL: Column<Step>[] = [
  ...COLUMNS,
  {
    title: 'Partner',
    cell: ({ partner_id = '' }) => <PartnerName id={partner_id} />,
    width: 18,
  },
]

/** Lists the parcels from which a median of the Today page was calculated. */
export const Page = () => {
  const [{ from = '', to = '' }] = useFilters()
  const { data: steps, error, isLoading } = useLive('/v2/today/steps', { from, to })
  const rows = steps?.data ?? []
  return (
    <>
      <h1>
        From {statusWords(from).toLowerCase()} to {statusWords(to).toLowerCase()}
      </h1>
      <p>
        Parcels that took this step in the last seven days, the slowest first. <Go to="/console">Back to today</Go>
      </p>
      {steps && !steps.is_all && (
        <p>
          There were more parcels. This list shows the {numberText(rows.length)} that most recently changed to{' '}
          {statusWords(to).toLowerCase()}.
        </p>
      )}
      <Listed
        list={{ items: rows, error, isLoading }}
        label="Parcels"
        columns={rows.some(({ partner_id }) => partner_id) ? COLUMNS_OF_ALL : COLUMNS}
        rowKey={({ shipment_id, to_at }) => `${shipment_id} ${to_at}`}
        to={({ shipment_id }) => `/console/shipments/${shipment_id}`}
        empty={<p>No parcels found.</p>}
      />
    </>
  )
}
