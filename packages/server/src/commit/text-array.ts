// A list of texts as PostgreSQL takes `text[]` in binary. What is written for thousands of rows goes from strings to the bytes that are sent,
// with nothing to be escaped and no text in between, which would be garbage of several megabytes for a batch of 1,000 creations.

const TEXT_OID = 25
/** Dimensions, whether there are nulls, type, number of elements, and that they are counted from 1. */
const HEAD_BYTES = 20
const LENGTH_BYTES = 4
const NULL = -1
/** What UTF-8 takes for one of UTF-16. */
const MOST_BYTES = 3

export class TextArray {
  /** Empty until there is something but nulls. */
  #bytes = Buffer.alloc(0)
  #at = HEAD_BYTES
  #count = 0
  #nulls = 0

  push(text: string | null): void {
    this.#count++
    if (text === null) {
      this.#nulls++
      if (this.#bytes.length > 0) this.#pushNulls(1)
      return
    }
    const isFirst = this.#bytes.length === 0
    const nulls = isFirst ? this.#nulls : 0
    this.#makeRoom((nulls + 1) * LENGTH_BYTES + text.length * MOST_BYTES)
    if (isFirst) this.#pushNulls(nulls)
    const length = this.#bytes.write(text, this.#at + LENGTH_BYTES)
    this.#at = this.#bytes.writeInt32BE(length, this.#at) + length
  }

  /** All of it; null when there is nothing but nulls. It is complete then. */
  end(): Buffer | null {
    if (this.#bytes.length === 0) return null
    let at = 0
    for (const number of [1, this.#nulls > 0 ? 1 : 0, TEXT_OID, this.#count, 1]) at = this.#bytes.writeInt32BE(number, at)
    return this.#bytes.subarray(0, this.#at)
  }

  #pushNulls(count: number): void {
    this.#makeRoom(count * LENGTH_BYTES)
    for (let i = 0; i < count; i++) this.#at = this.#bytes.writeInt32BE(NULL, this.#at)
  }

  #makeRoom(size: number): void {
    const needed = this.#at + size
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(this.#count === 1 ? needed : Math.max(needed, 2 * this.#bytes.length))
    this.#bytes.copy(larger)
    this.#bytes = larger
  }
}
