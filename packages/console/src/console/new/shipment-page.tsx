import { SERVICE_LEVELS } from '@backhaul/core/shipment.ts'
import { plainWords } from '../words.ts'
import { AddressPart } from './address.tsx'
import { choicesOf, Fields, type NewField, ORDER, PARCEL } from './fields.tsx'
import { NewForm } from './new-form.tsx'
import { Price } from './price.tsx'
import { useDraft } from './use-draft.ts'

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
const SHOWN = ['/from', '/to', '/parcel', '/order_id', '/rma', '/fulfillment', '/service_level']

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
      shown={SHOWN}
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
      <details>
        <summary>{isReturn ? 'Another address than the usual one for returns' : 'Sender'}</summary>
        <AddressPart legend={isReturn ? 'Return to' : 'Sender'} part={other} draft={draft} isRequired={false} />
      </details>
      <Price draft={draft} direction={direction} />
    </NewForm>
  )
}

export const Return = () => <Shipment direction="return" />
export const Outbound = () => <Shipment direction="outbound" />
