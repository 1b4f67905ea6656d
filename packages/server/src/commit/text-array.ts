// A list of texts in PostgreSQL's binary format for `text[]`. Values of thousands of rows are written directly into the bytes to send,
// without escaping and without an intermediate text. That text would be several megabytes of garbage for a batch of 1,000 creates.

const TEXT_OID = 25
/** The header of the format: number of dimensions, null flag, element type, number of elements, and lower bound (1). */
const HEAD_BYTES = 20
const LENGTH_BYTES = 4
const NULL = -1
/** Maximum number of UTF-8 bytes for one UTF-16 code unit. */
const MAX_BYTES = 3

export class TextArray {
  /** Empty until the first value that is not null. */
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
    this.#makeRoom((nulls + 1) * LENGTH_BYTES + text.length * MAX_BYTES)
    if (isFirst) this.#pushNulls(nulls)
    const length = this.#bytes.write(text, this.#at + LENGTH_BYTES)
    this.#at = this.#bytes.writeInt32BE(length, this.#at) + length
  }

  /** Completes the array and returns its bytes; null when all values are null. Nothing may be added afterward. */
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
