import type { ImportDetail } from '@backhaul/client'
import { SmallTable } from '../../design/small-table.tsx'

type Fault = ImportDetail['errors'][number]

/** Invalid rows of a file, each with its column and its full error message. A truncated message would not help. */
export const BadRows = ({ label, what, faults }: { label: string; what: string; faults: readonly Fault[] }) => (
  <SmallTable
    label={`Table of ${label.toLowerCase()}`}
    caption={label}
    columns={[
      { title: 'Row', cell: ({ row }) => row, isNumber: true },
      { title: 'Column', cell: ({ field }) => <bdi>{field || 'the whole row'}</bdi>, isHead: true },
      { title: what, cell: ({ field, message }) => <bdi>{field ? `${field} ${message}` : message}</bdi> },
    ]}
    rows={faults}
    rowKey={({ row, field, code, message }) => `${row} ${field} ${code} ${message}`}
  />
)
