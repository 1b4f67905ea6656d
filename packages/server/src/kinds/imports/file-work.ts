// Imports that are applied completely or not at all: how their rows are read, checked and applied.
import type { RateTables } from '@backhaul/core/rating.ts'
import type { LockedConnection } from '../../database/advisory-lock.ts'
import type { Database } from '../../database/db.ts'
import { newId } from '../../process/ids.ts'
import { listCarriers, listMarkets } from '../network/places.ts'
import { knownAreas, type WarningsOfPosition } from '../network/position.ts'
import { knownOf, RateRows } from '../network/rate-file.ts'
import { type CodedFault, type ReadRow, type RowReader, StoreRows } from '../network/read-file.ts'
import { TariffRows } from '../network/tariff-file.ts'
import { listTariffs } from '../network/tariffs.ts'
import { type Applied, type ApplyWork, applyRates, applyStores, applyTariffs } from './apply.ts'
import type { FileKind } from './model.ts'

/** Makes the reader of a file's rows from the file's header. `row`: the line on which the header ends. */
export type OpenRows = (header: string[], row: number) => RowReader<object>

export interface FileWork {
  /** `carrier`: the carrier to which the file belongs. Null if it belongs to none. */
  open(db: Database, carrier: string | null, tables: RateTables): Promise<OpenRows>
  /**
   * Does slow work before the transaction begins, because an open transaction holds back the end of the feed. Writes only what nobody sees
   * before the transaction ends. Runs again if the process is killed before the import has ended.
   */
  prepare?(held: LockedConnection, rows: number, work: ApplyWork): Promise<void>
  /** Removes everything that `prepare` wrote for an abandoned import. */
  undo?(held: LockedConnection, id: string): Promise<void>
  /** `rows`: number of rows in the whole file. `apply` writes only over this connection, within a transaction. */
  apply(held: LockedConnection, rows: number, work: ApplyWork): Promise<Applied>
}

/**
 * Reads stores in the form that ./apply.ts needs: without hours if the file has no column for them, and each with an id in case the store
 * is new.
 */
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
