/**
 * What a list shows once its first page was read again: `fresh` is that page, `known` what the list showed until then, both newest first. What
 * is new is on top; what was in the place of the page and is not in it anymore is gone; what comes after the page stays. Where nothing of the
 * page is known, more came in than a page has, and what is known does not follow on it: null.
 */
export const mergeFirstPage = <Row>(fresh: Row[], known: Row[], keyOf: (row: Row) => string): Row[] | null => {
  if (known.length === 0) return fresh
  const keys = new Set(fresh.map(keyOf))
  const last = known.findLastIndex((row) => keys.has(keyOf(row)))
  if (last < 0) return null
  return [...fresh, ...known.slice(last + 1)]
}
