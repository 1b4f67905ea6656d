import { useState } from 'react'
import type { Filters } from '../frame/address.ts'

const NONE: ReadonlySet<string> = new Set()

/** The selected rows of a list. A change of the filters clears the selection. */
export const useSelection = <Row extends { id: string }>(items: readonly Row[], filters: Filters) => {
  const view = JSON.stringify(filters)
  const [selection, setSelection] = useState({ view, keys: NONE })
  const selected = selection.view === view ? selection.keys : NONE
  const onSelect = (keys: ReadonlySet<string>) => setSelection({ view, keys })
  const chosen = selected.size === 0 ? [] : items.filter(({ id }) => selected.has(id))
  return { selected, onSelect, chosen, clear: () => onSelect(NONE) }
}
