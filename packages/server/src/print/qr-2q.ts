/**
 * The QR symbol of version 2 at error correction level Q, 25 modules per side, for 1 to 29 capitals and digits. Every label has one.
 *
 * A general encoder takes longer for this symbol than all other work on the label takes. Here the geometry of the symbol is a table that is
 * made once. A row of modules is one number, so rating the eight masks takes a few dozen operations per row. Source: ISO/IEC 18004.
 */
import assert from 'node:assert/strict'

export const QR_2Q_SIZE = 25
export const QR_2Q_TEXT = /^[0-9A-Z $%*+./:-]{1,29}$/

const SIZE = QR_2Q_SIZE
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
const DATA_BYTES = 22
const CHECK_BYTES = 22
const MODE_ALPHANUMERIC = 0b0010
const COUNT_BITS = 9
const PADDING = [0xec, 0x11]
const LEVEL_Q = 0b11
const FORMAT_GENERATOR = 0b10100110111
const FORMAT_MASK = 0b101010000010010
/** A row with all modules set. */
const ALL = 2 ** SIZE - 1

/** Whether a mask inverts the module at row `y`, column `x`. */
const MASKS: readonly ((y: number, x: number) => boolean)[] = [
  (y, x) => (y + x) % 2 === 0,
  (y) => y % 2 === 0,
  (_, x) => x % 3 === 0,
  (y, x) => (y + x) % 3 === 0,
  (y, x) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (y, x) => ((y * x) % 2) + ((y * x) % 3) === 0,
  (y, x) => (((y * x) % 2) + ((y * x) % 3)) % 2 === 0,
  (y, x) => (((y + x) % 2) + ((y * x) % 3)) % 2 === 0,
]

/** Modules as numbers: bit `x` of `rows[y]` and bit `y` of `columns[x]`, 1 for dark. */
type Modules = { rows: Int32Array; columns: Int32Array }

const noModules = (): Modules => ({ rows: new Int32Array(SIZE), columns: new Int32Array(SIZE) })

function darken({ rows, columns }: Modules, y: number, x: number): void {
  rows[y] = (rows[y] as number) | (1 << x)
  columns[x] = (columns[x] as number) | (1 << y)
}

/**
 * The parts that are equal in every symbol: finders, timing, alignment and the dark module. `reserved` also has the modules of the format
 * bits.
 */
function fixedModules(): { dark: Modules; reserved: Modules } {
  const dark = noModules()
  const reserved = noModules()
  const square = (top: number, left: number, side: number, isDark: (ring: number) => boolean) => {
    const middle = (side - 1) / 2
    for (let y = Math.max(0, top); y < Math.min(SIZE, top + side); y++) {
      for (let x = Math.max(0, left); x < Math.min(SIZE, left + side); x++) {
        darken(reserved, y, x)
        if (isDark(Math.max(Math.abs(y - top - middle), Math.abs(x - left - middle)))) darken(dark, y, x)
      }
    }
  }
  // A finder with its light border.
  for (const [top, left] of [
    [-1, -1],
    [-1, SIZE - 8],
    [SIZE - 8, -1],
  ] as const)
    square(top, left, 9, (ring) => ring <= 1 || ring === 3)
  square(16, 16, 5, (ring) => ring !== 1)
  for (let i = 8; i < SIZE - 8; i++) {
    for (const [y, x] of [
      [6, i],
      [i, 6],
    ] as const) {
      darken(reserved, y, x)
      if (i % 2 === 0) darken(dark, y, x)
    }
  }
  for (let i = 0; i < 9; i++) {
    darken(reserved, 8, i)
    darken(reserved, i, 8)
  }
  for (let i = SIZE - 8; i < SIZE; i++) {
    darken(reserved, 8, i)
    darken(reserved, i, 8)
  }
  darken(dark, SIZE - 8, 8)
  return { dark, reserved }
}

