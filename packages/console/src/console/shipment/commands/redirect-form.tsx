import { useState } from 'react'
import { Confirm } from '../../../design/dialog.tsx'
import { Problem } from '../../../shared/problem.tsx'
import { errorOutside } from '../../forms/errors.ts'
import { useCommand } from '../../live/use-live.ts'
import type { ShownShipment } from '../types.ts'
import { AddressFields, addressOf, addressPaths, formOf } from './address-fields.tsx'

/** A form for another destination. It stays open until the service has accepted it. */
export const RedirectForm = ({ shipment, onClose }: { shipment: ShownShipment; onClose: () => void }) => {
  const [form, setForm] = useState(() => formOf(shipment.to))
  const { run, isRunning, error } = useCommand()
  const send = async (): Promise<void> => {
    if (await run('POST', `/v2/shipments/${shipment.id}/redirect`, { to: addressOf(form) })) onClose()
  }
  return (
    <Confirm title="Redirect this parcel?" action="Redirect" isRunning={isRunning} onConfirm={() => void send()} onCancel={onClose}>
      <p>
        The carrier takes the parcel to the address below from now on. A parcel that is on its way to this address cannot be called back.
        The label and price do not change, unless the operator sets a new price for a new country.
      </p>
      <AddressFields form={form} onChange={setForm} error={error} />
      <Problem error={errorOutside(error, addressPaths)} />
    </Confirm>
  )
}
