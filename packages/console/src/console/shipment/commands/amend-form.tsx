import { useState } from 'react'
import { Confirm } from '../../../design/dialog.tsx'
import { Field } from '../../../design/field.tsx'
import { parseMoney } from '../../../shared/money.ts'
import { Problem } from '../../../shared/problem.tsx'
import { amountErrorAt, errorAt, errorOutside, numberOf } from '../../forms/errors.ts'
import { useCommand } from '../../live/use-live.ts'
import type { ShownShipment } from '../types.ts'

const MEASURES = [
  ['weight', 'Weight, lb'],
  ['length', 'Length, in'],
  ['width', 'Width, in'],
  ['height', 'Height, in'],
] as const

/** Text that is not a number is sent as typed: the service's error names the field and the values it accepts. */
const asSent = (text: string): number | string => numberOf(text) ?? text

/** Changes measurements and value before the parcel is handed in. */
export const AmendForm = ({ shipment, onClose }: { shipment: ShownShipment; onClose: () => void }) => {
  const { parcel, currency } = shipment
  const [measures, setMeasures] = useState(() => Object.fromEntries(MEASURES.map(([name]) => [name, String(parcel[name])])))
  const [value, setValue] = useState('')
  const { run, isRunning, error } = useCommand()
  const send = async (): Promise<void> => {
    const body = {
      parcel: Object.fromEntries(MEASURES.map(([name]) => [name, asSent(measures[name] ?? '')])),
      ...(value.trim() !== '' && { declared_value: parseMoney(value, currency) ?? value }),
    }
    if (await run('PATCH', `/v2/shipments/${shipment.id}`, body)) onClose()
  }
  const paths = [...MEASURES.map(([name]) => `/parcel/${name}`), '/declared_value']
  return (
    <Confirm title="Change measurements or value" action="Change" isRunning={isRunning} onConfirm={() => void send()} onCancel={onClose}>
      <p>The price is calculated again. If the price or the carrier changes, a new label is created.</p>
      {MEASURES.map(([name, label]) => (
        <Field
          key={name}
          label={label}
          isNumber
          isRequired
          value={measures[name] ?? ''}
          error={errorAt(error, `/parcel/${name}`)}
          onChange={(text) => setMeasures({ ...measures, [name]: text })}
        />
      ))}
      <Field
        label={`Value of the goods, ${currency}`}
        isNumber
        help="Leave empty to keep the current value."
        value={value}
        error={amountErrorAt(error, '/declared_value', currency)}
        onChange={setValue}
      />
      <Problem error={errorOutside(error, paths)} />
    </Confirm>
  )
}
