// Hands out serial numbers, each once across all processes and machines. A process takes a block of a series from the database and hands
// out its numbers from memory. If a process ends before its block is used up, a gap remains. Blocks grow while they are used up quickly, so
// that a little-used series loses few numbers.
import type { Ids } from '@backhaul/core/effects.ts'
import type { NetworkTables } from '@backhaul/core/network.ts'
import {
  type BarcodeNumbering,
  barcodeSeries,
  type CarrierNumbering,
  carrierSeries,
  numberingOf,
  type Series,
} from '@backhaul/core/numbering.ts'
import type { Database } from '../database/db.ts'

const SMALLEST_BLOCK = 16
const LARGEST_BLOCK = 4_096
/** If a block is used up within this time, it was too small. */
const QUICK_MS = 5_000
/** How long a series counts as used up before the database is asked again. An operator may have extended the series in the meantime. */
const USED_UP_MS = 2_000

/** Takes the next numbers of a series, up to a maximum. If it returns no row, the series is used up. */
const TAKE = `
  insert into number_series as s (id, first, next) values ($1, $2::bigint, least($2::bigint + $4::bigint, $3::bigint + 1))
  on conflict (id) do update set first = greatest(s.next, $2), next = least(greatest(s.next, $2) + $4, $3 + 1)
   where greatest(s.next, $2) <= $3
  returning first, next`

/** Thrown by a decision that needs a number when none is in memory. `execute` (service/execute.ts) waits for `refill` and decides again. */
export class NumbersNeeded extends Error {
  readonly refill: () => Promise<void>

  constructor(refill: () => Promise<void>) {
    super('a number must be fetched first')
    this.refill = refill
  }
}

interface Block {
  next: number
  /** The first number after the block. */
  end: number
  size: number
  taken_ms: number
  /** Set when the series was found to be used up: its last number at that moment, and until when it counts as used up. */
  used_up: { last: number; until_ms: number } | null
  refilling: Promise<void> | null
}

export class Numbers {
  readonly #db: Database
  readonly #blocks = new Map<string, Block>()
  readonly #systemIds: Ids
  #ids: { tables: NetworkTables; ids: Ids } | null = null

  /** `systemIds` makes all ids that do not come from a series. */
  constructor(db: Database, systemIds: Ids) {
    this.#db = db
    this.#systemIds = systemIds
  }

  /** The ids for decisions that use these tables. */
  idsBy(tables: NetworkTables): Ids {
    if (this.#ids?.tables !== tables) this.#ids = { tables, ids: this.#make(tables) }
    return this.#ids.ids
  }

  #make({ numbering, carriers }: NetworkTables): Ids {
    const barcodes = barcodeSeries(numbering.barcodes)
    const ofCarriers = new Map<string, Series>()
    for (const { code, numbers } of carriers.values()) if (numbers) ofCarriers.set(code, carrierSeries(numbers))
    if (!barcodes && ofCarriers.size === 0) return this.#systemIds
    return {
      ...this.#systemIds,
      barcode: barcodes ? () => this.#take(barcodes) : this.#systemIds.barcode,
      ltracking: (carrier) => {
        const series = ofCarriers.get(carrier)
        return series ? this.#take(series) : this.#systemIds.ltracking(carrier)
      },
    }
  }

  /** The next number of the series. Null: it is used up. Errors: NumbersNeeded. */
  #take(series: Series): string | null {
    const block = this.#blockOf(series)
    // The range was narrowed or moved, so the rest of the block is dropped.
    if (block.next > series.last || block.next < series.first) block.next = block.end
    if (block.next === block.end) {
      const { used_up } = block
      if (used_up?.last === series.last && used_up.until_ms > performance.now()) return null
      throw new NumbersNeeded(() => this.#refill(series, block))
    }
    const number = series.write(block.next)
    block.next += 1
    return number
  }

  #blockOf({ id }: Series): Block {
    const block = this.#blocks.get(id) ?? {
      ...{ next: 0, end: 0, size: SMALLEST_BLOCK / 2, taken_ms: Number.NEGATIVE_INFINITY },
      ...{ used_up: null, refilling: null },
    }
    this.#blocks.set(id, block)
    return block
  }

  #refill(series: Series, block: Block): Promise<void> {
    block.refilling ??= this.#reserveBlock(series, block).finally(() => {
      block.refilling = null
    })
    return block.refilling
  }

  async #reserveBlock({ id, first, last }: Series, block: Block): Promise<void> {
    const isQuick = performance.now() - block.taken_ms < QUICK_MS
    block.size = Math.min(LARGEST_BLOCK, Math.max(SMALLEST_BLOCK, isQuick ? block.size * 2 : block.size / 2))
    const row = await this.#db.one<{ first: number; next: number }>('numbers_take', TAKE, [id, first, last, block.size])
    block.taken_ms = performance.now()
    if (!row) {
      block.used_up = { last, until_ms: performance.now() + USED_UP_MS }
      return
    }
    block.next = row.first
    block.end = row.next
  }
}

/** Name of the setting for the numbering of barcodes. */
export const NUMBERING = 'numbering'

interface Use {
  series: string
  /** Null: barcodes. */
  carrier: string | null
  first: number
  last: number
  /** How many numbers are left. */
  left: number
}

export interface Numbering {
  barcodes: BarcodeNumbering
  /** Barcodes first, then carriers by code. */
  series: Use[]
}

/** Reads the stored numbering. Decisions of this process may still use an older numbering. */
export const readNumbering = async (db: Database): Promise<Numbering> => {
  const [row, carriers, used] = await Promise.all([
    db.one<{ value: object }>('numbering', 'select value from settings where name = $1', [NUMBERING]),
    db.query<{ code: string; numbers: CarrierNumbering }>(
      'numbered_carriers',
      'select code, numbers from carriers where numbers is not null order by code collate "C"',
    ),
    db.query<{ id: string; next: number }>('number_series', 'select id, next from number_series'),
  ])
  const next = new Map(used.map((one) => [one.id, one.next]))
  const useOf = ({ id, first, last }: Series, carrier: string | null): Use => ({
    ...{ series: id, carrier, first, last },
    left: Math.max(0, last + 1 - Math.max(first, next.get(id) ?? first)),
  })
  const { barcodes } = numberingOf(row?.value ?? null)
  const own = barcodeSeries(barcodes)
  const ofCarriers = carriers.map(({ code, numbers }) => useOf(carrierSeries(numbers), code))
  return { barcodes, series: own ? [useOf(own, null), ...ofCarriers] : ofCarriers }
}
