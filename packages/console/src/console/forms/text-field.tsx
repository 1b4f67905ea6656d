import { type InputHTMLAttributes, useId } from 'react'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  label: string
  value: string
  onChange: (value: string) => void
}

export const TextField = ({ label, value, onChange, ...rest }: Props) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} autoComplete="off" value={value} onChange={({ target }) => onChange(target.value)} {...rest} />
    </div>
  )
}
