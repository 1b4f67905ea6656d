// Workers as separate processes, and the receivers of their deliveries.
import { type ChildProcess, spawn } from 'node:child_process'
import { BINARY } from '../cli/run.ts'
import type { TestClient } from '../support/client.ts'
import { type Registered, register } from '../support/deliveries.ts'
import type { Receiver } from '../support/receiver.ts'
import { atEndOfTest, receiverFor } from '../support/sending.ts'
import type { TestService } from '../support/service.ts'

export type Target = { receiver: Receiver; webhook: Registered }

export const targets = async (partner: TestClient, count: number): Promise<Target[]> => {
  const found: Target[] = []
  for (let i = 0; i < count; i++) {
    const receiver = await receiverFor()
    found.push({ receiver, webhook: await register(partner, receiver) })
  }
  return found
}

export const startWorker = (server: TestService): ChildProcess => {
  const { databaseUrl, dataDir } = server.running.service.config
  const env = { ...process.env, DATABASE_URL: String(databaseUrl), BACKHAUL_DATA_DIR: dataDir, BACKHAUL_LOG_LEVEL: 'error' }
  const child = spawn(process.execPath, [BINARY, 'serve', '--only', 'worker'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  atEndOfTest(() => child.kill('SIGKILL'))
  return child
}

export const killed = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
