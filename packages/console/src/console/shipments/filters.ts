import { STATUSES } from '@backhaul/core/shipment.ts'
import type { Filter } from '../lists/filters.tsx'
import { statusWords } from '../words.ts'

const EVERYBODYS: Filter[] = [
  { name: 'status', label: 'Status', kind: 'choice', choices: STATUSES, words: statusWords },
  { name: 'order_id', label: 'Order', kind: 'text' },
  { name: 'rma', label: 'RMA', kind: 'text' },
  { name: 'tracking', label: 'Tracking number', kind: 'text' },
  { name: 'customer', label: 'Customer', kind: 'text', isRare: true },
  { name: 'created_after', label: 'Created after', kind: 'time', isRare: true },
  { name: 'created_before', label: 'Created before', kind: 'time', isRare: true },
  { name: 'store_id', label: 'Store', kind: 'store', isRare: true },
  { name: 'manifest_id', label: 'Manifest id', kind: 'text', isRare: true },
  { name: 'tender_id', label: 'Tender id', kind: 'text', isRare: true },
  { name: 'group_id', label: 'Group id', kind: 'text', isRare: true },
  { name: 'sweepId', label: 'Sweep id', kind: 'text', isRare: true },
  { name: 'not_moved_since', label: 'Not moved since', kind: 'time', isRare: true },
  { name: 'dispose_due', label: 'Unclaimed and due for disposal', kind: 'flag', isRare: true },
]

const OPERATORS: Filter[] = [
  { name: 'partner_id', label: 'Partner', kind: 'partner' },
  { name: 'q', label: 'Any number (ignores the other filters)', kind: 'text', isRare: true },
]

/** Operators see the shipments of all partners. */
export const FILTERS = { partner: EVERYBODYS, operator: [...EVERYBODYS, ...OPERATORS] } as const
export const PATHS = { partner: '/v2/shipments', operator: '/v2/ops/shipments' } as const
