import { useFilters } from '../frame/address.ts'

interface Props {
  label: string
  /** What the API and the address call it. */
  name: string
  /** Each with its words. */
  choices: readonly (readonly [value: string, words: string])[]
}

/** What a list can be narrowed to; which choice is in the address. */
export const ChoiceFilter = ({ label, name, choices }: Props) => {
  const [filters, set] = useFilters()
  return (
    <label>
      {label}
      <select value={filters[name] ?? ''} onChange={({ target }) => set({ [name]: target.value || null })}>
        <option value="">all</option>
        {choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}
