// The network in the console: stores, facilities, carriers, markets, rates and prices, imports.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { importWork } from '../../../server/src/app/import-work.ts'
import { Importer } from '../../../server/src/kinds/imports/importer.ts'
import { runImport } from '../../../server/test/ops/imports-support.ts'
import { Holder } from '../../../server/test/support/holder.ts'
import { heading } from './console-support.ts'
import { type Access, expectAccessible, withBrowser } from './support.ts'

const world = withBrowser()

const SCRIPT = '<img src=x onerror=alert(1)>'
const HEADER = 'code,name,line1,city,state,postal_code,country,lat,lon,timezone,hours'
const row = (code: string, name = 'Corner') =>
  `${code},"${name}",1 Main St,Boston,MA,02116,US,42.35,-71.08,America/New_York,mon-fri 08:00-20:00`

const open = async (access: Access, part: string): Promise<Page> => {
  const page = await world.signedIn(access)
  await page.goto(`${world.url}/console/network/${part}`)
  return page
}
const cell = (page: Page, table: string, text: string) => page.getByRole('table', { name: table }).getByText(text, { exact: true }).first()

/** Processes imports until `work` has ended, because the service of the tests has no worker. */
const importing = async <T>(work: () => Promise<T>): Promise<T> => {
  const importer = new Importer(world.service.running.service, importWork(world.service.running.service))
  importer.start()
  try {
    return await work()
  } finally {
    await importer.stop()
  }
}
const choose = async (page: Page, name: string, text: string, kind = 'Stores') => {
  await page.getByLabel(kind).check()
  await page.getByLabel('CSV file').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
}

