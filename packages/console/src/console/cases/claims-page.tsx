import type { Claim, ClaimStatus, ClaimType } from '@backhaul/client'
import type { Column } from '../../design/table.tsx'
import { Time } from '../../shared/time.tsx'
import { Go } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { State } from '../status.tsx'
import { moneyText, plainWords } from '../words.ts'
import { type Choice, Queue } from './queue.tsx'

const STATUSES: ClaimStatus[] = ['open', 'approved', 'denied', 'closed']
const TYPES: ClaimType[] = ['lost', 'damaged', 'misdelivered']
const valuesOf = (codes: string[]) => codes.map((value) => [value, plainWords(value)] as const)

const CHOICES: Choice[] = [
  { name: 'status', label: 'Status', values: valuesOf(STATUSES), usual: 'open', hasAll: true },
  { name: 'type', label: 'What happened', values: valuesOf(TYPES), hasAll: true },
]

const COLUMNS: Column<Claim>[] = [
  { title: 'Claim', cell: ({ id, type }) => <Go to={`/console/claims/${id}`}>{plainWords(type)}</Go>, width: 9 },
  { title: 'Status', cell: ({ status }) => <State of={status} />, width: 8 },
  { title: 'Description', cell: ({ description }) => <bdi>{description}</bdi>, width: 16 },
  {
    title: 'Claimed',
    cell: ({ amount_claimed, currency }) => (amount_claimed === null ? 'No amount' : moneyText(amount_claimed, currency)),
    isNumber: true,
    width: 8,
  },
  { title: 'Opened', cell: ({ created_at }) => <Time at={created_at} />, width: 14 },
  { title: 'Last step', cell: ({ updated_at }) => <Time at={updated_at} />, width: 14 },
]

export const Page = () => {
  const { session } = useCurrentSession()
  return (
    <Queue title="Claims" noun="claim" path={isOperators(session) ? '/v2/ops/claims' : '/v2/claims'} choices={CHOICES} columns={COLUMNS} />
  )
}
