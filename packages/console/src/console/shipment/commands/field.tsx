import { useId, useLayoutEffect, useRef } from 'react'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  /** Why the service did not take it. */
  error: string | null
  help?: string
  isRequired?: boolean
  isNumber?: boolean
  isLong?: boolean
  maxLength?: number
}

/** A field with its error beside it. The first that has one gets the focus. */
export const Field = ({ label, value, onChange, error, help, isRequired, isNumber, isLong, maxLength }: Props) => {
  const id = useId()
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const own = field.current
    if (error !== null && own?.form?.querySelector('[aria-invalid="true"]') === own) own?.focus()
  }, [error])
  const shared = {
    id,
    ref: field,
    value,
    maxLength,
    required: isRequired,
    autoComplete: 'off',
    'aria-invalid': error !== null,
    'aria-describedby': `${id}-help`,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {isLong ? <textarea dir="auto" rows={3} {...shared} /> : <input dir="auto" inputMode={isNumber ? 'decimal' : 'text'} {...shared} />}
      <p id={`${id}-help`} className={error === null ? 'soft' : 'wrong'}>
        {error === null ? help : `${label}: ${error}`}
      </p>
    </div>
  )
}
