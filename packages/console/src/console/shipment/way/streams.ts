// Merges several histories into one timeline. Each history is loaded page by page in the same order. If a history has more pages, the
// timeline ends at its last loaded point, because later points of that history are not known yet.

export type Order = 'newest' | 'oldest'

/** One point of the timeline. `key` is unique across all histories. */
export interface Point {
  key: string
  /** ISO 8601. */
  at: string
}

export interface Stream<P extends Point> {
  /** Sorted in the order of the timeline. */
  points: readonly P[]
  isDone: boolean
}

const isFirst = (order: Order, one: Point, other: Point): boolean => {
  const difference = Date.parse(one.at) - Date.parse(other.at)
  return order === 'newest' ? difference > 0 : difference < 0
}

/**
 * If two points have the same time, the one whose stream comes first in the list is the cause of the other. In the order "oldest", the
 * cause comes first.
 */
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

/** Sorts points in the order of the timeline. Points with the same time keep their order. */
export const inOrder = <P extends Point>(points: readonly P[], order: Order): P[] =>
  points.toSorted((one, other) => (isFirst(order, one, other) ? -1 : isFirst(order, other, one) ? 1 : 0))
