import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KeySignature, Scope } from '@backhaul/core/partner.ts'
import { type Role, type Running, serve } from '../../src/app/serve.ts'
import type { Database } from '../../src/database/db.ts'
import { createKey, createPartner } from '../../src/kinds/partners/create.ts'
import { readConfig } from '../../src/process/config.ts'
import { SETTLING, TestClient } from './client.ts'
import { createTestDatabase } from './database.ts'
import { until } from './until.ts'

export interface TestService {
  running: Running
  url: string
  /** The seeded partner "Demo", with a rate limit that tests do not reach. */
  demo: TestClient
  partner(options?: {
    name?: string
    scopes?: Scope[]
    allow_ips?: string[]
    rate_limit?: number
    signature?: KeySignature
  }): Promise<TestClient & { partnerId: string }>
  operator(scopes?: Scope[]): Promise<TestClient>
  close(): Promise<void>
}

const SETTLED = 'select coalesce((select max(xid) from events) < feed_xid(pg_snapshot_xmin(pg_current_snapshot())), true) as settled'
/** Waits until no transaction of any test holds the feed back. */
export const untilSettled = async (db: Database): Promise<void> => {
  await until(
    'the feed shows all that is committed',
    async () => (await db.one<{ settled: boolean }>('test_settled', SETTLED, []))?.settled,
  )
}

/** Starts the whole service in this process, on its own database and a free port. `env` adds to the sandbox defaults. */
export const startTestService = async (role: Role = 'api', env: Record<string, string> = {}): Promise<TestService> => {
  const database = await createTestDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'backhaul-test-'))
  const config = readConfig({ PORT: '0', BACKHAUL_LOG_LEVEL: 'error', DATABASE_URL: database.url, BACKHAUL_DATA_DIR: dataDir, ...env })
  // No renderer is started, because most tests draw nothing.
  const running = await serve(config, role, false)
  const url = running.url as string
  const { service } = running
  const limits = { email: 'ops@example.com', full_name: 'Olive Operator', rate_limit: 100_000 }
  const sandbox = config.environment === 'sandbox'
  const demo = sandbox ? JSON.parse(readFileSync(join(dataDir, 'sandbox-credentials.json'), 'utf8')) : null
  if (demo) {
    await service.db.query('test_limit', 'update api_keys set rate_limit = 100000')
    service.keyCache.forget(demo.api_key.split('_').slice(2, 4).join('_'))
  }
  const settle = () => untilSettled(service.db)
  SETTLING.set(url, settle)
  return {
    running,
    url,
    demo: new TestClient(url, demo ?? { api_key: '', signing_secret: '' }),
    partner: async ({ name = 'Another', scopes, allow_ips = [], rate_limit = 100_000, signature } = {}) => {
      const partner = {
        name,
        default_return_address: null,
        default_parcel: null,
        contact_email: 'p@example.com',
        contact_name: 'Pat Partner',
      }
      const created = await createPartner(service, partner, { scopes: scopes ?? null, allow_ips, ...limits, rate_limit, signature })
      return Object.assign(new TestClient(url, created), { partnerId: created.partner_id as string })
    },
    operator: async (scopes) =>
      new TestClient(url, await createKey(service, { partner_id: null, scopes: scopes ?? null, allow_ips: [], ...limits })),
    close: async () => {
      SETTLING.delete(url)
      await running.close()
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
