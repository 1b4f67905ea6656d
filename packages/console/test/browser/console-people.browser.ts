// Partners, keys, the audit trail, links and sessions: what operators do, what a partner sees of its own data, and a link that the
// partner's back office creates.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { storesByCode } from '../../../server/test/pickups/fixtures.ts'
import { TestClient } from '../../../server/test/support/client.ts'
import { shortId } from '../../src/console/names.tsx'
import { expectAccessible, tabStops, withBrowser } from './support.ts'

const world = withBrowser()
const STORED_SCRIPT = '<img src=x onerror=alert(1)>"><script>alert(1)</script>'

const waitForHeading = (page: Page, text: string) => page.locator('h1', { hasText: text }).waitFor()
const section = (page: Page, name: string) => page.getByRole('region', { name })
const go = async (page: Page, path: string, heading: string) => {
  await page.goto(world.url + path)
  await waitForHeading(page, heading)
}
const idOf = ({ credentials }: TestClient): string => credentials.api_key.split('_').slice(2, 4).join('_')

test('an operator adds a partner, whose working key and secret are shown once and saved as a file', async () => {
  const page = await world.signedIn('operator')
  await go(page, '/console/partners', 'Partners')
  await section(page, 'Add a partner').getByLabel('Name', { exact: true }).fill(STORED_SCRIPT)
  await section(page, 'Add a partner').getByLabel('Contact email').fill('pia@partner.example')
  await page.getByRole('button', { name: 'Add the partner' }).click()
  const api_key = await page.getByLabel('Key', { exact: true }).inputValue()
  const signing_secret = await page.getByRole('textbox', { name: 'Signing secret', exact: true }).inputValue()
  const client = new TestClient(world.url, { api_key, signing_secret })
  expect((await client.get('/v2/shipments')).status).toBe(200)
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save the credentials file' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await saving).createReadStream()) chunks.push(chunk as Buffer)
  expect(JSON.parse(Buffer.concat(chunks).toString())).toMatchObject({ base_url: world.url, api_key, signing_secret })
  await page.reload()
  await page.getByRole('link', { name: STORED_SCRIPT }).click()
  await waitForHeading(page, STORED_SCRIPT)
  expect(await page.content()).not.toContain(signing_secret)
  await section(page, 'Change the partner').getByLabel('Requests per minute for each key').fill('250')
  await section(page, 'Change the partner').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await section(page, 'Brand').getByLabel('Color, such as #0a7d5b').fill('#0a7d5b')
  await page.getByRole('button', { name: 'Save the brand' }).click()
  await page.getByText('#0a7d5b, on light pages').waitFor()
  const [partner] = (await (await world.service.operator()).get('/v2/ops/partners?limit=1')).json.data
  expect(partner).toMatchObject({ name: STORED_SCRIPT, contact_email: 'pia@partner.example', rate_limit: 250 })
})

test('an operator creates a scoped key, changes it, replaces its secret, and revokes it after one confirmation', async () => {
  const page = await world.signedIn('operator')
  const partner = await world.service.partner({ name: 'Keyed' })
  await go(page, `/console/partners/${partner.partnerId}`, 'Keyed')
  const form = section(page, 'Create a key')
  await form.getByLabel('Name, such as the program').fill('Warehouse')
  for (const scope of ['scans:write', 'tenders:write', 'claims:write', 'adjustments:write']) await form.getByLabel(scope).uncheck()
  await form.getByLabel('Allowed addresses').fill('127.0.0.1\n::1')
  await page.getByRole('button', { name: 'Create the key' }).click()
  const api_key = await page.getByLabel('Key', { exact: true }).inputValue()
  const signing_secret = await page.getByRole('textbox', { name: 'Signing secret', exact: true }).inputValue()
  const client = new TestClient(world.url, { api_key, signing_secret })
  expect((await client.get('/v2/shipments')).status).toBe(200)
  await page.getByRole('table', { name: 'Keys' }).getByRole('link', { name: 'Warehouse' }).click()
  await waitForHeading(page, 'Key Warehouse')
  await page.getByText('127.0.0.1, ::1').waitFor()
  const change = section(page, 'Change the key')
  await change.getByLabel('shipments:read').uncheck()
  await change.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  expect((await client.get('/v2/shipments')).json.error.code).toBe('insufficient_scope')
  await page.getByRole('button', { name: 'Create a new signing secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create a new secret' }).click()
  const next = await page.getByRole('textbox', { name: 'Signing secret', exact: true }).inputValue()
  expect((await new TestClient(world.url, { api_key, signing_secret: next }).get('/v2/events')).status).toBe(200)
  await page.getByRole('button', { name: 'Revoke the key' }).click()
  await page.getByRole('button', { name: 'Go back' }).click()
  expect((await client.get('/v2/events')).status).toBe(200)
  await page.getByRole('button', { name: 'Revoke the key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke the key' }).click()
  await page.getByText('revoked', { exact: false }).first().waitFor()
  await expect.poll(async () => (await client.get('/v2/events')).status).toBe(401)
  // The audit trail lists every step and links back to the key.
  await page.getByRole('link', { name: 'changes to this key' }).click()
  await waitForHeading(page, 'Audit trail')
  for (const action of ['key.revoked', 'key.secret_rotated', 'key.changed', 'key.created'])
    await page.getByText(action, { exact: true }).first().waitFor()
  await page.getByText('Cora Counter').first().waitFor()
  await page
    .getByRole('link', { name: `key ${shortId(idOf(client))}` })
    .first()
    .click()
  await waitForHeading(page, 'Key Warehouse')
})

