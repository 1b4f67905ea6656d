// Operator commands for the shopper pages on the command line, while a server runs.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PNG_LOGO } from '../shopper/files.ts'
import { ADDRESS, RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { inProcess } from './run.ts'

let service: TestService
let partner: TestClient & { partnerId: string }
let folder: string
beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner()
  folder = mkdtempSync(join(tmpdir(), 'backhaul-logo-'))
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

const run = (...args: string[]) => {
  const { databaseUrl, dataDir } = service.running.service.config
  return inProcess(args, { DATABASE_URL: databaseUrl as string, BACKHAUL_DATA_DIR: dataDir, BACKHAUL_PUBLIC_URL: service.url })
}

test('a leaked link is withdrawn and renewed, each with an audit entry', async () => {
  const { id, parcel_url } = (await partner.post('/v2/shipments', { ...RETURN, to: ADDRESS })).json
  expect((await run('page', 'withdraw', id)).stdout).toBe(`The page of ${id} no longer shows the parcel.
`)
  expect((await fetch(parcel_url)).status).toBe(404)
  const { stdout } = await run('page', 'renew', id)
  expect(stdout.trim()).toBe((await partner.get(`/v2/shipments/${id}`)).json.parcel_url)
  expect((await fetch(stdout.trim())).status).toBe(200)
  const { data } = (await (await service.operator()).get(`/v2/ops/audit?subject=${id}`)).json
  expect(data.map(({ action }: { action: string }) => action)).toEqual(['page.renewed', 'page.withdrawn'])
  const unknown = await run('page', 'renew', 'shp_00000000000000000000000000')
  expect([unknown.code, unknown.stderr]).toEqual([1, 'backhaul: No shipment with this id exists for your account.\n'])
})

test('the brand of a partner is set, shown and removed', async () => {
  const logo = join(folder, 'logo.png')
  writeFileSync(logo, PNG_LOGO)
  const set = await run('brand', 'set', partner.partnerId, '--color', '#0A7D5B', '--logo', logo, '--json')
  expect([set.code, set.json]).toMatchObject([0, { color: '#0a7d5b', logo_type: 'image/png' }])
  expect((await run('brand', 'show', partner.partnerId, '--json')).json).toEqual(set.json)
  expect((await partner.get(`/v2/partners/${partner.partnerId}/brand`)).json).toEqual(set.json)
  expect((await run('brand', 'set', partner.partnerId, '--logo', 'none', '--json')).json).toMatchObject({
    color: '#0a7d5b',
    logo_type: null,
  })
  expect((await run('brand', 'set', partner.partnerId, '--color', 'green')).code).toBe(2)
  expect((await run('brand', 'set', partner.partnerId, '--logo', join(folder, 'none.png'))).code).toBe(1)
  expect((await run('brand', 'set', partner.partnerId)).code).toBe(1)
})
