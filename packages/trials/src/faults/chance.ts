/** What a seeded source of numbers in [0, 1) decides. */
export class Chance {
  /** In [0, 1). */
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

  /** One of the names, each as often as its number says; of a total that is larger than all of them, null for the rest. */
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
