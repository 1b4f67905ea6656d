// Work is found by polling, and started at once when this process created it.
import { expect, test } from 'vitest'
import { Bell } from '../../src/database/bell.ts'
import { Lookout } from '../../src/database/lookout.ts'
import { pause } from '../support/deliveries.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

test('a lookout wakes for found and announced work, and no longer after it is stopped', async () => {
  const service = await startTestService()
  const { db, log, bell } = service.running.service
  const woken: string[] = []
  const lookout = new Lookout(db, log, bell)
  const stop = lookout.seek(
    { name: 'found', exists: 'true', wake: () => woken.push('found') },
    { name: 'announced', exists: 'false', wake: () => woken.push('announced') },
  )
  lookout.announce('announced')
  lookout.announce('nobody looks for this')
  expect(woken).toEqual(['announced'])
  await until('the first look', () => woken.includes('found'))
  stop()
  woken.length = 0
  lookout.announce('announced')
  expect(woken).toEqual([])
  await service.close()
})

test('work announced by another process is looked for at once, not after the pause', async () => {
  const service = await startTestService()
  const { db, log, bell } = service.running.service
  const far = new Bell(db.config, log)
  const lookout = new Lookout(db, log, far)
  const found: number[] = []
  const exists = "exists (select from settings where name = 'test_work')"
  const stop = lookout.seek({ name: 'work', exists, wake: () => found.push(performance.now()) })
  await until('it hears rings', () => far.isListening)
  // The first polls happen here, after which the loop rests.
  await pause(5_000)
  await db.query('test_work', "insert into settings (name, value) values ('test_work', '{}')")
  const announced_ms = performance.now()
  new Lookout(db, log, bell).announce('work')
  await until('the work is found', () => found.length > 0)
  expect((found[0] as number) - announced_ms).toBeLessThan(4_000)
  stop()
  await far.close()
  await service.close()
})
