// Tests object stores on their own, and the settings that name them. test/documents/objects.long.test.ts tests documents in them.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, warningsOf } from '../../src/process/config.ts'
import { ObjectDamaged, type Objects, ObjectsAway, sha256Of } from '../../src/storage/objects.ts'
import { openObjects } from '../../src/storage/open-objects.ts'
import { SECRET_KEY, startS3 } from '../support/s3.ts'
import { atEndOfTest } from '../support/sending.ts'

const BYTES = Buffer.from('what a courier has photographed')
const STORED = { id: 'documents/0a/obj_0000000000000000000000000a', sha256: sha256Of(BYTES), size: BYTES.length }

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'backhaul-objects-'))
  atEndOfTest(() => rmSync(path, { recursive: true, force: true }))
  return path
}
const open = async (env: Record<string, string>): Promise<Objects> => (await openObjects(readConfig(env).objects)) as Objects
const bucket = async (prefix = '') => {
  const s3 = await startS3(prefix)
  atEndOfTest(() => s3.close())
  return s3
}

test.each(['a folder', 'a bucket', 'a bucket with a prefix'])('%s returns what was stored, and nothing after its removal', async (kind) => {
  const env = kind === 'a folder' ? { BACKHAUL_OBJECTS: folder() } : (await bucket(kind === 'a bucket' ? '' : 'of/backhaul')).env
  const objects = await open(env)
  await objects.put(STORED, BYTES)
  await objects.put(STORED, BYTES)
  expect((await objects.get(STORED)).equals(BYTES)).toBe(true)
  for (const other of [{ size: 3 }, { size: 300 }, { sha256: sha256Of(Buffer.from('another')) }])
    await expect(objects.get({ ...STORED, ...other })).rejects.toThrow(ObjectDamaged)
  await objects.remove(STORED.id)
  await objects.remove(STORED.id)
  await expect(objects.get(STORED)).rejects.toThrow(ObjectDamaged)
})

