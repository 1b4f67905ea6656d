import { afterEach, expect, test, vi } from 'vitest'
import { noteShortWork, Slice } from '../../src/process/slice.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('long computations share the event loop, which runs one slice in total per turn', async () => {
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

test('a slice ends after a while and starts again when its turn comes', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'setImmediate'] })
  try {
    const slice = new Slice()
    expect(slice.isOver).toBe(false)
    vi.advanceTimersByTime(1_000)
    expect(slice.isOver).toBe(true)
    const isOverThen = slice.next().then(() => slice.isOver)
    // The timer that fires first may belong to another task of this process.
    await vi.advanceTimersByTimeAsync(20)
    expect(await isOverThen).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})

test('while short work arrives, and only then, long computations rest three times as long as they run', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate', 'performance'] })
  let slices = 0
  let isOver = false
  const compute = async () => {
    const slice = new Slice()
    while (!isOver) {
      await slice.next()
      slices++
    }
  }
  noteShortWork()
  const computed = Promise.all([compute(), compute()])
  await vi.advanceTimersByTimeAsync(90)
  // After each pause only one of the two computations continues.
  expect(slices).toBe(10)
  await vi.advanceTimersByTimeAsync(200)
  expect(slices).toBeGreaterThan(100)
  isOver = true
  await vi.advanceTimersByTimeAsync(10)
  await computed
})
