import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'

interface Props {
  label: string
  /** The value of the choice; '' for none. */
  value: string
  onChange: (value: string) => void
  /** No two choices have the same name. */
  choices: readonly { value: string; name: string }[]
  onFocus?: () => void
  isRequired?: boolean
  error?: string | null
}

/**
 * A field that suggests names while someone types. A text that is no name of a choice is replaced when the field loses the focus. In a
 * required field it stays, the value is empty, and the form is not sent: otherwise the form would be sent with a choice that is not shown.
 */
export const Combobox = ({ label, value, onChange, choices, onFocus, isRequired = false, error = null }: Props) => {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const chosen = choices.find((choice) => choice.value === value)?.name ?? ''
  const [text, setText] = useState(chosen)
  useEffect(() => {
    if (!isRequired || chosen !== '') setText(chosen)
  }, [chosen, isRequired])
  const choiceOf = (typed: string) => choices.find(({ name }) => name.toLowerCase() === typed.trim().toLowerCase())?.value
  const named = choiceOf(text)
  const isUnknown = isRequired && text !== '' && named === undefined
  useLayoutEffect(() => field.current?.setCustomValidity(isUnknown ? 'Choose a name from the list.' : ''), [isUnknown])
  useLayoutEffect(() => {
    const own = field.current
    if (error !== null && own?.form?.querySelector('[aria-invalid="true"]') === own) own?.focus()
  }, [error])
  // The choices may arrive after the name was typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a value from outside must not be replaced by the text before it
  useEffect(() => {
    if (named !== undefined && named !== value) onChange(named)
  }, [named])
  const type = (typed: string) => {
    setText(typed)
    if (typed === '' || (isRequired && choiceOf(typed) === undefined)) onChange('')
  }
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        ref={field}
        list={`${id}-choices`}
        autoComplete="off"
        placeholder={isRequired ? undefined : 'Any'}
        required={isRequired}
        value={text}
        onChange={({ target }) => type(target.value)}
        onFocus={onFocus}
        onBlur={() => isRequired || setText(chosen)}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : `${id}-error`}
      />
      <datalist id={`${id}-choices`}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.name} />
        ))}
      </datalist>
      {error !== null && (
        <p id={`${id}-error`} className="wrong">
          {label}: {error}
        </p>
      )}
    </div>
  )
}