test('a partner rotates secrets of its keys; a viewer only sees keys; neither finds operator pages', async () => {
  const id = idOf(world.service.demo)
  const page = await world.signedIn('partner')
  await go(page, '/console/keys', 'Keys')
  await page.locator(`a[href="/console/keys/${id}"]`).click()
  await page.getByRole('button', { name: 'Create a new signing secret' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create a new secret' }).click()
  const signing_secret = await page.getByRole('textbox', { name: 'Signing secret', exact: true }).inputValue()
  const { api_key } = world.service.demo.credentials
  expect((await new TestClient(world.url, { api_key, signing_secret }).get('/v2/shipments')).status).toBe(200)
  expect(await page.getByRole('button', { name: 'Revoke the key' }).count()).toBe(0)
  const viewer = await world.signedIn('partner-viewer')
  await go(viewer, `/console/keys/${id}`, 'Key')
  // The page has just sent a request, so at least one request is counted.
  await viewer.getByText(/requests per minute, [1-9]\d* of them used in the last minute/).waitFor()
  expect(await viewer.getByRole('button', { name: 'Create a new signing secret' }).count()).toBe(0)
  for (const path of ['/console/partners', '/console/audit']) {
    await page.goto(world.url + path)
    await page.locator('h1').waitFor()
    expect([path, await page.locator('h1').textContent()]).not.toEqual([path, expect.stringMatching(/^(Partners|Audit trail)$/)])
  }
})

test('support reads partners, keys and the audit trail and is offered no changes', async () => {
  const page = await world.signIn('support')
  const [partner] = (await (await world.service.operator()).get('/v2/ops/partners?limit=1')).json.data
  for (const [path, heading] of [
    ['/console/partners', 'Partners'],
    [`/console/partners/${partner.id}`, partner.name],
    ['/console/keys', 'Keys'],
    [`/console/keys/${idOf(world.service.demo)}`, 'Key'],
    ['/console/people', 'People'],
  ]) {
    await go(page, path, heading)
    await page.waitForLoadState('networkidle')
    const buttons = await page.locator('main button').allTextContents()
    expect([path, buttons.filter((name) => name !== 'Show more' && !name.startsWith('Copy id of '))]).toEqual([path, []])
  }
})

test('the audit trail is filtered by its address and shows changes as text', async () => {
  const operator = await world.service.operator()
  const partner = await world.service.partner({ name: 'Before' })
  await operator.patch(`/v2/ops/partners/${partner.partnerId}`, { name: STORED_SCRIPT })
  const page = await world.signedIn('operator')
  await go(page, '/console/audit', 'Audit trail')
  await page.getByLabel('Action, such as key.revoked').fill('partner.changed')
  await page.getByLabel('Subject id or code').fill(partner.partnerId)
  await expect.poll(() => page.locator('.audit-entry').count()).toBe(1)
  await expect
    .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
    .toEqual({ action: 'partner.changed', subject: partner.partnerId })
  await page.getByText('What changed').click()
  expect(await page.locator('ins', { hasText: 'img' }).textContent()).toBe(STORED_SCRIPT)
  expect(await page.locator('del', { hasText: 'Before' }).textContent()).toBe('Before')
})

test('an operator invites a person of a partner, who starts on the console’s first page', async () => {
  const page = await world.signedIn('operator')
  await go(page, '/console/people', 'People')
  await page.getByLabel('Access', { exact: true }).selectOption('partner-viewer')
  await page.getByLabel('Name of the person or device').fill('Vera Viewer')
  await page.getByLabel('Email').fill('vera@partner.example')
  await page.getByRole('combobox', { name: /^Partner/ }).selectOption({ label: 'Demo' })
  await page.getByRole('button', { name: 'Create a link' }).click()
  const link = await page.getByLabel('Sign-in link', { exact: true }).inputValue()
  const theirs = await (await world.context()).newPage()
  await theirs.goto(link)
  await theirs.waitForURL(`${world.url}/console`)
  await theirs.getByText('Vera Viewer').first().waitFor()
})

/** A partner's back office: a page behind the partner's own sign-in that creates a link and redirects to it. Ten lines, as in the guide. */
const backOffice = async () => {
  const server = createServer(async (_, response) => {
    const person = { name: 'Bo Backoffice', email: 'bo@partner.example', access: 'partner', path: '/console/webhooks', expires_in: 60 }
    const { json } = await world.service.demo.post('/v2/console-links', person)
    const { pathname, hash } = new URL(json.url)
    response.writeHead(303, { location: `${world.url}${pathname}${hash}`, 'cache-control': 'no-store' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`, close: () => server.close().closeAllConnections() }
}

test('one click in a partner’s back office opens the named page of the console, signed in, and no other site', async () => {
  const office = await backOffice()
  try {
    world.allow(office.url)
    const page = await (await world.context()).newPage()
    await page.goto(office.url)
    await page.waitForURL(`${world.url}/console/webhooks`)
    await waitForHeading(page, 'Webhooks')
    await page.getByRole('button', { name: 'Account of Bo Backoffice' }).waitFor()
    // A link to a page outside the console is refused when it is created. A session that has such a page anyway ignores it.
    const context = await world.context()
    await context.route('**/v2/console-sessions', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), path: '//elsewhere.example/console' } })
    })
    const other = await world.open((await world.link('partner')).slice(world.url.length), context)
    await other.waitForURL(`${world.url}/console`)
  } finally {
    office.close()
  }
})

test('a person who scanned unknown codes is marked; sessions created by a person who left can end too', async () => {
  const email = 'leaver@example.com'
  const leaver = await world.signIn('partner', { name: 'Lea Leaver', email })
  const made = await leaver.evaluate<{ url: string }>(`fetch('/v2/console-links', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-backhaul-console': '1' },
    body: JSON.stringify({ name: 'Nora Next', email: 'next@example.com', access: 'partner-viewer' }),
  }).then((answer) => answer.json())`)
  const next = await (await world.context()).newPage()
  await next.goto(made.url)
  await next.waitForURL(/\/console/)
  const store_id = [...(await storesByCode(world.service)).values()][0] as string
  const clerk = await world.signIn('counter', { name: 'Clara Clerk', email: 'clerk@example.com', store_id })
  await clerk.evaluate(`Promise.all(Array.from({ length: 20 }, (_, i) => fetch('/v2/parcels/find?code=NOTHING' + i)))`)
  const page = await world.signedIn('partner')
  await go(page, '/console/people', 'People')
  const people = section(page, 'Signed in')
  const row = (name: string) => people.getByRole('listitem').filter({ hasText: name })
  await row('Clara Clerk').getByText('20 scanned codes matched no parcel. Limited to one code every 10 seconds').waitFor()
  await row('Lea Leaver').getByRole('button', { name: 'End the session of Lea Leaver' }).click()
  const dialog = page.getByRole('dialog', { name: 'End the session?' })
  const hasLeft = dialog.getByRole('checkbox', { name: /^This person has left/ })
  expect(await hasLeft.isChecked()).toBe(false)
  await expectAccessible(page)
  await hasLeft.check()
  await dialog.getByRole('button', { name: 'End it' }).click()
  for (const name of ['Lea Leaver', 'Nora Next']) await row(name).waitFor({ state: 'detached' })
  const status = (of: Page) => of.evaluate<number>(`fetch('/v2/console-sessions/current').then(({ status }) => status)`)
  expect([await status(leaver), await status(next)]).toEqual([401, 401])
})

test('the dialog for withdrawing a link does not ask whether the person has left', async () => {
  const page = await world.signedIn('partner')
  await world.link('partner-viewer', { name: 'Una Unopened' })
  await go(page, '/console/people', 'People')
  await page.getByRole('button', { name: 'Withdraw the link of Una Unopened' }).click()
  await page.getByRole('dialog', { name: 'Withdraw the link?' }).waitFor()
  expect(await page.getByRole('dialog').getByRole('checkbox').count()).toBe(0)
})

test('a key is managed by keyboard alone', async () => {
  const page = await world.signedIn('operator')
  await go(page, `/console/keys/${idOf(world.service.demo)}`, 'Key')
  const stops = await tabStops(page)
  for (const name of ['Create a new signing secret', 'Revoke the key', 'shipments:read', 'Save'])
    expect([name, stops.some((stop) => stop.includes(name))]).toEqual([name, true])
  await page.getByRole('button', { name: 'Revoke the key' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})
