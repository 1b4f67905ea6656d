import type { FoundParcel, Reweigh, WeightUnit } from '@backhaul/client'
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { WORDS } from '../words.ts'
import { weightOf } from './weight.ts'

const UNITS: readonly WeightUnit[] = ['lb', 'oz', 'kg', 'g']
const UNIT = 'backhaul.counter.unit'

const storedUnit = (): WeightUnit => UNITS.find((unit) => unit === localStorage.getItem(UNIT)) ?? 'lb'

interface Props {
  /** Null if the parcel is unknown because there is no connection. */
  declared: FoundParcel['parcel'] | null
  onTakeIn: (reweigh: Reweigh | null) => void
}

/** The id of the form, for a button outside the form. */
const WALK_IN_FORM = 'walk-in'

export const TakeIn = () => (
  <button type="submit" form={WALK_IN_FORM} className="action wide">
    {WORDS['walk-in'].label}
  </button>
)

/** Asks for the weight, then accepts the parcel and prints its label in one step. If no weight is entered, the declared weight counts. */
export const WalkInForm = ({ declared, onTakeIn }: Props) => {
  const [text, setText] = useState('')
  const [unit, setUnit] = useState(storedUnit)
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  const weight = weightOf(text)
  const isWrong = text.trim() !== '' && weight === null
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isWrong) field.current?.focus()
    else onTakeIn(weight === null ? null : { weight, weight_unit: unit })
  }
  const choose = (chosen: string): void => {
    localStorage.setItem(UNIT, chosen)
    setUnit(chosen as WeightUnit)
  }
  return (
    <form id={WALK_IN_FORM} className="walk-in" onSubmit={submit}>
      <label htmlFor="weight">Weight on the scale</label>
      <div className="row">
        <input
          id="weight"
          ref={field}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          aria-invalid={isWrong}
          aria-describedby="weight-help"
          onChange={(event) => setText(event.target.value)}
        />
        <select aria-label="Unit of weight" value={unit} onChange={(event) => choose(event.target.value)}>
          {UNITS.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      <p id="weight-help" className="soft">
        {isWrong
          ? 'Type the weight as a number, such as 2.5.'
          : declared === null
            ? 'Leave it empty if you have no scale.'
            : `Declared: ${declared.weight} lb. Leave it empty if you have no scale.`}
      </p>
    </form>
  )
}
