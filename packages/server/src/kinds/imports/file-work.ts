// What is imported as a whole or not at all: how its rows are read and checked, and how they are put into force.
import type { RateTables } from '@backhaul/core/rating.ts'
import type { Database } from '../../database/db.ts'
import type { Held } from '../../database/held.ts'
import { newId } from '../../process/ids.ts'
import { listCarriers, listMarkets } from '../network/places.ts'
import { knownAreas, type WarningsOfPosition } from '../network/position.ts'
import { knownOf, RateRows } from '../network/rate-file.ts'
import { type CodedFault, type ReadRow, type RowReader, StoreRows } from '../network/read-file.ts'
import { TariffRows } from '../network/tariff-file.ts'
import { listTariffs } from '../network/tariffs.ts'
import { type Applied, type ApplyWork, applyRates, applyStores, applyTariffs } from './apply.ts'
import type { FileKind } from './model.ts'

/** How the rows of a file are read, once its header is known. `row`: the line on which the header ends. */
export type OpenRows = (header: string[], row: number) => RowReader<object>

export interface FileWork {
  /** `carrier`: whose file it is; null: nobody's. */
  open(db: Database, carrier: string | null, tables: RateTables): Promise<OpenRows>
  /**
   * What takes long, before the transaction, which holds back the end of the feed: it writes what nobody sees until that. It is done again if
   * the process is killed before the end.
   */
  prepare?(held: Held, rows: number, work: ApplyWork): Promise<void>
  /** Removes what `prepare` has written, of an import that is given up. */
  undo?(held: Held, id: string): Promise<void>
  /** `rows`: of the whole file. It writes over this connection alone, within a transaction. */
  apply(held: Held, rows: number, work: ApplyWork): Promise<Applied>
}

/** Facts of stores as ./apply.ts takes them: without hours if the file has none, and with the ids that they get if they are new. */
class StoresToApply implements RowReader<object> {
  readonly #rows: StoreRows

  constructor(header: string[], row: number, warnings: WarningsOfPosition) {
    this.#rows = new StoreRows(header, row, warnings)
  }

  get faults(): readonly CodedFault[] {
    return this.#rows.faults
  }

  read(record: readonly string[], row: number): ReadRow<object> {
    const read = this.#rows.read(record, row)
    if ('faults' in read) return read
    const { hours, ...facts } = read.value
    return { ...read, value: { facts: this.#rows.with_hours ? { ...facts, hours } : facts, id: newId('store'), audit_id: newId('audit') } }
  }
}

const readKnown = async (db: Database) => {
  const [carriers, markets] = await Promise.all([listCarriers(db), listMarkets(db)])
  return knownOf(carriers, markets)
}

export const FILE_WORK: Record<FileKind, FileWork> = {
  stores: {
    async open() {
      const warnings = await knownAreas()
      return (header, row) => new StoresToApply(header, row, warnings)
    },
    apply: applyStores,
  },
  rates: {
    async open(db) {
      const known = await readKnown(db)
      return (header, row) => new RateRows(header, row, known)
    },
    apply: applyRates,
  },
  tariffs: {
    async open(db, _carrier, tables) {
      const [known, others] = await Promise.all([readKnown(db), listTariffs(db, null, null)])
      return (header, row) => new TariffRows(header, row, known, others, tables)
    },
    apply: applyTariffs,
  },
}
