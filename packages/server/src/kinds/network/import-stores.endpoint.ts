import { invalidField, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import { BATCH_LIMIT_BYTES, endpoint, OPS } from '../../http/endpoint.ts'
import { pointer } from '../../http/json.ts'
import { actingOperator } from '../../service/audit.ts'
import { storeImport } from './import.ts'
import { type RowFault, readStoreFile } from './read-file.ts'
import { StoresImported } from './schema.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

const textOf = (bytes: Uint8Array): string | null => {
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}

const faulty = (faults: readonly RowFault[]): Refusal => {
  const errors = faults.map(({ row, column, message }) => ({
    path: pointer(`/${row}`, column).replace(/\/$/, ''),
    rule: 'row',
    message: `Row ${row}: ${column} ${message}`.replace('  ', ' '),
  }))
  const what = errors.length === 1 ? '1 error' : `${errors.length} errors`
  return refuse('validation_failed', `The file has ${what}, so nothing was imported. Correct the file and send it again.`, { errors })
}

export const importStoreFile = endpoint(
  {
    method: 'POST',
    path: '/v2/ops/stores/import',
    ...OPS,
    summary: 'Import stores',
    description:
      'Imports a CSV file with the columns code, name, line1, city, state, postal_code, country, lat, lon, timezone and, optionally, hours (`mon-fri 08:00-20:00; sat 09:00-13:00`). Adds or changes stores by code. If any row is invalid, nothing is imported, and every error is listed by row and column.',
    binary: ['text/csv'],
    body_limit: BATCH_LIMIT_BYTES,
    answers: { 200: { description: 'Number of stores in the file, and values to check', schema: StoresImported } },
    errors: ['validation_failed'],
  },
  async ({ service, caller }, { body, execute }) => {
    const outcome = await execute(async () => {
      const csv = textOf(body.bytes)
      if (csv === null) return invalidField('', 'encoding', 'is not UTF-8 text; save the file as UTF-8')
      const file = await readStoreFile(csv)
      return 'errors' in file ? faulty(file.errors) : storeImport(service, actingOperator(caller), file)
    })
    await service.network.forget()
    return outcome
  },
)
