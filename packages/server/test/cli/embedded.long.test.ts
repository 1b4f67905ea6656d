import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TestClient } from '../support/client.ts'
import { BINARY, backhaul, build } from './run.ts'

let dataDir: string
let server: ChildProcess | null = null
beforeEach(() => {
  build()
  dataDir = mkdtempSync(join(tmpdir(), 'backhaul-cli-'))
  chmodSync(dataDir, 0o711)
})
afterEach(async () => {
  if (server && server.exitCode === null) {
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  rmSync(dataDir, { recursive: true, force: true })
})

const serve = async (env: Record<string, string>): Promise<string> => {
  const child = spawn(process.execPath, [BINARY, 'serve', '--only', 'api'], {
    env: { ...process.env, DATABASE_URL: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  server = child
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /listening on (http:\S+)/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('the server ended before it listened')
}

test('the command line works on the embedded database with and without a running server', async () => {
  const env = { BACKHAUL_DATA_DIR: dataDir, PORT: '0', BACKHAUL_LOG_LEVEL: 'error' }
  const url = await serve(env)
  const beside = await backhaul(['partner', 'create', '--name', 'Beside', '--json'], env)
  expect([beside.code, beside.stderr]).toEqual([0, ''])
  expect((await new TestClient(url, beside.json).get('/v2/shipments')).status).toBe(200)
  server?.kill('SIGTERM')
  await once(server as ChildProcess, 'exit')
  const alone = await backhaul(['key', 'create', '--operator', '--json'], env)
  expect([alone.code, alone.stderr]).toEqual([0, ''])
  const { json } = await backhaul(['partner', 'list', '--json'], env)
  expect(json.data.map((one: { name: string }) => one.name)).toEqual(['Beside', 'Demo'])
  // The last process that uses the embedded database stops it.
  const pointer = join(dataDir, 'postgres.location')
  const home = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : dataDir
  expect(existsSync(join(home, 'postgres', 'postmaster.pid'))).toBe(false)
  // Existing data directories store the password under this name.
  expect(existsSync(join(home, 'postgres', 'backhaul.password'))).toBe(true)
})
