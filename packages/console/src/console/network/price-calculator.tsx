import type { Quote } from '@backhaul/client'
import { SERVICE_LEVELS } from '@backhaul/core/shipment.ts'
import { type FormEvent, useId, useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { useCommand } from '../live/use-live.ts'
import { numberOrNone } from '../partners/numbers.ts'
import { Fields, type FormField, type Values } from './fields.tsx'
import { QuoteLines } from './quote-lines.tsx'

const END: FormField[] = [
  { name: 'country', label: 'Country', isRequired: true },
  { name: 'state', label: 'State, province or region' },
  { name: 'postal_code', label: 'Postal code' },
]
const end = (prefix: 'from' | 'to', word: string): FormField[] =>
  END.map((field) => ({ ...field, name: `${prefix}_${field.name}`, label: `${word}: ${field.label.toLowerCase()}` }))
const PARCEL: FormField[] = [
  { name: 'weight', label: 'Weight, lb', kind: 'number' },
  { name: 'length', label: 'Length, in', kind: 'number' },
  { name: 'width', label: 'Width, in', kind: 'number' },
  { name: 'height', label: 'Height, in', kind: 'number' },
  { name: 'service_level', label: 'Service', kind: 'choice', choices: SERVICE_LEVELS.map((value) => ({ value, label: value })) },
]
const BEGIN: Values = {
  from_country: 'US',
  to_country: 'US',
  weight: '1',
  length: '10',
  width: '8',
  height: '4',
  service_level: 'standard',
}

/** Only the country, the state and the postal code affect the price. */
const addressOf = (values: Values, prefix: 'from' | 'to') => ({
  line1: '-',
  city: '-',
  state: (values[`${prefix}_state`] ?? '').trim() || null,
  postal_code: (values[`${prefix}_postal_code`] ?? '').trim() || null,
  country: (values[`${prefix}_country`] ?? '').trim(),
})

const bodyOf = (values: Values) => ({
  direction: 'outbound',
  from: addressOf(values, 'from'),
  to: addressOf(values, 'to'),
  parcel: Object.fromEntries(
    ['weight', 'length', 'width', 'height'].flatMap((name) => (values[name] ? [[name, numberOrNone(values[name] ?? '')]] : [])),
  ),
  ...(values.service_level ? { service_level: values.service_level } : {}),
})

/** Shows what a parcel would cost now, and how that price is calculated. */
export const PriceCalculator = () => {
  const heading = useId()
  const [values, setValues] = useState(BEGIN)
  const [quote, setQuote] = useState<Quote | null>(null)
  const { run, isRunning, error } = useCommand()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isRunning) setQuote(await run('POST', '/v2/quotes', bodyOf(values)))
  }
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>Price of a parcel</h2>
      <form className="wide" onSubmit={submit}>
        <Fields fields={end('from', 'From')} values={values} onChange={setValues} />
        <Fields fields={end('to', 'To')} values={values} onChange={setValues} />
        <Fields fields={PARCEL} values={values} onChange={setValues} />
        <Problem error={error} />
        <p>
          <button type="submit" className="action" aria-disabled={isRunning}>
            Calculate the price
          </button>
        </p>
      </form>
      <div role="status">{quote && !error && <QuoteLines quote={quote} />}</div>
    </section>
  )
}
