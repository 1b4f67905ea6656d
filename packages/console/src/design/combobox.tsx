import { useEffect, useId, useState } from 'react'

interface Props {
  label: string
  /** The value of the choice; '' for none. */
  value: string
  onChange: (value: string) => void
  /** No two choices have the same name. */
  choices: readonly { value: string; name: string }[]
  onFocus?: () => void
  isRequired?: boolean
}

/** A field that suggests names while someone types. A text that is no name of a choice is replaced when the field loses the focus. */
export const Combobox = ({ label, value, onChange, choices, onFocus, isRequired }: Props) => {
  const id = useId()
  const chosen = choices.find((choice) => choice.value === value)?.name ?? ''
  const [text, setText] = useState(chosen)
  useEffect(() => setText(chosen), [chosen])
  const named = choices.find(({ name }) => name.toLowerCase() === text.trim().toLowerCase())?.value
  // The choices may arrive after the name was typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a value from outside must not be replaced by the text before it
  useEffect(() => {
    if (named !== undefined && named !== value) onChange(named)
  }, [named])
  const type = (typed: string) => {
    setText(typed)
    if (typed === '') onChange('')
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        list={`${id}-choices`}
        autoComplete="off"
        placeholder={isRequired ? undefined : 'Any'}
        required={isRequired}
        value={text}
        onChange={({ target }) => type(target.value)}
        onFocus={onFocus}
        onBlur={() => setText(chosen)}
      />
      <datalist id={`${id}-choices`}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.name} />
        ))}
      </datalist>
    </div>
  )
}
