/**
 * Removes an item from a short list. We use no Set: whenever V8 grows or shrinks a Set's table, the old table keeps a link to the new one.
 * One table that has moved to the old generation then keeps everything that was added later alive until the next full collection.
 */
export const remove = <Item>(list: Item[], item: Item): void => {
  const at = list.indexOf(item)
  if (at >= 0) list.splice(at, 1)
}
