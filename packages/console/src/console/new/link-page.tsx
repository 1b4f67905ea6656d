import { useFilters } from '../frame/address.ts'
import { AddressPart, addressPaths } from './address.tsx'
import { choicesOf, Fields, type NewField, ORDER, PARCEL, pathsOf } from './fields.tsx'
import { MadeLink } from './made-link.tsx'
import { NewForm } from './new-form.tsx'
import { Part } from './part.tsx'
import { Price } from './price.tsx'
import { useDraft } from './use-draft.tsx'
import { bodyOf } from './values.ts'

const CHOICE = 'choice'
const OPTIONS: NewField[] = [
  {
    path: CHOICE,
    label: 'The shopper gets',
    isRequired: true,
    choices: choicesOf({ both: 'a label or a QR', print_label: 'only a label', qr_code: 'only a QR' }),
  },
  {
    path: '/language',
    label: 'Language',
    help: "Empty: the language of the shopper's browser.",
    choices: choicesOf({ en: 'English', es: 'Spanish', fr: 'French' }),
  },
  { path: '/last_day', label: 'Last day', isDate: true, help: 'Empty: in 30 days.' },
  { path: '/max_shipments', label: 'Number of returns', isNumber: true, help: 'Empty: 1.' },
]
const SHOWN = [...pathsOf([...ORDER, ...OPTIONS, ...PARCEL]), ...addressPaths('/from')]

/** Creates a link with which a shopper starts a return. Everything but the partner may be empty: the shopper adds what is missing. */
export const Page = () => {
  const draft = useDraft('link', 'return-links', { [CHOICE]: 'both' })
  const [{ made }] = useFilters()
  if (made !== undefined) return <MadeLink key={made} id={made} />
  const choice = draft.values[CHOICE]
  const body = { ...bodyOf(draft.values), ...(choice !== 'both' && { fulfillments: [choice] }) }
  return (
    <NewForm title="New return link" action="Create the link" draft={draft} shown={SHOWN} body={body}>
      <div className="set">
        <Fields fields={[...ORDER, ...OPTIONS]} draft={draft} />
      </div>
      <Part summary="What you know of the shopper and the parcel" fields={['/from', '/parcel']} draft={draft}>
        <AddressPart legend="Shopper" part="/from" draft={draft} isRequired={false} />
        <div className="set">
          <Fields fields={PARCEL} draft={draft} />
        </div>
      </Part>
      <Price draft={draft} direction="return" />
    </NewForm>
  )
}
