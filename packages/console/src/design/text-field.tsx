import { type InputHTMLAttributes, useId } from 'react'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement & HTMLTextAreaElement>, 'onChange' | 'value'> {
  label: string
  value: string
  onChange: (value: string) => void
  /** Number of lines, for text that may be long. */
  rows?: number
  hint?: string | undefined
}

export const TextField = ({ label, value, onChange, rows, hint, ...rest }: Props) => {
  const id = useId()
  const shared = {
    ...{ id, value, autoComplete: 'off', 'aria-describedby': hint && `${id}-hint` },
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
    ...rest,
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {rows === undefined ? <input {...shared} /> : <textarea rows={rows} {...shared} />}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  )
}