const { dark: FIXED, reserved: RESERVED } = fixedModules()
const isReserved = (y: number, x: number): boolean => (((RESERVED.rows[y] as number) >> x) & 1) === 1

/**
 * Row and column of each bit of the code words. The bits fill pairs of columns from the right, alternately upward and downward, and skip
 * the timing column.
 */
const PLACES: readonly (readonly [y: number, x: number])[] = (() => {
  const places: [number, number][] = []
  let upward = true
  for (let right = SIZE - 1; right > 0; right -= 2) {
    if (right === 6) right--
    for (let i = 0; i < SIZE; i++) {
      const y = upward ? SIZE - 1 - i : i
      for (const x of [right, right - 1]) if (!isReserved(y, x)) places.push([y, x])
    }
    upward = !upward
  }
  return places
})()

/** For each mask: the modules to invert, and the format bits (level and mask) at both of their places. */
const READY_MASKS: readonly { invert: Modules; format: Modules }[] = MASKS.map((inverts, mask) => {
  const invert = noModules()
  for (const [y, x] of PLACES) if (inverts(y, x)) darken(invert, y, x)
  const format = noModules()
  const bits = formatBits((LEVEL_Q << 3) | mask)
  for (let i = 0; i < 15; i++) {
    if (((bits >> i) & 1) === 0) continue
    // The format bits are next to and below the upper left finder, past the timing line, and again along the other two finders.
    if (i < 8) darken(format, i < 6 ? i : i + 1, 8)
    else darken(format, 8, i === 8 ? 7 : 14 - i)
    if (i < 8) darken(format, 8, SIZE - 1 - i)
    else darken(format, SIZE - 15 + i, 8)
  }
  return { invert, format }
})

function formatBits(value: number): number {
  let rest = value << 10
  for (let bit = 14; bit >= 10; bit--) if ((rest >> bit) & 1) rest ^= FORMAT_GENERATOR << (bit - 10)
  return ((value << 10) | rest) ^ FORMAT_MASK
}

const EXPONENTS = new Uint8Array(510)
const LOGARITHMS = new Uint8Array(256)
for (let i = 0, value = 1; i < 255; i++) {
  EXPONENTS[i] = value
  EXPONENTS[i + 255] = value
  LOGARITHMS[value] = i
  value = value & 0x80 ? ((value << 1) ^ 0x11d) & 0xff : value << 1
}
const times = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : (EXPONENTS[(LOGARITHMS[a] as number) + (LOGARITHMS[b] as number)] as number)

/** Coefficients of (x - 1)(x - α) … (x - α^21), except that of the highest power. */
const CHECK_GENERATOR: readonly number[] = (() => {
  let product = [1]
  for (let i = 0; i < CHECK_BYTES; i++) {
    const next = [...product, 0]
    for (const [j, coefficient] of product.entries()) next[j + 1] = (next[j + 1] as number) ^ times(coefficient, EXPONENTS[i] as number)
    product = next
  }
  return product.slice(1)
})()

/** Rows of the symbol from the top. Bit `x` of a row is its module at column `x`, 1 for dark. */
export function qr2qRows(text: string): Int32Array {
  assert(QR_2Q_TEXT.test(text), 'the text fits a QR symbol of version 2 at level Q')
  const words = withCheckBytes(dataBytes(text))
  const plain = { rows: FIXED.rows.slice(), columns: FIXED.columns.slice() }
  for (let bit = 0; bit < words.length * 8; bit++) {
    if (((words[bit >> 3] as number) >> (7 - (bit & 7))) & 1) {
      const [y, x] = PLACES[bit] as readonly [number, number]
      darken(plain, y, x)
    }
  }
  let best: Int32Array = plain.rows
  let least = Number.POSITIVE_INFINITY
  for (const { invert, format } of READY_MASKS) {
    const rows = masked(plain.rows, invert.rows, format.rows)
    const penalty = penaltyOf(rows, masked(plain.columns, invert.columns, format.columns))
    if (penalty < least) [best, least] = [rows, penalty]
  }
  return best
}

function dataBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(DATA_BYTES)
  let at = 0
  const put = (value: number, bits: number) => {
    for (let bit = bits - 1; bit >= 0; bit--, at++) {
      if ((value >> bit) & 1) bytes[at >> 3] = (bytes[at >> 3] as number) | (0x80 >> (at & 7))
    }
  }
  put(MODE_ALPHANUMERIC, 4)
  put(text.length, COUNT_BITS)
  for (let i = 0; i < text.length; i += 2) {
    const first = ALPHABET.indexOf(text.charAt(i))
    if (i + 1 < text.length) put(first * ALPHABET.length + ALPHABET.indexOf(text.charAt(i + 1)), 11)
    else put(first, 6)
  }
  // Up to four zero bits end the text, and more zero bits fill the last byte. The bytes are zero from the start, so nothing is written
  // here.
  const used = Math.min(DATA_BYTES, Math.ceil((at + Math.min(4, DATA_BYTES * 8 - at)) / 8))
  for (let i = used; i < DATA_BYTES; i++) bytes[i] = PADDING[(i - used) % 2] as number
  return bytes
}

function withCheckBytes(data: Uint8Array): Uint8Array {
  const words = new Uint8Array(DATA_BYTES + CHECK_BYTES)
  words.set(data)
  const rest = words.slice()
  for (let i = 0; i < DATA_BYTES; i++) {
    const factor = rest[i] as number
    if (factor === 0) continue
    for (let j = 0; j < CHECK_BYTES; j++) rest[i + 1 + j] = (rest[i + 1 + j] as number) ^ times(CHECK_GENERATOR[j] as number, factor)
  }
  words.set(rest.subarray(DATA_BYTES), DATA_BYTES)
  return words
}

function masked(lines: Int32Array, invert: Int32Array, format: Int32Array): Int32Array<ArrayBuffer> {
  const result = new Int32Array(SIZE)
  for (let i = 0; i < SIZE; i++) result[i] = ((lines[i] as number) ^ (invert[i] as number)) | (format[i] as number)
  return result
}

/** Rates how hard the symbol is to read: long runs, blocks, patterns that look like a finder, and too much of one color. */
function penaltyOf(rows: Int32Array, columns: Int32Array): number {
  let penalty = 0
  let dark = 0
  for (let i = 0; i < SIZE; i++) {
    const row = rows[i] as number
    penalty += linePenalty(row) + linePenalty(columns[i] as number)
    dark += ones(row)
    if (i + 1 === SIZE) break
    const next = rows[i + 1] as number
    // Bit x: modules x and x + 1 of both rows have one color.
    const blocks = ~(row ^ (row >> 1)) & ~(next ^ (next >> 1)) & ~(row ^ next) & (ALL >> 1)
    penalty += 3 * ones(blocks)
  }
  return penalty + 10 * Math.floor(Math.abs((dark * 20) / (SIZE * SIZE) - 10))
}

function linePenalty(line: number): number {
  // Bit x: modules x to x + 4 have one color.
  const equal = ~(line ^ (line >> 1)) & (ALL >> 1)
  const pairs = equal & (equal >> 1)
  const fives = pairs & (pairs >> 2)
  const runs = ones(fives) + 2 * ones(fives & ~(fives << 1))
  // Bit x: the modules from x on are dark, light, three dark, light, dark, with four light ones before or after them. All modules beyond
  // the edge count as light.
  const finders = line & ~(line >> 1) & (line >> 2) & (line >> 3) & (line >> 4) & ~(line >> 5) & (line >> 6)
  if (finders === 0) return runs
  const after = ~((line >> 7) | (line >> 8) | (line >> 9) | (line >> 10))
  const before = ~((line << 1) | (line << 2) | (line << 3) | (line << 4))
  return runs + 40 * ones(finders & (after | before))
}

function ones(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
