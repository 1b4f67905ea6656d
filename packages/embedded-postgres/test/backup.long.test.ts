import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  backUp,
  checkBackup,
  type EmbeddedPostgres,
  forgetRestored,
  openEmbedded,
  readBackup,
  restoreBackup,
  restoredFrom,
} from '../src/index.ts'

const NAME = 'embedded_postgres_backup_test'
const OTHERWISE = 'ask for help'
const ignore = () => {}

let parent: string
let original: EmbeddedPostgres
let client: pg.Client
let count = 0

beforeAll(async () => {
  parent = mkdtempSync(join(realpathSync(tmpdir()), 'embedded-postgres-'))
  chmodSync(parent, 0o711)
  original = await openEmbedded({ name: NAME, dataDir: join(parent, 'original'), role: 'server', log: ignore, otherwise: OTHERWISE })
  client = new pg.Client(original.config)
  await client.connect()
  await client.query('create table notes (id int primary key, text text not null)')
  await client.query(`insert into notes select -n, repeat('x', 500) from generate_series(1, 5000) n`)
})
afterAll(async () => {
  await client.end()
  await original.release()
  rmSync(parent, { recursive: true, force: true })
})

const opened: EmbeddedPostgres[] = []
afterEach(async () => {
  for (const one of opened.splice(0)) await one.release()
})

const fresh = (what: string): string => join(parent, `${what}-${++count}`)

const make = async (): Promise<string> => {
  const to = fresh('backup')
  await backUp(original, to, { program: 'test' }, ignore)
  return to
}

const restore = (from: string, dataDir: string) => restoreBackup({ name: NAME, dataDir, from, otherwise: OTHERWISE }, ignore)

const openCopy = async (dataDir: string): Promise<EmbeddedPostgres> => {
  const copy = await openEmbedded({ name: NAME, dataDir, role: 'server', log: ignore, otherwise: OTHERWISE })
  opened.push(copy)
  return copy
}

const rowsOf = async ({ config }: EmbeddedPostgres): Promise<Map<number, string>> => {
  const session = new pg.Client(config)
  await session.connect()
  try {
    const { rows } = await session.query<{ id: number; text: string }>('select id, text from notes where id > 0')
    return new Map(rows.map(({ id, text }) => [id, text]))
  } finally {
    await session.end()
  }
}

test('a backup made during writes contains everything committed before it ended, and only whole rows', async () => {
  let isDone = false
  const committed = new Map<number, { text: string; at_ms: number }>()
  const write = async () => {
    for (let id = 1; !isDone; id++) {
      const text = `${id} `.repeat(200)
      await client.query('insert into notes values ($1, $2)', [id, text])
      // Change pages that were already copied.
      await client.query('update notes set text = text where id = $1', [-1 - (id % 5000)])
      committed.set(id, { text, at_ms: Date.now() })
    }
  }
  const writing = write()
  const to = fresh('backup')
  const steps: [number, number][] = []
  const backup = await backUp(original, to, { program: 'test' }, (done, all) => steps.push([done, all]))
  isDone = true
  await writing
  expect(readBackup(to)).toEqual(backup)
  expect(backup.about).toEqual({ program: 'test' })
  expect(steps.length).toBeGreaterThan(10)
  expect(steps.every(([done, all], i) => done <= all && done > (steps[i - 1]?.[0] ?? 0))).toBe(true)
  // The backup leaves nothing in the database.
  expect((await client.query('select from pg_replication_slots')).rowCount).toBe(0)
  expect(readdirSync(join(to, '..')).filter((name) => name.endsWith('.part'))).toEqual([])

  const dataDir = fresh('copy')
  // The next restore removes the leftovers of a killed one.
  mkdirSync(join(dataDir, '.restore-before', 'data'), { recursive: true })
  chmodSync(dataDir, 0o711)
  expect(await restore(to, dataDir)).toEqual(backup)
  expect(readdirSync(dataDir).filter((name) => name.startsWith('.'))).toEqual([])
  const copy = await openCopy(dataDir)
  expect(restoredFrom(copy)).toBe(backup.ended_at)
  forgetRestored(copy)
  expect(restoredFrom(copy)).toBeNull()
  const found = await rowsOf(copy)
  const before = [...committed].filter(([, { at_ms }]) => at_ms < Date.parse(backup.ended_at))
  expect(before.length).toBeGreaterThan(0)
  for (const [id, { text }] of before) expect(found.get(id)).toBe(text)
  for (const [id, text] of found) expect(text).toBe(`${id} `.repeat(200))
  // The copy is an independent database.
  expect(restoredFrom(original)).toBeNull()
})

