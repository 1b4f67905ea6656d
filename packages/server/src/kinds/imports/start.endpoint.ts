import { Type } from 'typebox'
import { BATCH_LIMIT_BYTES, endpoint, OPS } from '../../http/endpoint.ts'
import { Text } from '../../http/schemas.ts'
import { actingOperator } from '../../service/audit.ts'
import { FILE_KINDS, KEPT_DAYS } from './model.ts'
import { ImportOut } from './schema.ts'
import { takeFile } from './take.ts'

export const startImport = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/imports',
    ...OPS,
    summary: 'Start an import',
    description: `Takes a CSV file of stores, rates or tariffs and answers at once; the file is read, checked and applied in the background, and reading the import says how far it has come. All rows or none: if any row is bad, nothing changes, and each bad row is listed with its reason. One import of a kind at a time. What it was is kept for ${KEPT_DAYS} days.`,
    query: Type.Object(
      {
        kind: Type.Enum([...FILE_KINDS], { description: 'What the file has' }),
        file_name: Type.Optional(Text(200, 'Name of the file, for those who look at it later')),
      },
      { additionalProperties: false },
    ),
    binary: ['text/csv'],
    body_limit: BATCH_LIMIT_BYTES,
    answers: { 202: { description: 'The import as it begins', schema: ImportOut } },
    errors: ['import_in_progress'],
  },
  ({ service, caller }, { query: { kind, file_name = null }, body: { bytes }, execute }) =>
    takeFile(service, actingOperator(caller), execute, { kind, carrier: null, file_name }, bytes),
)
