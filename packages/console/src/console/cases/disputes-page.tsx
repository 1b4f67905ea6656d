import type { Adjustment, DisputeStatus } from '@backhaul/client'
import type { Column } from '../../design/table.tsx'
import { Time } from '../../shared/time.tsx'
import { Go } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { State } from '../status.tsx'
import { deltaText, plainWords } from '../words.ts'
import { type Choice, Queue } from './queue.tsx'

const STATUSES: DisputeStatus[] = ['open', 'upheld', 'rejected']

const CHOICES: Choice[] = [
  {
    name: 'status',
    label: 'Status',
    values: STATUSES.map((value) => [value, plainWords(value)]),
    usual: 'open',
    hasAll: false,
  },
]

const COLUMNS: Column<Adjustment>[] = [
  {
    title: 'Charge',
    cell: ({ id, delta_amount, currency }) => <Go to={`/console/disputes/${id}`}>{deltaText(delta_amount, currency)}</Go>,
    width: 8,
  },
  { title: 'For', cell: ({ reason }) => plainWords(reason), width: 8 },
  { title: 'Status', cell: ({ dispute_status }) => <State of={dispute_status ?? 'not disputed'} />, width: 9 },
  { title: 'Partner’s reason', cell: ({ dispute_reason }) => <bdi>{dispute_reason}</bdi>, width: 18 },
  { title: 'Charged', cell: ({ created_at }) => <Time at={created_at} />, width: 14 },
  { title: 'Disputed', cell: ({ disputed_at }) => disputed_at && <Time at={disputed_at} />, width: 14 },
  { title: 'Decided', cell: ({ resolved_at }) => resolved_at && <Time at={resolved_at} />, width: 14 },
]

export const Page = () => {
  const { session } = useCurrentSession()
  return (
    <Queue
      title="Disputes"
      noun="dispute"
      path={isOperators(session) ? '/v2/ops/disputes' : '/v2/disputes'}
      choices={CHOICES}
      columns={COLUMNS}
    />
  )
}
