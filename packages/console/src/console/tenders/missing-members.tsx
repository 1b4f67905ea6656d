import type { Tender } from '@backhaul/client'
import { type Column, Table } from '../../design/table.tsx'
import { ShipmentName } from '../names.tsx'
import { Status } from '../status.tsx'

/** Names are loaded only for visible members. */
export const MEMBERS: Column<Tender['shipments'][number]>[] = [
  { title: 'Shipment', cell: ({ id }) => <ShipmentName id={id} />, width: 20 },
  { title: 'Status', cell: ({ status }) => <Status of={status} /> },
]

interface Props {
  tender: Tender
  missing: ReadonlySet<string>
  onChange: (missing: Set<string>) => void
}

/** The members of a tender, to select those that the carrier did not find. */
export const MissingMembers = ({ tender, missing, onChange }: Props) => (
  <Table
    label="Not found by the carrier"
    rows={tender.shipments}
    columns={MEMBERS}
    rowKey={({ id }) => id}
    rowName={({ id }) => `shipment ${tender.shipment_ids.indexOf(id) + 1}`}
    selected={missing}
    onSelect={onChange}
  />
)
