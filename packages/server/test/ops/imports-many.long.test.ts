import { expect, test } from 'vitest'
import { checkFile } from '../../src/kinds/imports/check.ts'
import { FILE_WORK } from '../../src/kinds/imports/file-work.ts'
import { dropFile, keepFile } from '../../src/kinds/imports/queries.ts'
import { atEndOfTest } from '../support/sending.ts'
import { startTestService } from '../support/service.ts'
import { HEADER } from './imports-support.ts'

test('a file with more than a hundred thousand rows is not read further', async () => {
  const service = await startTestService('api')
  atEndOfTest(() => service.close())
  const { db } = service.running.service
  await keepFile(db, 'imp_long', Buffer.from(`${HEADER}\n${'a\n'.repeat(100_010)}`))
  const open = await FILE_WORK.stores.open(db, null, await service.running.service.network.tables())
  const found = await checkFile(db, 'imp_long', open, { keep: async () => {}, onProgress: async () => {}, isStopped: () => false })
  expect([found.rows, found.error_count, found.errors.length]).toEqual([100_001, 100_001, 1_000])
  await dropFile(db, 'imp_long')
})
