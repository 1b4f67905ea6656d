// The key of the return links: one key for all processes, stored encrypted. A problem with the key never prevents a start.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database } from '../../src/database/db.ts'
import { loadLinks } from '../../src/service/links.ts'
import { decrypt, encrypt, type MasterKey } from '../../src/storage/secrets.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'

const ID = 'shp_01kad2n4t3e8r9sv6y7z8w9x0a'
const masterKey = (id: string): MasterKey => ({ id, bytes: randomBytes(32) })
const [first, second] = [masterKey('first'), masterKey('second')]

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  db = new Database(database.config, 4)
  // Allows rows of signing secrets that refer to a missing key.
  await db.query('test_keyless', 'alter table signing_secrets drop constraint signing_secrets_key_id_fkey')
})
afterAll(async () => {
  await db?.close()
  await database?.drop()
})

const secretOf = (key: MasterKey, id: string) =>
  db.query(
    'test_secret',
    "insert into signing_secrets (id, key_id, ciphertext, master_key_id, created_at) values ($1, 'key', '\\x00', $2, clock_timestamp())",
    [id, key.id],
  )

test('processes that start at once on an empty database agree on one link key', async () => {
  const tokens = await Promise.all(Array.from({ length: 6 }, async () => (await loadLinks(db, first, '')).parcelToken(ID, 0)))
  expect(new Set(tokens).size).toBe(1)
})

test('the link key and all links stay the same when another master key encrypts it', async () => {
  const before = (await loadLinks(db, first, '')).parcelToken(ID, 0)
  const row = (await db.one<{ ciphertext: Buffer }>('test_key', 'select ciphertext from link_keys')) as { ciphertext: Buffer }
  const again = encrypt(second, decrypt(first, row.ciphertext, 'link-key'), 'link-key')
  await db.query('test_reencrypt', 'update link_keys set ciphertext = $1, master_key_id = $2', [`\\x${again.toString('hex')}`, second.id])
  expect((await loadLinks(db, second, '')).parcelToken(ID, 0)).toBe(before)
})

test('a wrong master key gives no links and overwrites nothing', async () => {
  await secretOf(second, 'sec_1')
  const links = await loadLinks(db, first, '')
  expect(() => links.parcelToken(ID, 0)).toThrow('master key')
  expect((await loadLinks(db, second, '')).parcelToken(ID, 0)).toMatch(/^\S{50}$/)
})

test('a new link key replaces one whose master key was lost, and old links stop working', async () => {
  const lost = (await loadLinks(db, second, '')).parcelToken(ID, 0)
  await secretOf(first, 'sec_2')
  const links = await loadLinks(db, first, '')
  expect(links.parcelToken(ID, 0)).not.toBe(lost)
  expect(links.readParcelToken(lost)).toBeNull()
})
