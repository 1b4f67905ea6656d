/**
 * Merges a list with its reloaded first page. `fresh` is the reloaded page and `known` is the list so far, both newest first. New rows go
 * on top. A known row is removed if it belongs on the page but is not on it. Rows after the page stay. Returns null if the page contains no
 * known row. In that case more rows arrived than fit on a page, and rows between the page and the known rows are missing.
 */
export const mergeFirstPage = <Row>(fresh: Row[], known: Row[], keyOf: (row: Row) => string): Row[] | null => {
  if (known.length === 0) return fresh
  const keys = new Set(fresh.map(keyOf))
  const last = known.findLastIndex((row) => keys.has(keyOf(row)))
  if (last < 0) return null
  return [...fresh, ...known.slice(last + 1)]
}
