import { useId, useLayoutEffect, useRef } from 'react'
import './forms.css'

export interface Choice {
  value: string
  label: string
}

export interface FieldProps {
  label: string
  name?: string
  value: string
  onChange: (value: string) => void
  error: string | null
  help?: string | undefined
  isRequired?: boolean
  isNumber?: boolean
  /** The value is a day, chosen with the browser's date picker. */
  isDate?: boolean
  /** The value is a time of day, such as 09:30. */
  isTime?: boolean
  isLong?: boolean
  maxLength?: number
  /** The allowed values. An empty choice comes first, unless the field is required and already has one of the values. */
  choices?: readonly Choice[]
}

/** A field with its error next to it. The first field with an error gets the focus. */
export const Field = ({
  label,
  name,
  value,
  onChange,
  error,
  help,
  isRequired,
  isNumber,
  isDate,
  isTime,
  isLong,
  maxLength,
  choices,
}: FieldProps) => {
  const id = useId()
  const field = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null)
  useLayoutEffect(() => {
    const own = field.current
    if (error !== null && own?.form?.querySelector('[aria-invalid="true"]') === own) own?.focus()
  }, [error])
  const shared = {
    id,
    ref: field,
    name,
    value,
    required: isRequired,
    autoComplete: 'off',
    'aria-invalid': error !== null,
    'aria-describedby': `${id}-help`,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {choices ? (
        <select {...shared}>
          {!(isRequired && choices.some((one) => one.value === value)) && <option value="" />}
          {choices.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      ) : isLong ? (
        <textarea dir="auto" rows={3} maxLength={maxLength} {...shared} />
      ) : (
        <input
          dir="auto"
          type={isDate ? 'date' : isTime ? 'time' : 'text'}
          inputMode={isNumber ? 'decimal' : 'text'}
          maxLength={maxLength}
          {...shared}
        />
      )}
      <p id={`${id}-help`} className={error === null ? 'soft' : 'wrong'}>
        {error === null ? help : `${label}: ${error}`}
      </p>
    </div>
  )
}
