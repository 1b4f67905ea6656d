/** What a seeded source of numbers in [0, 1) decides. */
export class Chance {
  /** @param {() => number} next */
  constructor(next) {
    this.next = next
  }

  happens(share) {
    return this.next() < share
  }

  whole(least, most) {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  pick(list) {
    return list[this.whole(0, list.length - 1)]
  }

  /** One of the names, each as often as its number says; of a total that is larger than all of them, null for the rest. */
  weighted(shares, total = Object.values(shares).reduce((sum, share) => sum + share, 0)) {
    let left = this.next() * total
    for (const [name, share] of Object.entries(shares)) {
      left -= share
      if (left < 0) return name
    }
    return null
  }
}
