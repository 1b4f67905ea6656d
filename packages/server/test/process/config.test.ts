import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/process/config.ts'

test('two processors get one API process and a worker; a single process is for one processor or on request', () => {
  const processors = availableParallelism()
  const { processes, isAlone } = readConfig({})
  expect([processes, isAlone]).toEqual([processors <= 2 ? 1 : Math.min(4, processors), processors === 1])
  expect(readConfig({ BACKHAUL_PROCESSES: '1' })).toMatchObject({ processes: 1, isAlone: true })
  expect(readConfig({ BACKHAUL_PROCESSES: '2' })).toMatchObject({ processes: 2, isAlone: false })
})
