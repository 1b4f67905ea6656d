// Several histories as one line of time. Each is read page by page in the same order, so the line ends where the first of them ends that has
// more to tell: what comes after that is not known yet.

export type Order = 'newest' | 'oldest'

/** One point of the line. `key` is its own, whatever history it is from. */
export interface Point {
  key: string
  /** ISO 8601. */
  at: string
}

export interface Stream<P extends Point> {
  /** In the order of the line. */
  points: readonly P[]
  isDone: boolean
}

const isFirst = (order: Order, one: Point, other: Point): boolean => {
  const difference = Date.parse(one.at) - Date.parse(other.at)
  return order === 'newest' ? difference > 0 : difference < 0
}

/** Of the same moment, the earlier stream is the cause: it comes first when the oldest does. */
export const mergeStreams = <P extends Point>(streams: readonly Stream<P>[], order: Order): P[] => {
  const line: P[] = []
  const heads = streams.map(() => 0)
  const ranked = order === 'oldest' ? streams.map((_, i) => i) : streams.map((_, i) => streams.length - 1 - i)
  for (;;) {
    let best = -1
    for (const i of ranked) {
      const { points, isDone } = streams[i] as Stream<P>
      const head = points[heads[i] as number]
      if (!head && !isDone) return line
      if (head && (best < 0 || isFirst(order, head, streams[best]?.points[heads[best] as number] as P))) best = i
    }
    if (best < 0) return line
    line.push(streams[best]?.points[heads[best] as number] as P)
    heads[best] = (heads[best] as number) + 1
  }
}

/** Sorted as the line goes; those of the same moment stay as they were. */
export const inOrder = <P extends Point>(points: readonly P[], order: Order): P[] =>
  points.toSorted((one, other) => (isFirst(order, one, other) ? -1 : isFirst(order, other, one) ? 1 : 0))
