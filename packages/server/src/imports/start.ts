import { type Refusal, refuse } from '../domain/refusal.ts'
import { iso } from '../platform/clock.ts'
import { newId } from '../platform/ids.ts'
import { auditPlan, type OperatorActor } from '../service/audit.ts'
import type { CommandResult } from '../service/execute.ts'
import type { Service } from '../service/service.ts'
import type { ImportRow, Kind } from './model.ts'
import { findOpen } from './queries.ts'
import { importResource } from './resource.ts'

export interface ImportFile {
  /** Under which its bytes are kept. */
  id: string
  kind: Kind
  /** Whose report it is; null if it is none. */
  carrier: string | null
  file_name: string | null
  bytes: number
}

export const newImportId = (): string => newId('import')

/** Errors: `import_in_progress`. */
export const refuseSecond = async (service: Service, kind: Kind): Promise<Refusal | null> => {
  const import_id = await findOpen(service.db, kind)
  if (import_id === null) return null
  return refuse('import_in_progress', `The import ${import_id} of ${kind} has not ended yet; wait for it, then send this file again.`, {
    import_id,
  })
}

/** One attempt at starting an import whose file is kept already. A worker takes it up (./importer.ts). Errors: `import_in_progress`. */
export const startImport = async (service: Service, actor: OperatorActor, file: ImportFile): Promise<CommandResult> => {
  const refusal = await refuseSecond(service, file.kind)
  if (refusal) return refusal
  const counts = { checked_rows: 0, applied_rows: 0, created_rows: 0, changed_rows: 0, unmatched_rows: 0, error_count: 0, tries: 0 }
  const row: ImportRow = {
    ...file,
    ...counts,
    state: file.kind === 'carrier-report' ? 'applying' : 'checking',
    actor,
    rows: null,
    errors: [],
    warnings: [],
    created_at: iso(service.clock.now()),
    ended_at: null,
  }
  const body = importResource(row)
  const after = { kind: file.kind, carrier: file.carrier, file_name: file.file_name, bytes: file.bytes }
  const audit = auditPlan(service, { actor, action: 'import.started', subject: file.id, before: null, after })
  return { status: 202, body, plan: { inserts: [['imports', row], ...(audit.inserts ?? [])] } }
}