test('a file is complete or absent; the partial file of a killed process is removed with it', async () => {
  const path = folder()
  const objects = await open({ BACKHAUL_OBJECTS: path })
  const file = join(path, STORED.id)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.part`, BYTES.subarray(0, 5))
  await expect(objects.get(STORED)).rejects.toThrow(ObjectDamaged)
  await objects.put(STORED, BYTES)
  expect(readdirSync(dirname(file))).toEqual([file.slice(dirname(file).length + 1)])
  expect(readFileSync(file).equals(BYTES)).toBe(true)
  writeFileSync(`${file}.part`, BYTES.subarray(0, 5))
  await objects.remove(STORED.id)
  expect(readdirSync(dirname(file))).toEqual([])
})

test('a missing folder counts as unavailable and is not created, as its disk may not be mounted', async () => {
  const path = join(folder(), 'mounted')
  const objects = await open({ BACKHAUL_OBJECTS: path })
  await expect(objects.get(STORED)).rejects.toThrow(ObjectsAway)
  await new Promise((resolve) => setTimeout(resolve, 2_100))
  await expect(objects.put(STORED, BYTES)).rejects.toThrow(ObjectsAway)
  expect(readdirSync(dirname(path))).toEqual([])
})

test('a request with a temporary failure is sent again; a refused request is not', async () => {
  const s3 = await bucket()
  const objects = await open(s3.env)
  s3.fault = 503
  const put = objects.put(STORED, BYTES)
  while (s3.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  s3.fault = null
  await put
  expect(s3.requests.length).toBe(2)
  s3.fault = 403
  await expect(objects.get(STORED)).rejects.toThrow('it answered 403 AccessDenied')
  expect(s3.requests.length).toBe(3)
})

test('while the bucket is unavailable, one call at a time tries it and the others fail', async () => {
  const s3 = await bucket()
  const objects = await open(s3.env)
  s3.fault = 403
  await expect(objects.get(STORED)).rejects.toThrow(ObjectsAway)
  await new Promise((resolve) => setTimeout(resolve, 2_100))
  s3.fault = null
  const asked = s3.requests.length
  const calls = await Promise.allSettled(Array.from({ length: 20 }, () => objects.put(STORED, BYTES)))
  expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(s3.requests.length).toBe(asked + 1)
  await Promise.all(Array.from({ length: 20 }, () => objects.get(STORED)))
})

test.each([
  ['another secret', { BACKHAUL_S3_SECRET_KEY: `${SECRET_KEY}x` }, 'it answered 403 SignatureDoesNotMatch'],
  ['another key', { BACKHAUL_S3_ACCESS_KEY: 'SOMEBODY' }, 'it answered 403 InvalidAccessKeyId'],
  ['another region', { BACKHAUL_S3_REGION: 'eu-1' }, 'it answered 403 AuthorizationHeaderMalformed'],
  ['another bucket', { BACKHAUL_OBJECTS: 's3://others' }, 'it answered 404 NoSuchBucket'],
  ['no server', { BACKHAUL_S3_ENDPOINT: 'http://127.0.0.1:9' }, 'the bucket parcels of http://127.0.0.1:9 failed: fetch failed'],
])('with %s the error says what is wrong', async (_, env, said) => {
  const s3 = await bucket()
  const objects = await open({ ...s3.env, ...env })
  await expect(objects.put(STORED, BYTES)).rejects.toThrow(said)
  expect(s3.objects.size).toBe(0)
})

const S3 = { BACKHAUL_OBJECTS: 's3://parcels/a/b', BACKHAUL_S3_ACCESS_KEY: 'AK', BACKHAUL_S3_SECRET_KEY: 'hidden' }

test.each([
  [{ BACKHAUL_DOCUMENTS: 'objects' }, 'BACKHAUL_OBJECTS is required because BACKHAUL_DOCUMENTS=objects'],
  [{ BACKHAUL_DOCUMENTS: 'elsewhere' }, 'BACKHAUL_DOCUMENTS="elsewhere" is not valid: use database or objects'],
  [{ BACKHAUL_OBJECTS: 'relative/folder' }, 'BACKHAUL_OBJECTS="relative/folder" is not valid: use s3://bucket'],
  [{ ...S3, BACKHAUL_OBJECTS: 's3://Parcels' }, 'BACKHAUL_OBJECTS="s3://Parcels" is not valid'],
  [{ ...S3, BACKHAUL_OBJECTS: 's3://parcels/../b' }, 'BACKHAUL_OBJECTS="s3://parcels/../b" is not valid'],
  [{ ...S3, BACKHAUL_OBJECTS: 's3://parcels/a b' }, 'BACKHAUL_OBJECTS="s3://parcels/a b" is not valid'],
  [
    { ...S3, BACKHAUL_S3_ENDPOINT: 'minio:9000' },
    'BACKHAUL_S3_ENDPOINT="minio:9000" is not valid: use an http:// or https:// URL with a host and, optionally, a port',
  ],
  [{ ...S3, BACKHAUL_S3_ENDPOINT: 'https://u:pw@h/path' }, 'BACKHAUL_S3_ENDPOINT="***@h/path" is not valid'],
  [{ ...S3, BACKHAUL_S3_REGION: 'EU west' }, 'BACKHAUL_S3_REGION="EU west" is not valid'],
  [{ ...S3, BACKHAUL_S3_PATH_STYLE: 'yes' }, 'BACKHAUL_S3_PATH_STYLE="yes" is not valid: use on or off'],
  [{ ...S3, BACKHAUL_S3_ACCESS_KEY: '' }, 'BACKHAUL_S3_ACCESS_KEY is required because BACKHAUL_OBJECTS names a bucket'],
  [{ ...S3, BACKHAUL_S3_SECRET_KEY: 'two words' }, 'BACKHAUL_S3_SECRET_KEY (value not shown) is not valid'],
  [{ BACKHAUL_S3_SECRET_KEY: 'x' }, 'BACKHAUL_S3_SECRET_KEY is set, but BACKHAUL_OBJECTS is not a bucket'],
  [{ BACKHAUL_OBJECTS: '/objects', BACKHAUL_S3_REGION: 'x' }, 'BACKHAUL_S3_REGION is set, but BACKHAUL_OBJECTS is not a bucket'],
])('an invalid setting is refused by name: %j', (env, said) => {
  expect(() => readConfig(env as Record<string, string>)).toThrow(said)
})

test('object storage is off by default; a bucket has its own host at Amazon only', () => {
  expect(readConfig({})).toMatchObject({ objects: null, documents: 'database' })
  expect(readConfig({ ...S3, BACKHAUL_S3_REGION: 'eu-central-1' }).objects).toMatchObject({
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    isPathStyle: false,
    prefix: 'a/b/',
  })
  expect(readConfig({ ...S3, BACKHAUL_S3_ENDPOINT: 'http://10.0.0.5:9000/' }).objects).toMatchObject({
    endpoint: 'http://10.0.0.5:9000',
    isPathStyle: true,
    region: 'us-east-1',
  })
})

test('the secret can come from a file, and production warns about unencrypted storage', () => {
  const file = join(folder(), 'secret')
  writeFileSync(file, 'from-a-file\n')
  const { BACKHAUL_S3_SECRET_KEY: _, ...rest } = S3
  expect(readConfig({ ...rest, BACKHAUL_S3_SECRET_KEY_FILE: file }).objects).toMatchObject({ secretKey: 'from-a-file' })
  const production = { ...S3, BACKHAUL_ENV: 'production', BACKHAUL_MASTER_KEY: Buffer.alloc(32).toString('base64') }
  const told = (endpoint: string) => warningsOf(readConfig({ ...production, BACKHAUL_S3_ENDPOINT: endpoint })).join()
  expect(told('http://10.0.0.5:9000')).toContain('BACKHAUL_S3_ENDPOINT is http://')
  expect(told('https://10.0.0.5:9000')).not.toContain('BACKHAUL_S3_ENDPOINT')
  expect(told('http://127.0.0.1:9000')).not.toContain('BACKHAUL_S3_ENDPOINT')
})
