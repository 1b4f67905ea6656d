// Suggests known words for a mistyped one.

const MAX_SHOWN = 3
/** Maximum length of a word. Longer words are not typing errors. */
const LONGEST = 40

/** Returns the edit distance: how many characters must be added, removed or replaced, or neighbors swapped, to turn `a` into `b`. */
const distance = (a: string, b: string): number => {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min((row[j] as number) + 1, (next[j - 1] as number) + 1, (row[j - 1] as number) + same)
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (before[j - 2] as number) + 1)
      next.push(least)
    }
    before = row
    row = next
  }
  return row[b.length] as number
}

/**
 * Returns the `known` words that `word` may have meant, the nearest first. A name with two parts, such as `shipment.held`, is near if its
 * second part is the same.
 */
export const nearest = (word: string, known: readonly string[]): string[] => {
  if (word.length > LONGEST) return []
  const plain = word.toLowerCase()
  const last = plain.split('.').at(-1) as string
  const near = known
    .map((one) => {
      const whole = distance(plain, one)
      // If the second parts are equal, the first parts may differ completely: `orders.delivered` was probably meant to be
      // `shipment.delivered`.
      const isSamePart = one.includes('.') && last !== '' && one.split('.')[1] === last
      return { one, far: isSamePart ? Math.min(whole, 1) : whole }
    })
    .filter(({ one, far }) => far <= Math.floor(Math.min(plain.length, one.length) / 3))
    .sort((a, b) => a.far - b.far)
  // Related words are near to each other, so keep only words that are about as near as the nearest one.
  const least = near[0]?.far ?? 0
  return near
    .filter(({ far }) => far <= least + 1)
    .slice(0, MAX_SHOWN)
    .map(({ one }) => one)
}

/** Returns `; did you mean x or y?`, or an empty text if no word is near. */
export const didYouMean = (word: string, known: readonly string[]): string => {
  const near = nearest(word, known)
  return near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`
}
