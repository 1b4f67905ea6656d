// Which process of a machine gets a connection. The processes are stand-ins that record their connections.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { Link } from '../../src/app/link.ts'
import { Spreader } from '../../src/app/spreader.ts'
import { Admission } from '../../src/http/admission.ts'
import { Ledger } from '../../src/process/ledger.ts'
import { atEndOfTest } from '../support/sending.ts'
import { until } from '../support/until.ts'

const LIMITS = { connections: 100, of_address: null, exempt: [] }

/** A process that accepts its connections at once, unless it hangs. */
class Taking {
  readonly taken: number[] = []
  standsStill = false

  constructor(spreader: Spreader, id: number) {
    const note = (_name: string, number: unknown, socket?: Socket) => {
      this.taken.push(number as number)
      atEndOfTest(async () => void socket?.destroy())
      if (!this.standsStill) setImmediate(() => spreader.took(id))
    }
    spreader.add(id, { note } as unknown as Link)
  }
}

const machine = async (fill: number) => {
  const spreader = new Spreader(new Admission(new Ledger(), 'connections', LIMITS, () => {}), fill)
  const one = new Taking(spreader, 1)
  const two = new Taking(spreader, 2)
  const url = new URL(await spreader.listen('127.0.0.1', 0))
  spreader.open()
  atEndOfTest(async () => spreader.close())
  const connectTo = async (count: number) => {
    const before = one.taken.length + two.taken.length
    for (let i = 0; i < count; i++) {
      const socket = connect(Number(url.port), url.hostname)
      atEndOfTest(async () => void socket.destroy())
      await once(socket, 'connect')
    }
    await until('all are handed over', () => one.taken.length + two.taken.length === before + count)
  }
  return { spreader, one, two, connectTo }
}

test('connections are spread evenly', async () => {
  const { one, two, connectTo } = await machine(0)
  await connectTo(6)
  expect([one.taken.length, two.taken.length]).toEqual([3, 3])
})

test('when gathering, one process is filled before the next; beyond that, connections are spread', async () => {
  const { spreader, one, two, connectTo } = await machine(4)
  await connectTo(3)
  expect([one.taken.length, two.taken.length]).toEqual([3, 0])
  await connectTo(3)
  expect([one.taken.length, two.taken.length]).toEqual([4, 2])
  await connectTo(4)
  expect([one.taken.length, two.taken.length]).toEqual([5, 5])
  // The process with the most connections gets the next one, so that the other can become empty.
  spreader.closed(1, one.taken.slice(0, 4))
  spreader.closed(2, two.taken.slice(0, 2))
  await connectTo(1)
  expect([one.taken.length, two.taken.length]).toEqual([5, 6])
})

test('when gathering, a hung process delays only one connection', async () => {
  const { one, two, connectTo } = await machine(4)
  await connectTo(1)
  one.standsStill = true
  await connectTo(3)
  expect([one.taken.length, two.taken.length]).toEqual([2, 2])
})

test('when gathering, new connections go to the other process after one is gone', async () => {
  const { spreader, one, two, connectTo } = await machine(4)
  await connectTo(2)
  spreader.remove(1)
  await connectTo(2)
  expect([one.taken.length, two.taken.length]).toEqual([2, 2])
})
