// Filters whose value is an id and that suggest names. The names are loaded when the field is used.
import { useState } from 'react'
import { Combobox } from '../../design/combobox.tsx'
import { shortId } from '../names.tsx'
import { useWhole } from '../network/use-whole.ts'
import { useStores } from '../people/use-stores.ts'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
  isRequired?: boolean
  error?: string | null
}

/**
 * Returns choices by name. Records that share a name are distinguished by the end of their id. A chosen record that is unknown or not loaded
 * yet is named by the end of its id.
 */
const named = (records: readonly { id: string; name: string }[], value: string) => {
  const choices = records.map(({ id, name }) => ({
    value: id,
    name: records.some((other) => other.name === name && other.id !== id) ? `${name} ${shortId(id)}` : name,
  }))
  const isKnown = value === '' || records.some(({ id }) => id === value)
  return isKnown ? choices : [...choices, { value, name: shortId(value) }]
}

/** A filter by a partner, which the operator chooses by name. Also a field for a partner. */
export const PartnerFilter = ({ value, ...rest }: Props) => {
  const [isUsed, setUsed] = useState(false)
  const { items } = useWhole('/v2/ops/partners', isUsed || value !== '', {}, false)
  return <Combobox {...rest} value={value} choices={named(items, value)} onFocus={() => setUsed(true)} />
}

/** A filter by a store, which is chosen by name. Also a field for a store. */
export const StoreFilter = ({ value, ...rest }: Props) => {
  const [isUsed, setUsed] = useState(false)
  const { data = [] } = useStores(isUsed || value !== '')
  return (
    <Combobox
      {...rest}
      value={value}
      choices={named(
        data.map(({ store_id, name }) => ({ id: store_id, name })),
        value,
      )}
      onFocus={() => setUsed(true)}
    />
  )
}
