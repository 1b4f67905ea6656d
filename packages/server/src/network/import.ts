import { iso } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import type { OperatorActor } from '../service/audit.ts'
import type { Service } from '../service/service.ts'
import { upsertStores } from './queries.ts'
import { type RowFault, readStoreFile } from './read-file.ts'

/**
 * Adds or changes the stores of a CSV file, by their codes; stores that it does not name stay as they are. All or nothing: `errors` lists
 * everything that is wrong with the file, and nothing was imported then. Each store that it adds or changes has its line in the audit
 * trail. The format is described in ./read-file.ts. Contract §1 and §14.
 */
export const importStores = async (
  service: Service,
  actor: OperatorActor,
  csv: string,
): Promise<{ imported: number } | { errors: RowFault[] }> => {
  const file = readStoreFile(csv)
  if ('errors' in file) return file
  const stores = file.stores.map((store) => ({ ...store, id: newId('store'), audit_id: newId('audit') }))
  await upsertStores(service.db, stores, { at: iso(service.clock.now()), actor }, file.with_hours)
  service.reference.forget()
  return { imported: stores.length }
}
