import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { drawing } from '../../src/process/drawing.ts'
import { Busy } from '../../src/process/gate.ts'
import { Renderers } from '../../src/process/renderers.ts'
import { until } from '../support/until.ts'

const ECHO = drawing<string>('echo')
const THREAD = drawing<null>('thread')
const SLOW = drawing<number>('slow')
const FAIL = drawing<null>('fail')
const ONCE = drawing<string>('once')
const DIE = drawing<null>('die')

let renderers: Renderers
afterEach(() => renderers.close())

const open = (most: number): Renderers => {
  renderers = new Renderers({ entry: new URL('threads/thread.mjs', import.meta.url), log: pino({ level: 'silent' }), most })
  return renderers
}
const text = async (bytes: Promise<Uint8Array>): Promise<string> => new TextDecoder().decode(await bytes)

test('many concurrent drawings each get the right result', async () => {
  open(2)
  const texts = Array.from({ length: 300 }, (_, i) => `drawing ${i}`)
  expect(await Promise.all(texts.map((one, i) => text(renderers.run(`p${i % 3}`, ECHO, one))))).toEqual(texts)
})

test('one thread starts first, and more start only while all are busy', async () => {
  open(2)
  await renderers.start()
  await text(renderers.run(null, ECHO, 'x'))
  expect(renderers.threads).toBe(1)
  const slow = [renderers.run('a', SLOW, 300), renderers.run('a', SLOW, 300)]
  await until('a second thread', () => renderers.threads === 2)
  await Promise.all(slow)
})

test('a deferred input is read only when its drawing starts', async () => {
  open(1)
  let isRead = false
  const before = [renderers.run('a', SLOW, 50), renderers.run('c', SLOW, 50)]
  const late = renderers.run('b', ECHO, async () => {
    isRead = true
    return 'late'
  })
  await renderers.start()
  expect(isRead).toBe(false)
  await Promise.all(before)
  expect(await text(late)).toBe('late')
})

test('a drawing that fails affects no other drawing', async () => {
  open(1)
  await expect(renderers.run('a', FAIL, null)).rejects.toThrow('cannot be drawn')
  expect(await text(renderers.run('a', ECHO, 'next'))).toBe('next')
})

test('a thread that dies is replaced, and another thread repeats its drawing', async () => {
  open(1)
  const first = await text(renderers.run('a', THREAD, null))
  const directory = mkdtempSync(join(tmpdir(), 'backhaul-renderers-'))
  try {
    const both = await Promise.all([text(renderers.run('a', SLOW, 500)), text(renderers.run('a', ONCE, join(directory, 'mark')))])
    expect(both).toEqual(['slow', 'second'])
  } finally {
    rmSync(directory, { recursive: true })
  }
  expect(await text(renderers.run('a', THREAD, null))).not.toBe(first)
  expect(renderers.threads).toBe(1)
})

test('a drawing that ends its thread twice is given up', async () => {
  open(1)
  await expect(renderers.run('a', DIE, null)).rejects.toThrow('the thread that drew "die" ended 2 times')
  expect(await text(renderers.run('a', ECHO, 'others go on'))).toBe('others go on')
})

test('a partner with many drawings delays another partner only by the drawings in progress', async () => {
  open(1)
  await renderers.start()
  const done: string[] = []
  const many = Array.from({ length: 40 }, () => renderers.run('busy', SLOW, 5).then(() => done.push('busy')))
  await renderers.run('other', ECHO, 'x').then(() => done.push('other'))
  expect(done.indexOf('other')).toBeLessThan(6)
  await Promise.all(many)
})

test('large drawings leave a slot for others', async () => {
  open(1)
  await renderers.start()
  let isDone = false
  const large = [1, 2, 3].map(() => renderers.runLarge('a', SLOW, 300))
  void large[0]?.then(() => {
    isDone = true
  })
  expect(await text(renderers.run('b', ECHO, 'small'))).toBe('small')
  expect(isDone).toBe(false)
  await Promise.all(large)
})

test('a drawing is refused immediately if the queue, or the half for its owner, is full', async () => {
  open(1)
  await renderers.start()
  const many = (owner: string) => Array.from({ length: 251 }, () => renderers.run(owner, SLOW, 0))
  const waiting = many('a')
  await expect(renderers.run('a', ECHO, 'x')).rejects.toBeInstanceOf(Busy)
  waiting.push(...many('c'))
  expect(renderers.depth).toBe(502)
  await expect(renderers.run('b', ECHO, 'x')).rejects.toBeInstanceOf(Busy)
  await Promise.all(waiting)
  expect(renderers.depth).toBe(0)
  expect(await text(renderers.run('b', ECHO, 'x'))).toBe('x')
})

test('closing ends the threads and refuses current and later drawings', async () => {
  open(2)
  await renderers.start()
  const under_way = [renderers.run('a', SLOW, 60_000), renderers.run('a', SLOW, 60_000)].map((one) => one.catch((error: Error) => error))
  await renderers.close()
  expect(await Promise.all(under_way)).toEqual([expect.any(Busy), expect.any(Busy)])
  await expect(renderers.run('a', ECHO, 'x')).rejects.toBeInstanceOf(Busy)
  expect(renderers.threads).toBe(0)
})
