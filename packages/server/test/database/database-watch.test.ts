// The database watch: the connection that detects whether the database hangs, and the queries that share it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DatabaseWatch } from '../../src/database/database-watch.ts'
import { atEndOfTest } from '../support/sending.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const opening = async (watch: DatabaseWatch): Promise<void> => {
  while (!watch.isOpen) await new Promise((resolve) => setImmediate(resolve))
}

test('queries during connection setup wait their turn, so the driver never has two at once', async () => {
  const warnings: string[] = []
  const note = ({ message }: Error) => warnings.push(message)
  process.on('warning', note)
  const watch = new DatabaseWatch(service.running.service.db.config, () => {})
  atEndOfTest(() => {
    watch.stop()
    process.off('warning', note)
  })
  watch.start()
  await opening(watch)
  watch.name = 'a watch of this test'
  const asked = Array.from({ length: 5 }, (_, n) => watch.one(`select ${n} as n, current_setting('application_name') as name`))
  expect(await Promise.all(asked)).toEqual(Array.from({ length: 5 }, (_, n) => ({ n, name: 'a watch of this test' })))
  await new Promise((resolve) => setImmediate(resolve))
  expect(warnings).toEqual([])
})
