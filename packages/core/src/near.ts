// What somebody meant who mistyped a word of ours.

const MOST_SHOWN = 3
/** Longer words are no slip of the hand. */
const LONGEST = 40

/** How many characters must be added, taken away or replaced, or two neighbors swapped, to make `b` of `a`. */
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

/** The `known` words that `word` may stand for, the nearest first. Of a name such as `shipment.held`, its second part is enough. */
export const nearest = (word: string, known: readonly string[]): string[] => {
  if (word.length > LONGEST) return []
  const plain = word.toLowerCase()
  const last = plain.split('.').at(-1) as string
  const near = known
    .map((one) => {
      const whole = distance(plain, one)
      // `orders.delivered` is nearer to `shipment.delivered` than its letters are.
      const isSamePart = one.includes('.') && last !== '' && one.split('.')[1] === last
      return { one, far: isSamePart ? Math.min(whole, 1) : whole }
    })
    .filter(({ one, far }) => far <= Math.floor(Math.min(plain.length, one.length) / 3))
    .sort((a, b) => a.far - b.far)
  // Words of one family are all near to each other.
  const least = near[0]?.far ?? 0
  return near
    .filter(({ far }) => far <= least + 1)
    .slice(0, MOST_SHOWN)
    .map(({ one }) => one)
}

/** `; did you mean x or y?`, or nothing if nothing is near. */
export const didYouMean = (word: string, known: readonly string[]): string => {
  const near = nearest(word, known)
  return near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`
}
