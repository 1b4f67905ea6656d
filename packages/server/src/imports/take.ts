import { isRefusal, type Refusal } from '../domain/refusal.ts'
import type { OperatorActor } from '../service/audit.ts'
import type { Answer, Execute } from '../service/execute.ts'
import type { Service } from '../service/service.ts'
import { announceImport } from './announce.ts'
import { dropFile, keepFile } from './queries.ts'
import { type ImportFile, newImportId, refuseSecond, startImport } from './start.ts'

/** Keeps a file that a request has brought, and starts its import. Errors: `import_in_progress`. */
export const takeFile = async (
  service: Service,
  actor: OperatorActor,
  execute: Execute,
  file: Omit<ImportFile, 'id' | 'bytes'>,
  bytes: Uint8Array,
): Promise<Answer | Refusal> => {
  const id = newImportId()
  let isKept = false
  const outcome = await execute(async () => {
    // Before the file is written, so that a file that is refused costs little.
    const refusal = await refuseSecond(service, file.kind)
    if (refusal) return refusal
    if (!isKept) await keepFile(service.db, id, bytes)
    isKept = true
    return startImport(service, actor, { ...file, id, bytes: bytes.length })
  })
  // The answer is that of an earlier request with the same key, or a refusal: nobody will read this copy.
  const isOurs = !isRefusal(outcome) && String(outcome.body).includes(id)
  if (isKept && !isOurs) await dropFile(service.db, id)
  if (isOurs) announceImport()
  return outcome
}
