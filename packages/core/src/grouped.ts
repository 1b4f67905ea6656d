/** Groups items by key. Each group keeps the order of the items. Items without a key are left out. */
export const grouped = <Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key | null | undefined): Map<Key, Item[]> => {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    if (key === null || key === undefined) continue
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
