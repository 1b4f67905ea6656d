import { expect, test } from 'vitest'
import { lockLimits, runExclusive } from '../../src/process/keyed-mutex.ts'
import { Ledger } from '../../src/process/ledger.ts'
import { connectionRoom, openFileLimit } from '../../src/process/open-files.ts'

test('an account holds at most its limit, and returned amounts can be taken again', () => {
  const account = new Ledger().account('bytes', 10)
  expect([account.take(6), account.take(5), account.held]).toEqual([true, false, 6])
  account.give(2)
  expect([account.take(6), account.take(), account.held]).toEqual([true, false, 10])
  expect(() => account.give(11)).toThrow('11 returned, but only 10 are held')
})

test('each owner has a separate limit, and the fullest one is shown', () => {
  const ledger = new Ledger()
  const shares = ledger.shares('bytes_of_key', 10)
  expect([shares.take('a', 6), shares.take('a', 5), shares.take('b', 9)]).toEqual([true, false, true])
  expect(ledger.read()).toEqual([{ account: 'bytes_of_key', held: 9, limit: 10 }])
  shares.give('b', 9)
  expect(ledger.read()).toEqual([{ account: 'bytes_of_key', held: 6, limit: 10 }])
  expect(() => shares.give('b')).toThrow('1 returned, but only 0 are held')
})

test('accounts with the same name are shared and must have the same limit', () => {
  const ledger = new Ledger()
  ledger.account('bytes', 10).take(7)
  expect(ledger.account('bytes', 10).take(7)).toBe(false)
  expect(() => ledger.account('bytes', 11)).toThrow('another limit')
})

test('accounts are listed in order of name, including those that are read from a function', () => {
  const ledger = new Ledger()
  let waiting = 1
  ledger.watch('waiting', 5, () => waiting)
  ledger.account('bytes', 10)
  waiting = 3
  expect(ledger.read().map(({ account, held }) => [account, held])).toEqual([
    ['bytes', 0],
    ['waiting', 3],
  ])
})

test('a lock request is refused when too many wait for it, and released locks free their slots', async () => {
  let end = () => {}
  const first = runExclusive('one', () => new Promise<void>((resolve) => (end = resolve)))
  const others = Array.from({ length: lockLimits.ofKeys.limit - 1 }, () => runExclusive(['one', 'two'], async () => {}))
  await expect(runExclusive('one', async () => {})).rejects.toThrow('no place became free')
  expect(lockLimits.all.held).toBe(lockLimits.ofKeys.limit)
  end()
  await Promise.all([first, ...others])
  expect([lockLimits.all.held, lockLimits.ofKeys.fullest]).toEqual([0, 0])
})

test('there is room for 10,000 connections unless the open-file limit is too low', () => {
  expect(connectionRoom(null)).toEqual({ connections: 10_000, lowered_by: null })
  expect(connectionRoom(1_000_000)).toEqual({ connections: 10_000, lowered_by: null })
  expect(connectionRoom(8_192)).toEqual({ connections: 5_892, lowered_by: 8_192 })
  expect(connectionRoom(256)).toEqual({ connections: 128, lowered_by: 256 })
  expect(openFileLimit()).toBeGreaterThan(0)
})
