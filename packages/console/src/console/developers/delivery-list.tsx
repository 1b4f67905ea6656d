import type { Delivery } from '@backhaul/client'
import type { Column } from '../../design/table.tsx'
import { Time } from '../../shared/time.tsx'
import { Go } from '../frame/address.ts'
import type { Filter } from '../lists/filters.tsx'
import { Listed } from '../lists/listed.tsx'
import { None } from '../lists/none.tsx'
import { type Query, useLiveList } from '../live/use-live.ts'
import { WebhookName } from '../names.tsx'
import { DeliveryState, lastOf } from './states.tsx'

const STATES: Record<string, string> = { pending: 'waiting or retrying', delivered: 'delivered', exhausted: 'failed', skipped: 'skipped' }

export const BY_STATE: Filter = {
  ...{ name: 'status', label: 'State of the delivery', kind: 'choice', any: 'all' },
  ...{ choices: Object.keys(STATES), words: (state) => STATES[state] ?? state },
}

const COLUMNS: Column<Delivery>[] = [
  { title: 'Event', cell: ({ id, type }) => <Go to={`/console/deliveries/${id}`}>{type}</Go>, width: 15 },
  { title: 'State', cell: (delivery) => <DeliveryState delivery={delivery} />, width: 12 },
  { title: 'Last attempt', cell: lastOf, width: 18 },
  { title: 'Attempts', cell: ({ attempt_count }) => attempt_count, isNumber: true, width: 7 },
  { title: 'Occurred', cell: ({ created_at }) => <Time at={created_at} />, width: 14 },
  { title: 'Next attempt', cell: ({ next_attempt_at }) => (next_attempt_at === null ? '' : <Time at={next_attempt_at} />), width: 14 },
]
const COLUMNS_OF_ALL: Column<Delivery>[] = [
  ...COLUMNS,
  { title: 'Webhook', cell: ({ webhook_id }) => <WebhookName id={webhook_id} />, width: 18 },
]

interface Props {
  path: `/v2/${'' | 'ops/'}webhook${'-deliveries' | `s/${string}/deliveries`}`
  query: Query
  /** Whether the list covers more than one webhook. */
  isOfAll?: boolean
}

/** Lists deliveries, newest first. Each row opens its delivery. */
export const DeliveryList = ({ path, query, isOfAll = false }: Props) => {
  const list = useLiveList(path, { ...query, limit: 50 })
  return (
    <Listed
      list={list}
      label="Deliveries"
      columns={isOfAll ? COLUMNS_OF_ALL : COLUMNS}
      to={({ id }) => `/console/deliveries/${id}`}
      empty={<None what="delivery">Each event creates one delivery for every webhook that receives its type.</None>}
    />
  )
}
