import { useId, useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { TextField } from '../forms/text-field.tsx'
import { useStores } from './use-stores.ts'

interface Props {
  value: string
  onChange: (store_id: string) => void
}

/** A store by its name, code or place. */
export const StorePicker = ({ value, onChange }: Props) => {
  const { data: stores = [], error, isLoading } = useStores()
  const [words, setWords] = useState('')
  const select = useId()
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const found = stores.filter(({ store_id, name, code, city, postal_code, line1 }) => {
    const text = [name, code, city, postal_code, line1].join(' ').toLowerCase()
    return store_id === value || wanted.every((word) => text.includes(word))
  })
  return (
    <>
      <TextField label="Find the store" type="search" value={words} onChange={setWords} placeholder="Name, code, city" />
      <div className="field">
        <label htmlFor={select}>Store</label>
        <select id={select} required value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{isLoading ? 'One moment' : `Choose one of ${found.length}`}</option>
          {found.map(({ store_id, name, code, city }) => (
            <option key={store_id} value={store_id}>
              {name} ({code}), {city}
            </option>
          ))}
        </select>
        <Problem error={error} />
      </div>
    </>
  )
}
