import { useCallback, useEffect, useState } from 'react'
import { ChoiceField } from '../../design/choice-field.tsx'
import { Menu } from '../../design/menu.tsx'
import { TextField } from '../../design/text-field.tsx'
import { fromTimeField, toTimeField } from '../../shared/time-text.ts'
import { useFilters } from '../frame/address.ts'
import { inWords } from '../words.ts'
import { PartnerFilter, StoreFilter } from './name-filters.tsx'

export interface Filter {
  /** The name in the API and in the address. */
  name: string
  label: string
  /**
   * `id` is a text that matches only as a whole. `time` is a date with a time of day, `day` is a date, and `flag` is `true` or absent,
   * `partner` and `store` are suggested by name.
   */
  kind: 'text' | 'id' | 'choice' | 'time' | 'day' | 'flag' | 'partner' | 'store'
  choices?: readonly string[]
  /** Returns the label of a choice; the API's value by default. */
  words?: (choice: string) => string
  /** The label of the empty choice; "Any" by default. */
  any?: string
  /** Rarely used, so it is shown on demand. */
  isRare?: boolean
  /** The maximum number of characters of a text. */
  maxLength?: number
}

/** For pages of developers, where the operator can take the view of one partner. */
export const BY_PARTNER: Filter = { name: 'partner', label: 'Partner', kind: 'partner' }

interface FieldProps {
  filter: Filter
  value: string
  onChange: (value: string) => void
}

/** Milliseconds without a keystroke before the typed text takes effect. */
const TYPED_MS = 400
/** The same for an id, which finds nothing until it is complete. */
const ID_MS = 1_000

/** A text that takes effect when the typing pauses, on Enter, and when the field loses the focus. */
export const Typed = ({ filter: { label, kind, maxLength }, value, onChange }: FieldProps) => {
  const [text, setText] = useState(value)
  const [from, setFrom] = useState(value)
  if (from !== value) {
    setFrom(value)
    setText(value)
  }
  const take = useCallback(() => {
    const wanted = text.trim()
    if (wanted === from) return
    setFrom(wanted)
    onChange(wanted)
  }, [text, from, onChange])
  useEffect(() => {
    const timer = setTimeout(take, kind === 'id' ? ID_MS : TYPED_MS)
    return () => clearTimeout(timer)
  }, [take, kind])
  return (
    <TextField
      {...{ label, maxLength }}
      type={kind === 'day' ? 'date' : 'text'}
      spellCheck={false}
      value={text}
      onChange={setText}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
    />
  )
}

const Choice = ({ filter: { label, choices = [], words = inWords, any = 'Any' }, value, onChange }: FieldProps) => (
  <ChoiceField {...{ label, value, onChange }} choices={choices.map((one) => [one, words(one)])} none={any} />
)

const Moment = ({ filter: { label }, value, onChange }: FieldProps) => (
  <TextField label={label} type="datetime-local" value={toTimeField(value)} onChange={(text) => onChange(fromTimeField(text) ?? '')} />
)

const Flag = ({ filter, value, onChange }: FieldProps) => (
  <div className="field">
    <label className="choice">
      <input type="checkbox" checked={value === 'true'} onChange={(event) => onChange(event.target.checked ? 'true' : '')} />
      {filter.label}
    </label>
  </div>
)

const Partner = ({ filter: { label }, ...rest }: FieldProps) => <PartnerFilter label={label} {...rest} />
const Store = ({ filter: { label }, ...rest }: FieldProps) => <StoreFilter label={label} {...rest} />

const FIELDS = { partner: Partner, store: Store, text: Typed, id: Typed, day: Typed, choice: Choice, time: Moment, flag: Flag }

/** The filters of a list. All of them are in the address, so that a view can be shared. */
export const FilterBar = ({ filters }: { filters: readonly Filter[] }) => {
  const [values, set] = useFilters()
  // Filters that the address contains at first are not hidden. They keep their places while someone types.
  const [shown] = useState(() => filters.filter(({ name, isRare }) => !isRare || values[name] !== undefined))
  const rare = filters.filter((filter) => !shown.includes(filter))
  const active = rare.filter(({ name }) => values[name]).length
  const field = (filter: Filter) => {
    const Field = FIELDS[filter.kind]
    return <Field key={filter.name} filter={filter} value={values[filter.name] ?? ''} onChange={(value) => set({ [filter.name]: value })} />
  }
  return (
    <form className="chips" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      {shown.map(field)}
      {rare.length > 0 && (
        <Menu button={active > 0 ? `More filters (${active})` : 'More filters'} className="more">
          <div className="fields">{rare.map(field)}</div>
        </Menu>
      )}
      {Object.keys(values).length > 0 && (
        <button type="button" onClick={() => set(Object.fromEntries(Object.keys(values).map((name) => [name, null])))}>
          Clear all filters
        </button>
      )}
    </form>
  )
}
