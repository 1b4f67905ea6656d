/** Random choices from a seeded source. */
export class Chance {
  /** Returns a number in [0, 1). */
  readonly next: () => number

  constructor(next: () => number) {
    this.next = next
  }

  happens(share: number): boolean {
    return this.next() < share
  }

  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  pick<T>(list: readonly T[]): T {
    return list[this.whole(0, list.length - 1)] as T
  }

  /**
   * Returns one of the names. The probability of each name is in proportion to its share. If `total` exceeds the sum of the shares, the
   * rest of the probability goes to null.
   */
  weighted<K extends string>(
    shares: Partial<Record<K, number>>,
    total = Object.values<number>(shares as Record<K, number>).reduce((sum, share) => sum + share, 0),
  ): K | null {
    let left = this.next() * total
    for (const [name, share] of Object.entries<number>(shares as Record<K, number>)) {
      left -= share
      if (left < 0) return name as K
    }
    return null
  }
}
