// Which process of a machine gets a connection. The processes are stand-ins that record their connections.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { ConnectionBalancer } from '../../src/app/connection-balancer.ts'
import type { Link } from '../../src/app/link.ts'
import { Admission } from '../../src/http/admission.ts'
import { Ledger } from '../../src/process/ledger.ts'
import { atEndOfTest } from '../support/sending.ts'
import { until } from '../support/until.ts'

const LIMITS = { connections: 100, of_address: null, exempt: [] }

/** A process that accepts its connections at once, unless it hangs. */
class Taking {
  readonly taken: number[] = []
  isStalled = false

  constructor(balancer: ConnectionBalancer, id: number) {
    const note = (_name: string, number: unknown, socket?: Socket) => {
      this.taken.push(number as number)
      atEndOfTest(async () => void socket?.destroy())
      if (!this.isStalled) setImmediate(() => balancer.took(id))
    }
    balancer.add(id, { note } as unknown as Link)
  }
}

const machine = async () => {
  const balancer = new ConnectionBalancer(new Admission(new Ledger(), 'connections', LIMITS, () => {}))
  const one = new Taking(balancer, 1)
  const two = new Taking(balancer, 2)
  const url = new URL(await balancer.listen('127.0.0.1', 0))
  balancer.open()
  atEndOfTest(async () => balancer.close())
  const connectTo = async (count: number) => {
    const before = one.taken.length + two.taken.length
    for (let i = 0; i < count; i++) {
      const socket = connect(Number(url.port), url.hostname)
      atEndOfTest(async () => void socket.destroy())
      await once(socket, 'connect')
    }
    await until('all are handed over', () => one.taken.length + two.taken.length === before + count)
  }
  return { balancer, one, two, connectTo }
}

test('connections are spread evenly', async () => {
  const { one, two, connectTo } = await machine()
  await connectTo(6)
  expect([one.taken.length, two.taken.length]).toEqual([3, 3])
})

test('a hung process delays only one connection', async () => {
  const { one, two, connectTo } = await machine()
  await connectTo(1)
  one.isStalled = true
  await connectTo(3)
  expect([one.taken.length, two.taken.length]).toEqual([2, 2])
})

test('new connections go to the other process after one is gone', async () => {
  const { balancer, one, two, connectTo } = await machine()
  await connectTo(2)
  balancer.remove(1)
  await connectTo(2)
  expect([one.taken.length, two.taken.length]).toEqual([1, 3])
})
