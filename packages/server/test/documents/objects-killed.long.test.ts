// A process that is killed between the write to the bucket and the write to the database.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { build } from '../cli/run.ts'
import { TestClient } from '../support/client.ts'
import { startS3 } from '../support/s3.ts'
import { atEndOfTest } from '../support/sending.ts'
import { withServers } from '../support/servers.ts'
import { until } from '../support/until.ts'

beforeAll(build)
const world = withServers()

test('an upload killed after its bytes reached the bucket is no document; a repeat succeeds and the leftover goes', async () => {
  const s3 = await startS3()
  atEndOfTest(() => s3.close())
  const first = await world.start(s3.env, ['--only', 'api'])
  const credentials = JSON.parse(readFileSync(join(world.dataDir, 'sandbox-credentials.json'), 'utf8'))
  const bytes = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), randomBytes(3000)])
  const upload = (url: string) =>
    new TestClient(url, credentials).post('/v2/documents', bytes, {
      headers: { 'Content-Type': 'image/png' },
      idempotencyKey: 'a-proof',
    })
  s3.fault = 'mute'
  const cut = upload(first.url).catch((error: Error) => error)
  await until('its bytes are in the bucket', () => s3.objects.size === 1)
  await first.end('SIGKILL')
  expect(await cut).toBeInstanceOf(Error)
  const client = new pg.Client({ connectionString: world.database.url })
  // The connection breaks if the database ends before this client does. That is not an error.
  client.on('error', () => {})
  await client.connect()
  atEndOfTest(() => client.end())
  const [left] = s3.objects.keys()
  expect((await client.query('select id, remove_after is not null as loose from objects')).rows).toEqual([{ id: left, loose: true }])
  expect((await client.query('select from documents')).rowCount).toBe(0)

  s3.fault = null
  await client.query("update objects set remove_after = now() - interval '1 s'")
  const second = await world.start(s3.env)
  const { status, json } = await upload(second.url)
  expect(status).toBe(201)
  await until('what was left is gone', () => !s3.objects.has(left as string))
  expect(s3.objects.size).toBe(1)
  const read = await new TestClient(second.url, credentials).get(`/v2/documents/${json.id}`)
  expect(Buffer.from(read.bytes).equals(bytes)).toBe(true)
})
