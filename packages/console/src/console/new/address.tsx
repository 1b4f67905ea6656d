import { Fields, type NewField } from './fields.tsx'
import { Part } from './part.tsx'
import { useAsked } from './use-asked.ts'
import type { Draft } from './use-draft.tsx'
import { addressAt } from './values.ts'

const MAIN = [
  ['name', 'Name', true],
  ['line1', 'Street and number', true],
  ['city', 'City', true],
  ['state', 'State or province', false],
  ['postal_code', 'Postal code', false],
  ['country', 'Country, two letters', true],
] as const
const MORE = [
  ['company', 'Company', false],
  ['line2', 'Address line 2', false],
  ['phone', 'Phone', false],
  ['email', 'Email', false],
] as const

/** The paths of the fields of an address at this part of the body. */
export const addressPaths = (part: string): string[] => [...MAIN, ...MORE].map(([name]) => `${part}/${name}`)

/** Returns the label of a field of an address, such as postal_code. */
export const addressLabel = (field: string): string => [...MAIN, ...MORE].find(([name]) => name === field)?.[1] ?? field

interface Props {
  legend: string
  /** The part of the body, such as /from. */
  part: '/from' | '/to'
  draft: Draft
  isRequired?: boolean
}

/** An address, which is checked while it is typed. */
export const AddressPart = ({ legend, part, draft, isRequired = true }: Props) => {
  const address = addressAt(draft.values, part)
  const { data } = useAsked('/v2/addresses/verify', address && { address })
  const fieldsOf = (names: readonly (readonly [string, string, boolean])[]): NewField[] =>
    names.map(([name, label, isNeeded]) => ({
      path: `${part}/${name}`,
      label,
      isRequired: isRequired && isNeeded,
      ...(name === 'country' && { maxLength: 2 }),
    }))
  const agree = (field: string, suggestion: string, button: HTMLElement) => {
    draft.set(`${part}/${field}`, suggestion)
    // The button disappears.
    button.closest('fieldset')?.querySelector<HTMLElement>(`[name="${part}/${field}"]`)?.focus()
  }
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className="set">
        <Fields fields={fieldsOf(MAIN)} draft={draft} />
      </div>
      <div role="status">
        {data?.verdict === 'consistent' && data.findings.length === 0 && <p className="soft">State and postal code agree.</p>}
        {data?.findings.map(({ field, code, message }) => (
          <p key={field} className={code === 'missing' ? 'soft' : 'wrong'}>
            {addressLabel(field)}: {message}
          </p>
        ))}
      </div>
      {data?.findings.map(
        ({ field, suggestion }) =>
          suggestion !== null && (
            <button key={field} type="button" className="small" onClick={({ currentTarget }) => agree(field, suggestion, currentTarget)}>
              Use {suggestion}
            </button>
          ),
      )}
      <Part summary="Company, phone and more" fields={MORE.map(([name]) => `${part}/${name}`)} draft={draft}>
        <div className="set">
          <Fields fields={fieldsOf(MORE)} draft={draft} />
        </div>
      </Part>
    </fieldset>
  )
}
