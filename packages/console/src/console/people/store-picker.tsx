import { useState } from 'react'
import { ChoiceField } from '../../design/choice-field.tsx'
import { TextField } from '../../design/text-field.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useStores } from './use-stores.ts'

interface Props {
  value: string
  onChange: (store_id: string) => void
}

/** Finds a store by its name, code or place. */
export const StorePicker = ({ value, onChange }: Props) => {
  const { data: stores = [], error, isLoading } = useStores()
  const [words, setWords] = useState('')
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const found = stores.filter(({ store_id, name, code, city, postal_code, line1 }) => {
    const text = [name, code, city, postal_code, line1].join(' ').toLowerCase()
    return store_id === value || wanted.every((word) => text.includes(word))
  })
  return (
    <>
      <TextField label="Find the store" type="search" value={words} onChange={setWords} placeholder="Name, code, city" />
      <ChoiceField
        label="Store"
        required
        none={isLoading ? 'One moment' : `Choose one of ${found.length}`}
        choices={found.map(({ store_id, name, code, city }) => [store_id, `${name} (${code}), ${city}`])}
        {...{ value, onChange }}
      />
      <Problem error={error} />
    </>
  )
}
