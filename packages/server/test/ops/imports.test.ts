// Imports of files in the background (docs/guide/imports.md).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let service: TestService
let operator: TestClient
beforeAll(async () => {
  service = await startTestService('all')
  operator = await service.operator()
})
afterAll(() => service.close())

const HEADER = 'code,name,line1,city,state,postal_code,country,lat,lon,timezone,hours'
const store = (code: string, name = 'Back Bay') =>
  `${code},${name},1 Boylston St,Boston,MA,02116,US,42.35,-71.08,America/New_York,mon-fri 08:00-20:00`
const csv = (...rows: string[]) => [HEADER, ...rows].join('\n')

const start = (kind: 'stores' | 'rates', file: string | Uint8Array) =>
  operator.post(`/v2/ops/imports?kind=${kind}&file_name=${kind}.csv`, file, { headers: { 'Content-Type': 'text/csv' } })

const ended = async (id: string) =>
  until('the import has ended', async () => {
    const { json } = await operator.get(`/v2/ops/imports/${id}`)
    return json.ended_at && json
  }, 30_000)

const run = async (kind: 'stores' | 'rates', file: string | Uint8Array) => {
  const { status, json, text } = await start(kind, file)
  expect([status, text]).toEqual([202, expect.anything()])
  return ended(json.id)
}

test('big', async () => {
  const rows = Array.from({ length: 50_000 }, (_, i) => store(`BULK-${i}`))
  const begun = performance.now()
  const { json } = await start('stores', csv(...rows))
  console.log('posted', performance.now() - begun)
  let last = ''
  await until('x', async () => {
    const { json: now } = await operator.get(`/v2/ops/imports/${json.id}`)
    const line = `${now.state} ${now.checked_rows} ${now.applied_rows}`
    if (line !== last) console.log((performance.now() - begun).toFixed(), line)
    last = line
    return now.ended_at
  }, 60_000)
  console.log(JSON.stringify(await ended(json.id)))
  const b = performance.now()
  console.log(JSON.stringify(await run('stores', csv(...rows.map(r => r.replace('Back Bay', 'New Bay'))))), performance.now() - b)
}, 100_000)
