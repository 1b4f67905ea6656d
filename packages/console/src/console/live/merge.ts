/**
 * Merges a list with its reloaded first page. `fresh` is that page and `known` is the list so far, both newest first. New rows go on top.
 * Known rows that the page should contain but does not are removed. Rows after the page stay. Returns null if the page contains no known
 * row: more rows arrived than fit on a page, so the known rows do not follow on from it.
 */
export const mergeFirstPage = <Row>(fresh: Row[], known: Row[], keyOf: (row: Row) => string): Row[] | null => {
  if (known.length === 0) return fresh
  const keys = new Set(fresh.map(keyOf))
  const last = known.findLastIndex((row) => keys.has(keyOf(row)))
  if (last < 0) return null
  return [...fresh, ...known.slice(last + 1)]
}
