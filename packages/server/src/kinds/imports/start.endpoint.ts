import { Type } from 'typebox'
import { BATCH_LIMIT_BYTES, endpoint, OPS } from '../../http/endpoint.ts'
import { Text } from '../../http/schemas.ts'
import { actingOperator } from '../../service/audit.ts'
import { FILE_KINDS, RETENTION_DAYS } from './model.ts'
import { receiveFile } from './receive-file.ts'
import { ImportOut } from './schema.ts'

export const startImport = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/imports',
    ...OPS,
    summary: 'Start an import',
    description: `Imports a CSV file of stores, rates or tariffs. The request is answered immediately; the file is read, checked and applied in the background. Read the import for its progress. If one row is bad, nothing changes, and each bad row is listed with its reason. Only one import of each kind can be in progress. The record of the import is kept for ${RETENTION_DAYS} days.`,
    query: Type.Object(
      {
        kind: Type.Enum([...FILE_KINDS], { description: 'Content of the file' }),
        file_name: Type.Optional(Text(200, 'Name of the file, for later reference')),
      },
      { additionalProperties: false },
    ),
    binary: ['text/csv'],
    body_limit: BATCH_LIMIT_BYTES,
    answers: { 202: { description: 'The started import', schema: ImportOut } },
    errors: ['import_in_progress'],
  },
  ({ service, caller }, { query: { kind, file_name = null }, body: { bytes }, execute }) =>
    receiveFile(service, actingOperator(caller), execute, { kind, carrier: null, file_name }, bytes),
)
