/** Pseudorandom numbers that follow from the seed alone. The numbers for one parcel do not depend on the numbers for another. */
export class Random {
  #state: number

  constructor(...seed: readonly (string | number)[]) {
    // FNV-1a hash of the seed's text.
    let hash = 0x811c9dc5
    for (const character of seed.join('/')) hash = Math.imul(hash ^ (character.codePointAt(0) as number), 0x01000193)
    this.#state = hash >>> 0
    // Skips the first numbers, because they would be similar for similar seeds.
    for (let i = 0; i < 4; i++) this.next()
  }

  /** Returns a number in [0, 1) (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Returns a whole number. Both ends are included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    return list[this.whole(0, list.length - 1)] as T
  }

  /** Returns the index of a randomly chosen weight. Heavier weights are more likely. */
  weighted(weights: readonly number[]): number {
    let left = this.next() * weights.reduce((sum, weight) => sum + weight, 0)
    const index = weights.findIndex((weight) => {
      left -= weight
      return left < 0
    })
    return index < 0 ? weights.length - 1 : index
  }

  /** Returns the same items in random order. */
  shuffled<T>(list: readonly T[]): T[] {
    const items = [...list]
    for (let i = items.length - 1; i > 0; i--) {
      const j = this.whole(0, i)
      ;[items[i], items[j]] = [items[j] as T, items[i] as T]
    }
    return items
  }
}
