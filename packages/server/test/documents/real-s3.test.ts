// Runs the same tests with an independent S3 server: versitygw. .ci/full installs it and puts its path into BACKHAUL_TEST_VERSITYGW.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LooseObjects } from '../../src/delivery/loose-objects.ts'
import { checkDocuments, moveDocuments } from '../../src/kinds/documents/move.ts'
import { readConfig } from '../../src/process/config.ts'
import type { Objects } from '../../src/storage/objects.ts'
import { openObjects } from '../../src/storage/open-objects.ts'
import type { TestClient } from '../support/client.ts'
import { freePort } from '../support/free-port.ts'
import { atEndOfTest } from '../support/sending.ts'
import { startTestService } from '../support/service.ts'
import { until } from '../support/until.ts'

const PROGRAM = process.env.BACKHAUL_TEST_VERSITYGW ?? ''
const isThere = PROGRAM !== '' && existsSync(PROGRAM)

/** A gateway with one bucket in a folder. If it is started after `kill`, it uses the same folder again. */
const gateway = async () => {
  const root = mkdtempSync(join(tmpdir(), 'backhaul-s3-'))
  for (const name of ['data/parcels', 'about']) mkdirSync(join(root, name), { recursive: true })
  const port = await freePort()
  const env = {
    BACKHAUL_OBJECTS: 's3://parcels/of/backhaul',
    BACKHAUL_DOCUMENTS: 'objects',
    BACKHAUL_S3_ENDPOINT: `http://127.0.0.1:${port}`,
    BACKHAUL_S3_REGION: 'eu-test-1',
    BACKHAUL_S3_ACCESS_KEY: 'AKGATEWAY',
    BACKHAUL_S3_SECRET_KEY: randomBytes(20).toString('base64'),
  }
  let child: ChildProcess | null = null
  const start = async () => {
    const login = ['--access', env.BACKHAUL_S3_ACCESS_KEY, '--secret', env.BACKHAUL_S3_SECRET_KEY, '--region', env.BACKHAUL_S3_REGION]
    const where = ['posix', '--sidecar', join(root, 'about'), join(root, 'data')]
    child = spawn(PROGRAM, ['--quiet', '--port', `127.0.0.1:${port}`, ...login, ...where], { stdio: 'ignore' })
    const answers = () =>
      fetch(env.BACKHAUL_S3_ENDPOINT).then(
        ({ status }) => status === 403,
        () => false,
      )
    await until('the gateway answers, and not to anonymous callers', answers)
  }
  const kill = async () => {
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    child?.kill('SIGKILL')
    await ended
  }
  await start()
  atEndOfTest(async () => {
    await kill()
    rmSync(root, { recursive: true, force: true })
  })
  return { env, start, kill, file: (name: string) => join(root, 'data/parcels/of/backhaul', name) }
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const image = (size: number): Buffer => Buffer.concat([PNG, randomBytes(size - PNG.length)])
const upload = (client: TestClient, bytes: Buffer, idempotencyKey?: string) =>
  client.post('/v2/documents', bytes, { headers: { 'Content-Type': 'image/png' }, ...(idempotencyKey && { idempotencyKey }) })

test.skipIf(!isThere)('documents are stored, read, moved and removed, and wait for a server that was killed', async () => {
  const s3 = await gateway()
  const service = await startTestService('api', { ...s3.env, BACKHAUL_LOG_LEVEL: 'silent' })
  atEndOfTest(() => service.close())
  const { db, log } = service.running.service
  const objects = service.running.service.objects as Objects
  const known = new Map<string, Buffer>()
  for (const size of [9, 100_000, 5 * 1024 * 1024]) {
    const bytes = image(size)
    const { status, json } = await upload(service.demo, bytes)
    expect([status, json.error]).toEqual([201, undefined])
    known.set(json.id, bytes)
  }
  const isWhole = async () => {
    for (const [id, bytes] of known) expect(Buffer.from((await service.demo.get(`/v2/documents/${id}`)).bytes).equals(bytes)).toBe(true)
  }
  await isWhole()
  await s3.kill()
  const late = image(5000)
  expect((await upload(service.demo, late, 'late')).status).toBe(503)
  expect((await service.demo.get(`/v2/documents/${[...known.keys()][0]}`)).status).toBe(503)
  await s3.start()
  await until('it is taken', async () => (await upload(service.demo, late, 'late')).status === 201)
  known.set((await upload(service.demo, late, 'late')).json.id, late)
  await isWhole()
  const [object] = await db.query<{ id: string }>('test_one', 'select id from objects where remove_after is null limit 1')
  expect(existsSync(s3.file(object?.id as string))).toBe(true)
  expect((await moveDocuments(db, objects, 'database')).moved).toBe(4)
  await isWhole()
  await db.query('test_due', "update objects set remove_after = now() - interval '1 s' where remove_after is not null")
  while ((await new LooseObjects(db, objects, log).removeSome()) > 0);
  expect(existsSync(s3.file(object?.id as string))).toBe(false)
  expect((await moveDocuments(db, objects, 'objects')).moved).toBe(4)
  expect(await checkDocuments(db, objects)).toEqual({ good: 4, damaged: [] })
  await isWhole()
})

test.skipIf(!isThere)('the server refuses a signature by another secret, and bytes other than the signed ones', async () => {
  const s3 = await gateway()
  const open = async (env: object) => (await openObjects(readConfig({ ...s3.env, ...env }).objects)) as Objects
  const bytes = Buffer.from('a parcel')
  const stored = { id: 'check/one', sha256: '0'.repeat(64), size: bytes.length }
  await expect((await open({ BACKHAUL_S3_SECRET_KEY: 'another' })).put(stored, bytes)).rejects.toThrow('403 SignatureDoesNotMatch')
  await expect((await open({ BACKHAUL_OBJECTS: 's3://others' })).put(stored, bytes)).rejects.toThrow('404 NoSuchBucket')
  await expect((await open({})).put(stored, bytes)).rejects.toThrow('400 XAmzContentSHA256Mismatch')
  expect(existsSync(s3.file(stored.id))).toBe(false)
})
