import { expect, test } from 'vitest'
import { Slice } from '../../src/platform/slice.ts'

test('long computations take turns, and the event loop runs one slice of all of them a turn', async () => {
  const ran: string[] = []
  let isOver = false
  const turns = (): void => {
    ran.push('turn')
    if (!isOver) setImmediate(turns)
  }
  const compute = async (name: string) => {
    const slice = new Slice()
    for (let i = 0; i < 3; i++) {
      await slice.next()
      ran.push(name)
    }
  }
  const computed = Promise.all([compute('a'), compute('b'), compute('c')])
  turns()
  await computed
  isOver = true
  expect(ran.filter((one) => one !== 'turn').join('')).toBe('abcabcabc')
  for (const [i, one] of ran.entries()) expect(one !== 'turn' && ran[i + 1] !== undefined && ran[i + 1] !== 'turn').toBe(false)
})

test('a slice is over after a while, and begins anew when its turn comes', async () => {
  const slice = new Slice()
  expect(slice.isOver).toBe(false)
  while (!slice.isOver);
  await slice.next()
  expect(slice.isOver).toBe(false)
})