test('stores are filtered, drawn on a map and opened by keyboard; contents and hours of a store are changed', async () => {
  const operator = await world.service.operator()
  const place = {
    line1: '1 Main St',
    city: 'Reno',
    postal_code: '89501',
    country: 'US',
    lat: 39.5,
    lon: -119.8,
    timezone: 'America/Los_Angeles',
  }
  const { json } = await operator.post('/v2/ops/stores', { code: 'WEB-1', name: SCRIPT, ...place })
  const parcel = (await world.service.demo.post('/v2/shipments', { direction: 'return', fulfillment: 'print_label' })).json
  await world.service.demo.post('/v2/scan-events/accept', { shipment_id: parcel.id, store_id: json.id })
  const page = await open('operator', 'stores')
  page.on('dialog', () => expect.fail('a name ran as a script'))
  await page.getByRole('figure', { name: /Map of the \d+ stores/ }).waitFor()
  expect(await page.locator('.map circle').count()).toBeGreaterThan(1)
  await page.getByLabel('Complete code').fill('WEB-1')
  await page.getByRole('figure', { name: 'Map of the 1 stores' }).waitFor()
  expect(new URL(page.url()).searchParams.get('code')).toBe('WEB-1')
  await page.locator('tbody tr[data-index="0"]').focus()
  await page.keyboard.press('Enter')
  await heading(page, SCRIPT)
  await cell(page, 'Parcels in this store', parcel.tracking).waitFor()
  await page.getByRole('button', { name: 'Change the store' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Monday').fill('08:00-25:00')
  await page.getByLabel('Monday').press('Enter')
  await page.getByRole('alert').getByText('hours/mon').waitFor()
  await page.getByLabel('Monday').fill('08:00-12:00, 13:00-18:00')
  await page.getByLabel('Monday').press('Enter')
  await page.locator('dd', { hasText: '08:00-12:00, 13:00-18:00' }).waitFor()
  expect((await operator.get(`/v2/ops/stores/${json.id}`)).json).toMatchObject({
    ...{ name: SCRIPT, city: 'Reno', state: null },
    hours: {
      mon: [
        ['08:00', '12:00'],
        ['13:00', '18:00'],
      ],
    },
  })
  expect(await page.locator('main img, [onerror]').count()).toBe(0)
  await page.getByRole('button', { name: 'Change the store' }).click()
  await expectAccessible(page)
})

test('facilities, carriers and markets are added and changed, and refusals are shown', async () => {
  const page = await open('operator', 'carriers')
  await page.getByRole('button', { name: 'Add a carrier' }).click()
  await page.getByLabel('Code').fill('bad code')
  await page.getByLabel('Name', { exact: true }).fill('Webline')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').getByText('1 to 40 letters').waitFor()
  await page.getByLabel('Code').fill('webline')
  await page.keyboard.press('Enter')
  await cell(page, 'Carriers', 'Webline').waitFor()
  await page.getByRole('link', { name: 'Stores', exact: true }).click()
  await page.getByRole('link', { name: 'Markets' }).click()
  await heading(page, 'Markets')
  await page.getByRole('button', { name: 'Change US' }).click()
  await page.getByLabel('Choice of the carrier').selectOption('fixed')
  await page.getByLabel('Carrier', { exact: true }).selectOption('webline')
  await page.getByLabel('Returns').selectOption('direct')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await cell(page, 'Markets', 'webline').waitFor()
  await cell(page, 'Markets', 'from the shopper to the carrier').waitFor()
  await page.goto(`${world.url}/console/network/facilities`)
  await page
    .getByRole('button', { name: /^Change / })
    .first()
    .click()
  await page.getByLabel('Name', { exact: true }).fill(SCRIPT)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await cell(page, 'Facilities', SCRIPT).waitFor()
  const operator = await world.service.operator()
  const { data } = (await operator.get('/v2/ops/audit?limit=3')).json
  expect(data.map(({ action, actor }: { action: string; actor: string }) => [action, actor.startsWith('session:')])).toEqual([
    ['facility.changed', true],
    ['market.changed', true],
    ['carrier.created', true],
  ])
  await operator.send('PUT', '/v2/ops/markets/US', { body: { kind: 'marketplace', currency: 'USD', mode: 'network' } })
})

test.each(['operator', 'support', 'partner', 'partner-viewer'] as const)('a price shows how it is calculated: %s', async (access) => {
  const page = await open(access, 'rates')
  await page.getByLabel('From: postal code').fill('10001')
  await page.getByLabel('From: state').fill('NY')
  await page.getByLabel('To: postal code').fill('90001')
  await page.getByLabel('To: state').fill('CA')
  await page.getByLabel('Length, in').fill('20')
  await page.getByLabel('Width, in').fill('20')
  await page.getByLabel('Height, in').fill('20')
  await page.getByLabel('Height, in').press('Enter')
  await page.getByText('The price is based on its size').waitFor()
  await page.getByText('Zone national').waitFor()
  const table = page.getByRole('table', { name: 'Possible carriers, cheapest first' })
  expect(await table.locator('tbody tr').count()).toBeGreaterThan(0)
  expect(await table.getByText('yes', { exact: true }).count()).toBe(1)
  await page.getByLabel('Weight, lb').fill('99999')
  await page.getByLabel('Weight, lb').press('Enter')
  await page.getByRole('alert').getByText('exceeds').waitFor()
  if (access === 'operator') await expectAccessible(page)
  await expect
    .poll(() => page.getByRole('heading', { name: 'Rate cards' }).count())
    .toBe(access === 'operator' || access === 'support' ? 1 : 0)
})

test('a tariff price shows its zone and each of its lines; the page shows which tariff is in force', async () => {
  const operator = await world.service.operator()
  await operator.send('PUT', '/v2/ops/carriers/zoned', { body: { name: 'Zoned' } })
  const file = (day: string) =>
    [
      'carrier,country,currency,effective_on,kind,service_level,measure,zone,from,to,value,cents,percent',
      ...['zone,,,7,*,*,,,', 'zone,,,9,US,*,,,', 'rate,standard,,7,,,70,11,', 'rate,standard,,9,,,70,22,', 'fuel,,,,,,,,50'].map(
        (line) => `zoned,CA,CAD,${day},${line}`,
      ),
    ].join('\n')
  await importing(async () => {
    for (const day of ['2026-01-01', '2099-01-01']) expect(await runImport(operator, 'tariffs', file(day))).toMatchObject({ state: 'done' })
  })
  const page = await open('operator', 'rates')
  const tariffs = page.getByRole('table', { name: 'Tariffs' })
  await tariffs.getByRole('row', { name: /Jan 1, 2026 in force/ }).waitFor()
  await tariffs.getByRole('row', { name: /Jan 1, 2099 scheduled/ }).waitFor()
  for (const end of ['From', 'To']) {
    await page.getByLabel(`${end}: country`).fill('CA')
    await page.getByLabel(`${end}: postal code`).fill('M5H 1A1')
  }
  await page.getByRole('button', { name: 'Calculate the price' }).click()
  await page.getByText('Zone 7 of the tariff of Zoned valid from Jan 1, 2026').waitFor()
  expect(await page.getByText('sender and recipient are in the same state').count()).toBe(0)
  const lines = page.getByRole('table', { name: 'Price components' })
  await lines.getByRole('row', { name: /Fuel 50 % of the freight/ }).waitFor()
  await lines.getByRole('row', { name: /Total CA\$0\.1[67]/ }).waitFor()
  await expectAccessible(page)
})

test('support reads the network but cannot change it; a partner sees the drop-off locations', async () => {
  const support = await open('support', 'carriers')
  await support.getByRole('table', { name: 'Carriers' }).waitFor()
  for (const part of ['carriers', 'stores', 'imports']) {
    await support.goto(`${world.url}/console/network/${part}`)
    await support.locator('h1').waitFor()
    await support.waitForLoadState('networkidle')
    expect(await support.getByRole('button', { name: /^(Add|Change|Import)/ }).count()).toBe(0)
  }
  const partner = await open('partner-viewer', 'stores')
  await partner.getByRole('table', { name: 'Stores' }).waitFor()
  await partner.getByRole('figure', { name: /Map of/ }).waitFor()
  await expectAccessible(partner)
  for (const part of ['carriers', 'imports']) {
    await partner.goto(`${world.url}/console/network/${part}`)
    await partner.getByRole('heading', { name: 'You do not have access to this page' }).waitFor()
  }
})

test('an import shows bad rows with their reasons, and the corrected file takes effect', async () => {
  const page = await open('operator', 'imports')
  await importing(async () => {
    await choose(page, `${SCRIPT}.csv`, [HEADER, row('IMP-1'), row('IMP-2', ''), row('IMP-1', 'Again')].join('\n'))
    await page.getByText('Refused: the file has 2 errors. Nothing was changed.').waitFor()
    const bad = page.getByRole('table', { name: 'Invalid rows' })
    await expect.poll(() => bad.locator('tbody tr').allTextContents()).toEqual(['3namename is required', '4codecode is already on row 2'])
    await page.goBack()
    await choose(page, 'good.csv', [HEADER, row('IMP-1', SCRIPT), row('IMP-2')].join('\n'))
    await page.getByText('Done: 2 rows, 2 new and 0 changed.').waitFor()
  })
  await page.getByRole('link', { name: 'Imports' }).click()
  await cell(page, 'Imports', 'good.csv').waitFor()
  await cell(page, 'Imports', `${SCRIPT}.csv`).waitFor()
  expect(await page.locator('main img, [onerror]').count()).toBe(0)
})

test('unknown numbers of a carrier report wait in the inbox, where one is matched and one dismissed', async () => {
  const operator = await world.service.operator()
  const carrier = { name: 'Relay Freight', adapter: 'file', codes: { PU: 'inject' } }
  expect((await operator.send('PUT', '/v2/ops/carriers/relay', { body: carrier })).status).toBe(200)
  const parcel = (await world.service.demo.post('/v2/shipments', { direction: 'return', fulfillment: 'print_label' })).json
  const page = await open('operator', 'imports')
  const day = new Date().toISOString()
  await importing(async () => {
    await page.getByLabel('Carrier report').check()
    await page.getByLabel('Carrier', { exact: true }).selectOption('Relay Freight')
    const lines = ['number,code,occurred_at,city', `LOST-1,PU,${day},Reno`, `LOST-2,PU,${day},"${SCRIPT}"`, 'LOST-3,PU,yesterday,Reno']
    await page
      .getByLabel('CSV or JSON file')
      .setInputFiles({ name: 'day.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('Done: 2 rows imported: 2 new, 2 with unknown numbers').waitFor()
  })
  await page.getByRole('table', { name: 'Invalid rows' }).waitFor()
  await page.getByRole('link', { name: 'scans with unknown numbers' }).click()
  const inbox = page.getByRole('table', { name: 'Unmatched scans' })
  await inbox.getByText(`${SCRIPT}`).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Match LOST-1' }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel('Tracking number, barcode or shipment id').fill('nothing of ours')
  await page.keyboard.press('Enter')
  await question.getByRole('alert').waitFor()
  await question.getByLabel('Tracking number, barcode or shipment id').fill(parcel.tracking)
  await page.keyboard.press('Enter')
  await page.getByText('LOST-1 is matched. One scan is in the history of the parcel.').waitFor()
  await page.getByRole('button', { name: 'Dismiss LOST-2' }).click()
  await question.getByLabel('Reason (optional)').fill('of another network')
  await page.keyboard.press('Enter')
  await page.getByText('The scan of LOST-2 is dismissed.').waitFor()
  await expect.poll(() => inbox.count()).toBe(0)
  await page.getByLabel('State').selectOption('dismissed')
  await inbox.getByText('of another network').waitFor()
  expect((await operator.get(`/v2/shipments/${parcel.id}`)).json.status).toBe('injected')
  const support = await open('support', 'unmatched?state=dismissed')
  await support.getByRole('table', { name: 'Unmatched scans' }).waitFor()
  expect(await support.getByRole('button', { name: /^(Match|Dismiss)/ }).count()).toBe(0)
})

test('a dropped import shows its progress, survives a reload, and is reported to a second import', async () => {
  const { service } = world.service.running
  const file = [HEADER, ...Array.from({ length: 2_050 }, (_, i) => row(`MID-${i}`))].join('\n')
  const page = await open('operator', 'imports')
  const data = await page.evaluateHandle(`(() => {
    const data = new DataTransfer()
    data.items.add(new File([${JSON.stringify(file)}], 'dropped.csv', { type: 'text/csv' }))
    return data
  })()`)
  await page.locator('.drop').dispatchEvent('drop', { dataTransfer: data })
  await page.getByText('dropped.csv').waitFor()
  const holder = await Holder.begin(service.db.config)
  // Another transaction inserts the last store of the file and has not committed yet, so the import waits for it.
  await holder.query(`insert into stores (id, code, pudo_code, name, line1, city, postal_code, country, lat, lon, timezone)
    values ('sto_0', 'MID-2049', 'x', 'x', 'x', 'x', 'x', 'US', 0, 0, 'UTC')`)
  await importing(async () => {
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('2000 of 2050 are written').waitFor()
    await page.reload()
    await page.getByText('2000 of 2050 are written').waitFor()
    expect(await page.getByRole('progressbar', { name: 'Rows written' }).getAttribute('value')).toBe('2000')
    await page.getByRole('link', { name: 'Imports' }).click()
    await cell(page, 'Imports', 'applying').waitFor()
    await choose(page, 'second.csv', [HEADER, row('SECOND')].join('\n'))
    await page.getByRole('alert').getByText('is still in progress').waitFor()
    await page.getByRole('link', { name: 'dropped.csv' }).click()
    await holder.query('rollback')
    await page.getByText('Done: 2050 rows').waitFor()
  })
})
