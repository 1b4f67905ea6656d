// Finds the parcel for a number that a carrier reported.
import { keysOf } from '@backhaul/core/carrier-number.ts'
import { formsOf } from '@backhaul/core/scanned-code.ts'
import type { Database } from '../../database/db.ts'
import { findNumbers, type NumberHit } from './queries.ts'

/** `is_ours`: the carrier used one of Backhaul's numbers, so it reported no number of its own. */
export type Match = { shipment_id: string; is_ours: boolean } | { reason: 'unknown_number' | 'several_shipments' }

/** The identification of a parcel in a report: a number, and optionally a reference. The reference is one of Backhaul's numbers. */
export interface Called {
  number: string
  facts: { reference?: string }
}

const add = (map: Map<string, Set<string>>, number: string, id: string): void => {
  const ids = map.get(number)
  if (ids) ids.add(id)
  else map.set(number, new Set([id]))
}

/** The known numbers for a set of lines. A reference on one line applies to all lines with the same number, in any order. */
export class Numbers {
  readonly #hits = new Map<NumberHit['by'], Map<string, Set<string>>>()

  private constructor(hits: readonly NumberHit[], scans: readonly Called[]) {
    for (const by of ['reference', 'learned', 'ltracking', 'ours'] as const) this.#hits.set(by, new Map())
    for (const { by, number, shipment_id } of hits) add(this.#of(by), number, shipment_id)
    for (const { number, facts } of scans) {
      const ids = facts.reference === undefined ? undefined : this.#found('reference', facts.reference)
      for (const id of ids ?? []) for (const key of [number, ...(keysOf(number) ?? [])]) add(this.#of('learned'), key, id)
    }
  }

  static async read(db: Database, carrier: string, scans: readonly Called[]): Promise<Numbers> {
    const numbers = [...new Set(scans.flatMap(({ number }) => formsOf(number)))]
    const references = [...new Set(scans.flatMap(({ facts: { reference } }) => (reference === undefined ? [] : formsOf(reference))))]
    return new Numbers(numbers.length > 0 ? await findNumbers(db, carrier, numbers, references) : [], scans)
  }

  /**
   * Finds a parcel by the reference on the line. Without a reference: by a learned number, by the parcel's own tracking number, or by
   * Backhaul's numbers, in this order.
   */
  match({ number, facts: { reference } }: Called): Match {
    const is_ours = this.isOurs(number)
    const ways = reference === undefined ? (['learned', 'ltracking', 'ours'] as const) : (['reference'] as const)
    for (const by of ways) {
      const ids = this.#found(by, by === 'reference' ? (reference as string) : number)
      if (!ids) continue
      const [shipment_id] = ids
      return ids.size === 1 && shipment_id !== undefined ? { shipment_id, is_ours } : { reason: 'several_shipments' }
    }
    return { reason: 'unknown_number' }
  }

  /** Whether Backhaul issued the number. */
  isOurs(number: string): boolean {
    return this.#found('ours', number) !== undefined
  }

  /** Finds parcels by the first form of the number that is known. */
  #found(by: NumberHit['by'], number: string): Set<string> | undefined {
    const known = this.#of(by)
    const form = formsOf(number).find((one) => known.has(one))
    return form === undefined ? undefined : known.get(form)
  }

  #of(by: NumberHit['by']): Map<string, Set<string>> {
    return this.#hits.get(by) as Map<string, Set<string>>
  }
}
