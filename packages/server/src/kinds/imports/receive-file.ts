import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import type { OperatorActor } from '../../service/audit.ts'
import type { Answer, Execute } from '../../service/execute.ts'
import type { Service } from '../../service/service.ts'
import { type Content, dropFile, keepFile } from './queries.ts'
import { type ImportFile, newImportId, refuseSecond, startImport } from './start.ts'

/**
 * Stores a file and starts its import. Errors: `import_in_progress`, and errors in reading `content`. After an error in reading, nothing is
 * stored.
 */
export const receiveFile = async (
  service: Service,
  actor: OperatorActor,
  execute: Execute,
  file: Omit<ImportFile, 'id' | 'bytes'>,
  content: Content,
): Promise<Answer | Refusal> => {
  const id = newImportId()
  let bytes: number | null = null
  const outcome = await execute(async () => {
    // Checked before the file is written, so that a refused file costs little.
    const refusal = await refuseSecond(service, file)
    if (refusal) return refusal
    bytes ??= await keepFile(service.db, id, content)
    return startImport(service, actor, { ...file, id, bytes })
  }).catch(async (error) => {
    // A file that was stored completely stays, because its import may exist and need it.
    if (bytes === null) await dropFile(service.db, id)
    throw error
  })
  // If the answer is a refusal, or the answer to an earlier request with the same key, nobody will read this copy of the file.
  const isOurs = !isRefusal(outcome) && String(outcome.body).includes(id)
  if (bytes !== null && !isOurs) await dropFile(service.db, id)
  if (isOurs) service.workScanner.announce(file.kind)
  return outcome
}