test('a damaged backup is not restored and leaves nothing behind', async () => {
  const from = await make()
  expect((await checkBackup(from, ignore)).files.length).toBeGreaterThan(500)
  const table = readBackup(from).files.findLast(({ path, bytes }) => path.startsWith('base/') && bytes > 100_000)?.path as string
  const file = join(from, 'data', table)
  const bytes = readFileSync(file)
  bytes[5000] = (bytes[5000] as number) ^ 1
  writeFileSync(file, bytes)
  const dataDir = fresh('copy')
  const damaged = `the backup is damaged: ${table} is changed; use another one`
  await expect(checkBackup(from, ignore)).rejects.toThrow(damaged)
  await expect(restore(from, dataDir)).rejects.toThrow(damaged)
  rmSync(file)
  await expect(restore(from, dataDir)).rejects.toThrow(`the backup is damaged: ${table} is missing; use another one`)
  expect(readdirSync(dataDir).filter((name) => name !== 'postgres.location')).toEqual([])
  writeFileSync(join(from, 'backup.json'), readFileSync(join(from, 'backup.json'), 'utf8').slice(0, -100))
  await expect(restore(from, dataDir)).rejects.toThrow(/backup\.json cannot be read: .+; take another backup/)
})

test('an obstacle to a backup or restore is named', async () => {
  const from = await make()
  await expect(backUp(original, from, {}, ignore)).rejects.toThrow(`${from} already exists; name a new directory`)
  const inside = join(original.home, 'postgres', 'base', 'backup')
  await expect(backUp(original, inside, {}, ignore)).rejects.toThrow(`${inside} is inside the database files; choose a directory outside `)
  expect(existsSync(inside)).toBe(false)
  const file = fresh('file')
  writeFileSync(file, '')
  await expect(backUp(original, join(file, 'backup'), {}, ignore)).rejects.toThrow(`cannot write into ${file}: `)
  const half = fresh('backup')
  writeFileSync(`${half}.part`, '')
  await expect(backUp(original, half, {}, ignore)).rejects.toThrow(
    `is in progress or was interrupted; if none is in progress, remove ${half}.part`,
  )
  await expect(restore(parent, fresh('copy'))).rejects.toThrow(`${parent} is not a backup: it has no backup.json`)
  await expect(restore(from, join(parent, 'original'))).rejects.toThrow('already has a database; move it away')
  const change = (facts: object) => writeFileSync(join(from, 'backup.json'), JSON.stringify({ ...backup, ...facts }))
  const backup = readBackup(from)
  change({ postgres: '9' })
  await expect(restore(from, fresh('copy'))).rejects.toThrow('the backup is from PostgreSQL 9, but this program includes PostgreSQL ')
  change({ format: 2 })
  await expect(restore(from, fresh('copy'))).rejects.toThrow('does not have format 1')
  for (const path of ['../out', '/etc/passwd', 'a/../../out', '..', '']) {
    change({ files: [{ path, bytes: 0, sha256: '' }] })
    await expect(restore(from, fresh('copy'))).rejects.toThrow(
      `names ${JSON.stringify(path)}, which is outside the backup; use another backup`,
    )
  }
})

test('exactly one of two simultaneous backups to one directory is made, and it is complete', async () => {
  const to = fresh('backup')
  const outcomes = await Promise.allSettled([1, 2].map(() => backUp(original, to, {}, ignore)))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const [refused] = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(String(refused?.reason)).toContain(`a backup to ${to} is in progress`)
  expect((await checkBackup(to, ignore)).files.length).toBeGreaterThan(500)
  expect(existsSync(`${to}.part`)).toBe(false)
})

test('a database that disappears during the copy leaves no backup', async () => {
  const to = fresh('backup')
  let isEnded: Promise<unknown> | null = null
  const ended = backUp(original, to, {}, () => {
    isEnded ??= client.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name like '% backup %'`)
  })
  await expect(ended).rejects.toThrow(new RegExp(`^the backup to ${to} failed: .+; its files were removed$`))
  await isEnded
  expect([existsSync(to), existsSync(`${to}.part`)]).toEqual([false, false])
  expect((await client.query('select from pg_replication_slots')).rowCount).toBe(0)
})
