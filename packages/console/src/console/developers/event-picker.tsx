import { useId, useState } from 'react'
import { EVENT_TYPES } from './event-types.ts'

const EVERY = '*'

interface Props {
  /** Event types, or `*` alone. */
  value: string[]
  onChange: (types: string[]) => void
}

/** Selects the events that a webhook receives. */
export const EventPicker = ({ value, onChange }: Props) => {
  const name = useId()
  const isEvery = value.includes(EVERY)
  // The chosen types are kept while all events are selected, so that the user can switch back to them.
  const [chosen, setChosen] = useState(isEvery ? [] : value)
  const choose = (types: string[]) => {
    setChosen(types)
    onChange(types)
  }
  return (
    <fieldset>
      <legend>Events</legend>
      <label className="choice">
        <input type="radio" name={name} checked={isEvery} onChange={() => onChange([EVERY])} />
        All events, including new types
      </label>
      <label className="choice">
        <input type="radio" name={name} checked={!isEvery} onChange={() => onChange(chosen)} />
        Only the selected types
      </label>
      {!isEvery && (
        <div className="types">
          {EVENT_TYPES.map((type) => (
            <label className="choice" key={type}>
              <input
                type="checkbox"
                checked={value.includes(type)}
                onChange={({ target }) => choose(target.checked ? [...value, type] : value.filter((one) => one !== type))}
              />
              {type}
            </label>
          ))}
        </div>
      )}
    </fieldset>
  )
}
