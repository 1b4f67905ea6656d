import { Type } from 'typebox'
import { isRefusal } from '../domain/refusal.ts'
import { BATCH_LIMIT_BYTES, endpoint } from '../http/endpoint.ts'
import { Text } from '../http/schemas.ts'
import { actingOperator } from '../service/audit.ts'
import { announceImport } from './announce.ts'
import { KEPT_DAYS, KINDS } from './model.ts'
import { dropFile, keepFile } from './queries.ts'
import { ImportOut } from './schema.ts'
import { newImportId, refuseSecond, startImport as start } from './start.ts'

export const startImport = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/imports',
    auth: 'signed',
    scope: 'ops',
    tag: 'Operations',
    summary: 'Start an import',
    description: `Takes a CSV file of stores, rates or tariffs and answers at once; the file is read, checked and applied in the background, and reading the import says how far it has come. All rows or none: if any row is bad, nothing changes, and each bad row is listed with its reason. One import of a kind at a time. What it was is kept for ${KEPT_DAYS} days.`,
    query: Type.Object(
      {
        kind: Type.Enum([...KINDS], { description: 'What the file has' }),
        file_name: Type.Optional(Text(200, 'Name of the file, for those who look at it later')),
      },
      { additionalProperties: false },
    ),
    binary: ['text/csv'],
    body_limit: BATCH_LIMIT_BYTES,
    answers: { 202: { description: 'The import as it begins', schema: ImportOut } },
    errors: ['validation_failed', 'import_in_progress'],
  },
  async ({ service, caller }, { query: { kind, file_name = null }, body: { bytes }, execute }) => {
    const actor = actingOperator(caller)
    const id = newImportId()
    let isKept = false
    const outcome = await execute(async () => {
      // Before the file is written, so that a file that is refused costs little.
      const refusal = await refuseSecond(service, kind)
      if (refusal) return refusal
      if (!isKept) await keepFile(service.db, id, bytes)
      isKept = true
      return start(service, actor, { id, kind, file_name, bytes: bytes.length })
    })
    // The answer is that of an earlier request with the same key, or a refusal: nobody will read this copy.
    const isOurs = !isRefusal(outcome) && String(outcome.body).includes(id)
    if (isKept && !isOurs) await dropFile(service.db, id)
    if (isOurs) announceImport()
    return outcome
  },
)
