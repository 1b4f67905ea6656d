// Limits on open connections, so that no client takes the slots of all others.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { admitConnections, ownerOf } from '../../src/http/admission.ts'
import { Ledger } from '../../src/process/ledger.ts'
import { build } from '../cli/run.ts'
import { createTestDatabase } from '../support/database.ts'
import { makeDataDir, removeDataDir, startServer } from '../support/process.ts'
import { atEndOfTest } from '../support/sending.ts'
import { until } from '../support/until.ts'

/** Connects from one of the many addresses of the loopback interface. */
const open = async (port: number, from: string): Promise<Socket> => {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from })
  atEndOfTest(() => socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

const listen = async (limits: { connections: number; of_address: number; exempt?: string[] }) => {
  const server = createServer((_request, answer) => answer.end('served'))
  const ledger = new Ledger()
  const refused: string[] = []
  admitConnections(server, ledger, 'connections', { exempt: [], ...limits }, (reason) => refused.push(reason))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEndOfTest(() => server.close())
  const held = () => Object.fromEntries(ledger.read().map(({ account, held }) => [account, held]))
  return { port: (server.address() as AddressInfo).port, refused, held }
}

/** Returns `served` or `turned away`, the result for one connection. */
const attempt = async (port: number, from: string): Promise<string> => {
  const socket = await open(port, from)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const [data] = await Promise.race([once(socket, 'data').catch(() => ['']), once(socket, 'close').then(() => [''])])
  return String(data).includes('served') ? 'served' : 'turned away'
}

test('one address has a limited number of connections; others have their own, and a closed one frees a slot', async () => {
  const { port, refused, held } = await listen({ connections: 100, of_address: 2 })
  const [first] = [await open(port, '127.0.0.1'), await open(port, '127.0.0.1')]
  await until('both are there', () => held().connections === 2)
  expect(await attempt(port, '127.0.0.1')).toBe('turned away')
  expect(await attempt(port, '127.0.0.2')).toBe('served')
  expect(refused).toEqual(['address'])
  expect(held()).toEqual({ connections: 3, connections_of_address: 2 })
  first?.destroy()
  await until('it is gone', () => held().connections_of_address === 1)
  expect(await attempt(port, '127.0.0.1')).toBe('served')
})

test('one address gets at most half of few connections, even if its own limit is higher', async () => {
  const { port } = await listen({ connections: 4, of_address: 1_000 })
  expect([await attempt(port, '127.0.0.1'), await attempt(port, '127.0.0.1')]).toEqual(['served', 'served'])
  expect(await attempt(port, '127.0.0.1')).toBe('turned away')
  expect([await attempt(port, '127.0.0.2'), await attempt(port, '127.0.0.2')]).toEqual(['served', 'served'])
  expect(await attempt(port, '127.0.0.3')).toBe('turned away')
})

test('connections of a trusted proxy count as those of many clients', async () => {
  const { port, held } = await listen({ connections: 100, of_address: 1, exempt: ['127.0.0.8/30'] })
  expect([await attempt(port, '127.0.0.9'), await attempt(port, '127.0.0.9')]).toEqual(['served', 'served'])
  expect([await attempt(port, '127.0.0.1'), await attempt(port, '127.0.0.1')]).toEqual(['served', 'turned away'])
  expect(held()).toEqual({ connections: 3, connections_of_address: 1 })
})

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
  ['fe80::1%eth0', 'fe80::2', true],
  ['::ffff:192.0.2.1', '192.0.2.1', true],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
  ['192.0.2.1', '192.0.2.2', false],
])('an IPv6 /64 network counts as one address, and each IPv4 address as itself: %s and %s', (one, other, isSame) => {
  expect(ownerOf(one) === ownerOf(other)).toBe(isSame)
})

test('a low open-file limit lowers the connection limit with a warning, and idle connections leave room for work', async () => {
  build()
  const database = await createTestDatabase()
  atEndOfTest(() => database.drop())
  const dataDir = makeDataDir()
  atEndOfTest(() => removeDataDir(dataDir))
  const server = await startServer({ DATABASE_URL: database.url, BACKHAUL_DATA_DIR: dataDir }, ['--only', 'api'], 256)
  atEndOfTest(() => (server.child.exitCode === null ? server.end('SIGKILL') : null))
  const warning =
    'backhaul: the service accepts 128 client connections instead of 10000, because only 256 files may be open: raise that limit (ulimit -n, LimitNOFILE=)\n'
  await until('it says so', () => server.stderr() === warning)
  const port = Number(new URL(server.url).port)
  for (let i = 0; i < 300; i++) await open(port, '127.0.0.2')
  // Makes the server open its database connections first.
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${server.url}/readyz`)))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(server.stdout()).not.toContain('EMFILE')
})
