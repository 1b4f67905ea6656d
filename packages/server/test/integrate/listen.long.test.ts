// `backhaul listen` as a process: when it ends, and what it leaves behind.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BINARY, build } from '../cli/run.ts'
import { RETURN } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let service: TestService
let env: Record<string, string>
beforeAll(async () => {
  build()
  service = await startTestService()
  const { databaseUrl, dataDir } = service.running.service.config
  env = { DATABASE_URL: databaseUrl as string, BACKHAUL_DATA_DIR: dataDir }
})
afterAll(() => service.close())

/** Starts `backhaul listen`, and resolves with the content of the first line that it prints. */
const listen = async (...args: string[]): Promise<{ child: ChildProcess; secret: string }> => {
  const child = spawn(process.execPath, [BINARY, 'listen', '--forward', 'http://127.0.0.1:9/', '--json', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) return { child, ...JSON.parse(line) }
  throw new Error('it ended before it listened')
}
const end = async (child: ChildProcess) => {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect((await ended)[0]).toBe(0)
}

test('listen keeps its secret between runs, and only its user can read it', async () => {
  const file = join(service.running.service.config.dataDir, 'listen-secret')
  const both = await Promise.all([listen(), listen()])
  await Promise.all(both.map(({ child }) => end(child)))
  const again = await listen()
  await end(again.child)
  expect(new Set([...both, again].map(({ secret }) => secret))).toEqual(new Set([readFileSync(file, 'utf8').trim()]))
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const given = await listen('--secret', 'another-secret-of-mine')
  await end(given.child)
  const standard = await listen('--signing', 'standard')
  await end(standard.child)
  expect([given.secret, standard.secret.startsWith('whsec_')]).toEqual(['another-secret-of-mine', true])
  expect(readFileSync(file, 'utf8').trim()).toBe(again.secret)
})

test('listen exits when nothing reads its output', async () => {
  const { child } = await listen()
  const ended = once(child, 'exit')
  child.stdout?.destroy()
  // The command prints this line a moment before it reads its start position. So shipments are created again and again until the command
  // ends.
  const hasEnded = async () => {
    await service.demo.post('/v2/shipments', RETURN)
    return child.exitCode !== null || child.signalCode !== null
  }
  await until('the alert ends', hasEnded)
  expect(await ended).toEqual([0, null])
})
