// Work is found by polling. If this process created the work, it is started at once.
import { expect, test } from 'vitest'
import { CommitNotifier } from '../../src/database/commit-notifier.ts'
import { WorkScanner } from '../../src/database/work-scanner.ts'
import { pause } from '../support/deliveries.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

test('a work scanner wakes for found and announced work, and no longer after it is stopped', async () => {
  const service = await startTestService()
  const { db, log, notifier } = service.running.service
  const woken: string[] = []
  const workScanner = new WorkScanner(db, log, notifier)
  const stop = workScanner.watchFor(
    { name: 'found', exists: 'true', wake: () => woken.push('found') },
    { name: 'announced', exists: 'false', wake: () => woken.push('announced') },
  )
  workScanner.announce('announced')
  workScanner.announce('nobody looks for this')
  expect(woken).toEqual(['announced'])
  await until('the first look', () => woken.includes('found'))
  stop()
  woken.length = 0
  workScanner.announce('announced')
  expect(woken).toEqual([])
  await service.close()
})

test('work announced by another process is looked for at once, not after the pause', async () => {
  const service = await startTestService()
  const { db, log, notifier } = service.running.service
  const far = new CommitNotifier(db.config, log)
  const workScanner = new WorkScanner(db, log, far)
  const found: number[] = []
  const exists = "exists (select from settings where name = 'test_work')"
  const stop = workScanner.watchFor({ name: 'work', exists, wake: () => found.push(performance.now()) })
  await until('it receives notifications', () => far.isListening)
  // The first polls happen during this pause. After them the loop rests.
  await pause(5_000)
  await db.query('test_work', "insert into settings (name, value) values ('test_work', '{}')")
  const announced_ms = performance.now()
  new WorkScanner(db, log, notifier).announce('work')
  await until('the work is found', () => found.length > 0)
  expect((found[0] as number) - announced_ms).toBeLessThan(4_000)
  stop()
  await far.close()
  await service.close()
})
