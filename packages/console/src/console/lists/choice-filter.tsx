import { useFilters } from '../frame/address.ts'

interface Props {
  label: string
  /** The name in the API and in the address. */
  name: string
  choices: readonly (readonly [value: string, words: string])[]
}

/** A filter with a fixed set of choices. The current choice is in the address. */
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
