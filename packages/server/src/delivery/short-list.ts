/**
 * Takes an attempt off a short list. Not a Set: each time its table is renewed the old one stays linked to the new one, so that one old
 * table that has aged out of the young generation keeps alive all that was ever added after it, until the next full collection.
 */
export const remove = <Item>(list: Item[], item: Item): void => {
  const at = list.indexOf(item)
  if (at >= 0) list.splice(at, 1)
}
