import { isDeepStrictEqual } from 'node:util'
import type { Store } from '@backhaul/core/network.ts'
import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import type { Insert, Update } from '../../commit/plan.ts'
import { iso } from '../../process/clock.ts'
import { newId } from '../../process/ids.ts'
import { auditRow, type OperatorActor } from '../../service/audit.ts'
import { Execution, type Outcome } from '../../service/execute.ts'
import type { Service } from '../../service/service.ts'
import { findStoresByCode } from './queries.ts'
import { type RowFault, readStoreFile, type StoreFile } from './read-file.ts'

/**
 * One attempt at importing a file. It adds new stores, and changes stores whose code already exists. Stores that are not in the file stay
 * as they are. An existing store keeps its id, its pick-up/drop-off code and whether it is in use. It also keeps its hours if the file has
 * no column for them. Each store that is added or changed gets a line in the audit trail. The caller clears the network cache once the plan
 * is committed.
 */
export const storeImport = async (
  service: Service,
  actor: OperatorActor,
  { stores, warnings, with_hours }: StoreFile,
): Promise<Outcome> => {
  const codes = stores.map(({ code }) => code)
  const known = new Map((await findStoresByCode(service.db, codes)).map((row) => [row.code, row]))
  const created_at = iso(service.clock.now())
  const inserts: Insert[] = []
  const updates: Update[] = []
  const note = (action: string, before: Store | null, after: Store): void => {
    inserts.push(['operator_audit', auditRow(service, { actor, action, subject: after.id, before, after })])
  }
  for (const facts of stores) {
    const row = known.get(facts.code)
    if (!row) {
      const store: Store = { ...facts, id: newId('store'), pudo_code: facts.code, active: true, created_at }
      inserts.push(['stores', store])
      note('store.created', null, store)
      continue
    }
    const { xmin, ...before } = row
    const after: Store = { ...before, ...facts, hours: with_hours ? facts.hours : before.hours }
    if (isDeepStrictEqual(before, after)) continue
    updates.push(['stores', { ...after, xmin }])
    note('store.changed', before, after)
  }
  return { status: 200, body: { object: 'store_import', imported: stores.length, warnings }, plan: { inserts, updates } }
}

/**
 * Imports the stores of a CSV file (format: ./read-file.ts), all or nothing. If it returns `errors`, these are all the faults of the file,
 * and nothing was imported. Errors: `unavailable` if other requests keep changing the same stores.
 */
export const importStores = async (
  service: Service,
  actor: OperatorActor,
  csv: string,
): Promise<{ imported: number; warnings: RowFault[] } | { errors: RowFault[] } | Refusal> => {
  const file = await readStoreFile(csv)
  if ('errors' in file) return file
  const outcome = await new Execution(service).execute(() => storeImport(service, actor, file))
  await service.network.forget()
  return isRefusal(outcome) ? outcome : { imported: file.stores.length, warnings: file.warnings }
}
