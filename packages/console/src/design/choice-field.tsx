import { useId } from 'react'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  choices: readonly (readonly [value: string, words: string])[]
  /** The label of the empty choice. If absent, there is no empty choice. */
  none?: string
  required?: boolean
  hint?: string | undefined
}

export const ChoiceField = ({ label, value, onChange, choices, none, required, hint }: Props) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        required={required}
        aria-describedby={hint && `${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
      >
        {none !== undefined && <option value="">{none}</option>}
        {choices.map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </select>
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  )
}
