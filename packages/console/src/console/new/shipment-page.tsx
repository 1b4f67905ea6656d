import { SERVICE_LEVELS } from '@backhaul/core/shipment.ts'
import { plainWords } from '../words.ts'
import { AddressPart, addressPaths } from './address.tsx'
import { choicesOf, Fields, type NewField, ORDER, PARCEL, pathsOf } from './fields.tsx'
import { NewForm } from './new-form.tsx'
import { Part } from './part.tsx'
import { Price } from './price.tsx'
import { useDraft } from './use-draft.tsx'

const HAND_IN: NewField = {
  path: '/fulfillment',
  label: 'The sender gets',
  isRequired: true,
  choices: choicesOf({ print_label: 'a label to print', qr_code: 'a QR for the counter' }),
}
const SERVICE: NewField = {
  path: '/service_level',
  label: 'Service',
  isRequired: true,
  choices: SERVICE_LEVELS.map((value) => ({ value, label: plainWords(value) })),
}
const SHOWN = pathsOf([...PARCEL, ...ORDER, SERVICE])

/** The form for a shipment. Its required address comes first. */
const Shipment = ({ direction }: { direction: 'return' | 'outbound' }) => {
  const isReturn = direction === 'return'
  const [needed, other] = isReturn ? (['/from', '/to'] as const) : (['/to', '/from'] as const)
  const draft = useDraft(direction, 'shipments', {
    '/direction': direction,
    '/fulfillment': 'print_label',
    '/service_level': 'standard',
    [`${needed}/country`]: 'US',
  })
  return (
    <NewForm
      title={isReturn ? 'New return' : 'New outbound shipment'}
      action={isReturn ? 'Create the return' : 'Create the shipment'}
      draft={draft}
      shown={[...SHOWN, ...addressPaths('/from'), ...addressPaths('/to'), ...(isReturn ? [HAND_IN.path] : [])]}
    >
      <AddressPart legend={isReturn ? 'Sender' : 'Recipient'} part={needed} draft={draft} />
      {isReturn && <Fields fields={[HAND_IN]} draft={draft} />}
      <fieldset>
        <legend>Parcel</legend>
        <p className="soft">Empty measures are those of the partner's usual parcel.</p>
        <div className="set">
          <Fields fields={PARCEL} draft={draft} />
        </div>
      </fieldset>
      <div className="set">
        <Fields fields={[...ORDER, SERVICE]} draft={draft} />
      </div>
      <Part summary={isReturn ? 'Another address than the usual one for returns' : 'Sender'} fields={[other]} draft={draft}>
        <AddressPart legend={isReturn ? 'Return to' : 'Sender'} part={other} draft={draft} isRequired={false} />
      </Part>
      <Price draft={draft} direction={direction} />
    </NewForm>
  )
}

export const Return = () => <Shipment direction="return" />
export const Outbound = () => <Shipment direction="outbound" />
