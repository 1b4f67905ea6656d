import { expect, test } from 'vitest'
import { inTurn } from '../../src/process/turns.ts'

const rest = () => new Promise((resolve) => setImmediate(resolve))

test('a turn begins when all that came before it with one of its keys have ended, however they ended', async () => {
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const take = (name: string, ...keys: string[]) =>
    inTurn(keys, () => {
      begun.push(name)
      return new Promise<void>((resolve, reject) => ends.set(name, (error) => (error ? reject(error) : resolve())))
    })
  const first = take('first', 'a', 'b')
  const others = [take('second', 'b'), take('third', 'c'), take('fourth', 'c', 'b')]
  await rest()
  expect(begun).toEqual(['first', 'third'])
  ends.get('first')?.(new Error('it failed'))
  await expect(first).rejects.toThrow('it failed')
  await rest()
  expect(begun).toEqual(['first', 'third', 'second'])
  ends.get('second')?.()
  await rest()
  expect(begun).toHaveLength(3)
  ends.get('third')?.()
  await rest()
  expect(begun).toEqual(['first', 'third', 'second', 'fourth'])
  ends.get('fourth')?.()
  await Promise.all(others)
})
