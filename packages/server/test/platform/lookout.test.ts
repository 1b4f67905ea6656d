// Work is found by looking, and begun at once where this process left it.
import { expect, test } from 'vitest'
import { Lookout } from '../../src/platform/lookout.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

test('whoever looks for work is woken by what was found, by what is announced, and by nothing once he stopped', async () => {
  const service = await startTestService()
  const { db, log } = service.running.service
  const woken: string[] = []
  const lookout = new Lookout(db, log)
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
