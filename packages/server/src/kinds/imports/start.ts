import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Insert } from '../../commit/plan.ts'
import { iso } from '../../process/clock.ts'
import { newId } from '../../process/ids.ts'
import { auditPlan, type OperatorActor } from '../../service/audit.ts'
import type { CommandResult } from '../../service/execute.ts'
import type { Service } from '../../service/service.ts'
import type { ImportRow, Kind } from './model.ts'
import { findOpen } from './queries.ts'
import { importResource } from './resource.ts'

export interface ImportFile {
  /** The id under which the bytes are stored. */
  id: string
  kind: Kind
  /** The carrier of a report. Null if the file is not a report. */
  carrier: string | null
  file_name: string | null
  bytes: number
  /**
   * The id of the file in the report folder (`carrier_report_files`). It ensures that the file's content is imported once. Absent if the
   * file is from elsewhere.
   */
  file_id?: string
}

export const newImportId = (): string => newId('import')

/** Errors: `import_in_progress`. */
export const refuseSecond = async (service: Service, { kind, carrier }: Pick<ImportFile, 'kind' | 'carrier'>): Promise<Refusal | null> => {
  const isReport = kind === 'carrier-report'
  const import_id = await findOpen(service.db, kind, isReport ? carrier : null)
  if (import_id === null) return null
  const message = `The import ${import_id} of ${isReport ? `a report of ${carrier}` : kind} is still in progress; wait for its end, then send this file again.`
  return refuse('import_in_progress', message, { import_id })
}

const rowOf = (service: Service, actor: OperatorActor, { file_id: _, ...file }: ImportFile): ImportRow => {
  const counts = {
    checked_rows: 0,
    applied_rows: 0,
    created_rows: 0,
    changed_rows: 0,
    unmatched_rows: 0,
    error_count: 0,
    warning_count: 0,
    tries: 0,
  }
  const state = file.kind === 'carrier-report' ? 'applying' : 'checking'
  const times = { created_at: iso(service.clock.now()), ended_at: null }
  return { ...file, ...counts, ...times, state, actor, rows: null, errors: [], warnings: [], lost_prices: [] }
}

const noteOf = ({ id, created_at }: ImportRow, { file_id }: ImportFile, is_taken: boolean): Insert[] =>
  file_id === undefined ? [] : [['carrier_report_files', { id: file_id, import_id: id, is_taken, seen_at: created_at }]]

/** One attempt at starting an import whose file is already stored. A worker continues it (./importer.ts). Errors: `import_in_progress`. */
export const startImport = async (service: Service, actor: OperatorActor, file: ImportFile): Promise<CommandResult> => {
  const refusal = await refuseSecond(service, file)
  if (refusal) return refusal
  const row = rowOf(service, actor, file)
  const after = { kind: file.kind, carrier: file.carrier, file_name: file.file_name, bytes: file.bytes }
  const audit = auditPlan(service, { actor, action: 'import.started', subject: file.id, before: null, after })
  const inserts: Insert[] = [['imports', row], ...noteOf(row, file, true), ...(audit.inserts ?? [])]
  return { status: 202, body: importResource(row), plan: { inserts } }
}

/** One attempt at recording that a whole file was refused, and why. */
export const recordRefused = (service: Service, actor: OperatorActor, file: ImportFile, message: string): CommandResult => {
  const begun = rowOf(service, actor, file)
  const errors = [{ row: 1, field: '', code: 'file', message }]
  const row: ImportRow = { ...begun, state: 'refused', error_count: 1, errors, ended_at: begun.created_at }
  return { status: 200, body: importResource(row), plan: { inserts: [['imports', row], ...noteOf(row, file, false)] } }
}
