import { useState } from 'react'
import { Field, type FieldProps } from './field.tsx'

const YEARLY = 'MM-DD'.length
/** A leap year, so that a yearly day can be 29 February. */
const LEAP_YEAR = 2028

/** A yearly day has no year, but the browser's date picker needs one. */
export const pickedOf = (value: string): string => (value.length === YEARLY ? `${LEAP_YEAR}-${value}` : value)
export const dayOf = (picked: string, isYearly: boolean): string => (isYearly ? picked.slice(-YEARLY) : picked)

/** A field for a day such as 2026-11-26, or a yearly day such as 11-26. */
export const DayField = ({ value, onChange, ...rest }: Omit<FieldProps, 'isDate'>) => {
  const [isYearly, setYearly] = useState(value.length === YEARLY)
  const picked = pickedOf(value)
  const toggle = () => {
    setYearly(!isYearly)
    const day = isYearly ? picked.replace(String(LEAP_YEAR), String(new Date().getFullYear())) : picked
    onChange(dayOf(day, !isYearly))
  }
  return (
    <>
      <Field {...rest} isDate value={picked} onChange={(text) => onChange(dayOf(text, isYearly))} />
      <label className="choice">
        <input type="checkbox" checked={isYearly} onChange={toggle} />
        Every year
      </label>
    </>
  )
}
