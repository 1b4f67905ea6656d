// Names that look like settings but are not, and a check that the list of settings is complete.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SETTINGS, unknownSettings } from '../../src/process/setting-names.ts'
import { inProcess } from '../cli/run.ts'
import { ROOT } from '../support/texts.ts'

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

test('the list of settings matches the code and docs/operating/settings.md', () => {
  const folder = 'packages/server/src/process'
  const source = readdirSync(join(ROOT, folder))
    .filter((name) => /^(config|.*-settings)\.ts$/.test(name))
    .map((name) => read(join(folder, name)))
    .join('\n')
  const named = [...source.matchAll(/'(BACKHAUL_[A-Z0-9_]+)'|env\.(BACKHAUL_[A-Z0-9_]+)/g)].map(([, a, b]) => (a ?? b) as string)
  expect([...new Set(named)].filter((name) => !SETTINGS.has(name))).toEqual([])
  const table = read('docs/operating/settings.md')
  const rows = [...table.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names]) => (names as string).match(/[A-Z0-9_]{4,}/g) ?? [])
  expect([...SETTINGS].filter((name) => !name.endsWith('_FILE')).sort()).toEqual([...new Set(rows)].sort())
})

test.each([
  ['BACKHAUL_DATABSE_POOL', '20', 'BACKHAUL_DATABASE_POOL'],
  ['BACKHAUL_MASTERKEY', 'x', 'BACKHAUL_MASTER_KEY'],
  ['BACKHAUL_MASTER_KEY_FIL', 'x', 'BACKHAUL_MASTER_KEY_FILE'],
  ['BACKHAUL_PORT', '80', 'PORT'],
  ['BACKHAUL_DATABASE_URL', 'x', 'DATABASE_URL'],
])('%s=%s is not a setting, and the warning suggests %s', (name, value, meant) => {
  expect(unknownSettings({ [name]: value, PATH: '/bin' })).toEqual([`${name} is not a setting and has no effect: did you mean ${meant}?`])
})

test.each([
  ['NEGATIVE_TOTALS', 'set the policy instead: backhaul policy set --negative-total refuse'],
  ['KEEP_ANSWERS_DAYS', 'stored responses are kept for 7 days; remove it'],
  ['DISK_RESERVE_MIB', 'uploads stop when 1 GiB is left; remove it'],
  ['SEED', 'remove it'],
  ['BENCH_SHIPMENTS', 'remove it'],
])('BACKHAUL_%s is no longer a setting: %s', (name, remedy) => {
  expect(unknownSettings({ [`BACKHAUL_${name}`]: 'x' })).toEqual([`BACKHAUL_${name} is not a setting and has no effect: ${remedy}`])
})

test('settings, variables of tests and partner commands, and Kubernetes variables give no warning', () => {
  const others = ['BACKHAUL_URL', 'BACKHAUL_API_KEY', 'BACKHAUL_SIGNING_SECRET', 'BACKHAUL_CHROMIUM', 'BACKHAUL_TEST_TIMES']
  const env = Object.fromEntries([...SETTINGS, ...others].map((name) => [name, 'x']))
  const kubernetes = {
    BACKHAUL_PORT: 'tcp://10.0.0.1:80',
    BACKHAUL_SERVICE_HOST: '10.0.0.1',
    BACKHAUL_SERVICE_PORT: '80',
    BACKHAUL_SERVICE_PORT_HTTP: '80',
    BACKHAUL_PORT_80_TCP_ADDR: '10.0.0.1',
  }
  expect(unknownSettings({ ...env, ...kubernetes })).toEqual([])
})

test('a command warns in one line before it fails, and a misspelled name is not an error', async () => {
  const env = { BACKHAUL_ENV: 'production', BACKHAUL_MASTER_KEYS: 'x' }
  const { code, stderr } = await inProcess(['partner', 'list'], env)
  expect([code, stderr.split('\n').length]).toEqual([1, 3])
  expect(stderr).toMatch(/^backhaul: BACKHAUL_MASTER_KEYS is not a setting and has no effect: did you mean BACKHAUL_MASTER_KEY\?\n/)
})
