// The counter pages at a facility: a task for every scan, a lookup of one parcel, and tenders.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { labeledParcel, press, said, scan, scansOf } from './counter-support.ts'
import { withBrowser } from './support.ts'

const world = withBrowser()

const atFacility = async (): Promise<Page> => {
  const page = await world.signIn('handler', { name: 'Hal Handler' })
  await page.locator('#scan').waitFor()
  return page
}

test('a handler arrives, sorts and injects with one scan each; repeated and late scans are "already done"', async () => {
  const parcel = await labeledParcel(world)
  const page = await atFacility()
  await page.getByLabel('Arrive', { exact: true }).check()
  await page.locator('#scan').focus()
  await scan(page, parcel.barcode)
  expect(await said(page, 'refused')).toContain('Choose the facility first')
  expect(await scansOf(world, parcel)).toEqual([])
  await page.getByLabel('Facility', { exact: true }).selectOption('EWR-SORT')
  for (const task of ['Arrive', 'Sort', 'Hand over to carrier']) {
    await page.getByLabel(task, { exact: true }).check()
    await page.getByText(`Scan to: ${task.toLowerCase()}`).waitFor()
    await page.locator('#scan').focus()
    await scan(page, parcel.barcode)
    await said(page, 'success')
  }
  await scan(page, parcel.barcode)
  expect(await said(page, 'already')).toContain('It counts only once.')
  await page.getByLabel('Arrive', { exact: true }).check()
  await scan(page, parcel.barcode)
  await page.locator('.outcome-box[data-tone="already"]', { hasText: 'nothing changed' }).waitFor()
  expect(await scansOf(world, parcel)).toEqual(['arrive', 'arrive, late', 'inject', 'sort'])
  const { json } = await world.service.demo.get(`/v2/shipments/${parcel.id}/scans`)
  expect(new Set(json.data.map(({ facility }: { facility: string }) => facility))).toEqual(new Set(['EWR-SORT']))
})

test('a parcel view offers the commands that apply and says why the others do not', async () => {
  const parcel = await labeledParcel(world)
  const page = await atFacility()
  await scan(page, parcel.tracking)
  await page.locator('.parcel').waitFor()
  for (const name of ['Arrive', 'Sort', 'Hand over to carrier'])
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(1)
  for (const name of ['Accept', 'Refuse']) expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0)
  await press(page, 'Take into custody')
  await said(page, 'success')
  await scan(page, parcel.tracking)
  await page.getByText('Unavailable actions and reasons').click()
  await page.locator('.others', { hasText: 'Give to driver' }).waitFor()
})

test('a tender is accepted with its piece count; a difference is shown beforehand and recorded', async () => {
  const parcels = [await labeledParcel(world), await labeledParcel(world)]
  const body = { carrier: 'northline', handoff: 'inject', shipment_ids: parcels.map(({ id }) => id) }
  const { json: tender } = await world.service.demo.post('/v2/tenders', body)
  const page = await atFacility()
  await page.getByRole('link', { name: 'Tenders' }).click()
  await page.getByLabel('Pieces counted').fill('1')
  await page.getByText('1 short, 2 announced.').waitFor()
  await press(page, 'Accept the tender')
  expect(await said(page, 'success')).toContain('Tender accepted')
  const { json } = await world.service.demo.get(`/v2/tenders/${tender.id}`)
  expect([json.status, json.piece_count_received, json.discrepancy]).toEqual(['accepted', 1, { type: 'short', delta: -1 }])
  await page.getByText('There are no tenders to accept.').waitFor()
})

test('a handler sees no counter tasks', async () => {
  const page = await atFacility()
  expect(await page.locator('nav a').allTextContents()).toEqual(['Scan', 'Tenders', 'Waiting'])
  await page.goto(`${world.url}/counter/manifest`)
  await page.locator('#scan').waitFor()
})
