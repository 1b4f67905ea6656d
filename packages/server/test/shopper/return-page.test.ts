// The return page: a form without scripts that creates one shipment and explains invalid input.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { renderQr } from '../../src/kinds/labels/qr-image.ts'
import { ADDRESS, TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { signIn } from '../support/session.ts'

let service: TestService
let partner: TestClient & { partnerId: string }
beforeAll(async () => {
  service = await startTestService()
  partner = await service.partner({ name: 'Acme Outfitters' })
})
afterAll(() => service.close())

const HOUSE = { name: 'Ada Lovelace', line1: '77 Main St', city: 'New York', state: 'NY', postal_code: '10011', country: 'US' }

const makeLink = async (body: object = {}) => {
  const answer = await partner.post('/v2/return-links', { order_id: 'ORDER-7', rma: 'RMA-7', from: HOUSE, to: ADDRESS, ...body })
  expect(answer.status, answer.text).toBe(201)
  return answer.json
}

const open = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers, redirect: 'manual' })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

const FORM = { number: '0', ...HOUSE, fulfillment: 'qr_code' }

const submit = async (url: string, fields: Record<string, string> = FORM, headers: Record<string, string> = {}) => {
  const body = new URLSearchParams(fields).toString()
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  })
  return { status: answer.status, headers: answer.headers, location: answer.headers.get('location'), text: await answer.text() }
}

const shipmentsOf = async (id: string): Promise<string[]> => (await partner.get(`/v2/return-links/${id}`)).json.shipment_ids

test('the form shows what the partner knows and leads to the parcel page of the created shipment', async () => {
  const link = await makeLink({ customer: 'cust-1', metadata: { channel: 'mail' }, parcel: { weight: 2 }, declared_value: 4599 })
  const form = await open(link.url)
  expect(form.status).toBe(200)
  for (const text of ['value="77 Main St"', 'value="10011"', 'ORDER-7', 'RMA-7', '$45.99', 'Backhaul Counter Chelsea', '<svg class="map"'])
    expect(form.text).toContain(text)
  const { status, location } = await submit(link.url, { ...FORM, line1: '78 Main St' })
  expect([status, location?.slice(0, 3)]).toEqual([303, '/p/'])
  const parcel = await open(service.url + location)
  expect(parcel.text).toContain('Take your parcel to a counter and show this code')
  const [id] = await shipmentsOf(link.id)
  const { json } = await partner.get(`/v2/shipments/${id}`)
  expect(json).toMatchObject({
    direction: 'return',
    fulfillment: 'qr_code',
    channel: 'api',
    order_id: 'ORDER-7',
    rma: 'RMA-7',
    customer: 'cust-1',
    declared_value: 4599,
    metadata: { channel: 'mail' },
    from: { name: 'Ada Lovelace', line1: '78 Main St' },
    to: { line1: ADDRESS.line1 },
    parcel: { weight: 2 },
  })
  expect(json.parcel_url).toContain(location?.split('?')[0])
})

test('the shipment fires the events of any creation, and the partner is named as the actor', async () => {
  const link = await makeLink()
  await submit(link.url, { ...FORM, fulfillment: 'print_label' })
  const [id] = await shipmentsOf(link.id)
  const events = await partner.events(id)
  expect(events.map(({ event }) => event)).toEqual(['shipment.created', 'shipment.label_ready'])
  const made = await partner.post('/v2/shipments', { direction: 'return', fulfillment: 'print_label', to: ADDRESS })
  const [own] = await partner.events(made.json.id)
  expect(Object.keys(events[0]).sort()).toEqual(Object.keys(own).sort())
  expect(events[0].event_info).toMatchObject({ email: 'p@example.com', full_name: 'Pat Partner' })
})

describe('one shipment', () => {
  const submitAtOnce = async (times: number) => {
    const link = await makeLink()
    const answers = await Promise.all(Array.from({ length: times }, (_, i) => submit(link.url, { ...FORM, line1: `${i} Main St` })))
    return { link, answers }
  }

  test('results from any number of simultaneous forms', async () => {
    const { link, answers } = await submitAtOnce(12)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]))
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1)
    expect(await shipmentsOf(link.id)).toHaveLength(1)
    expect(
      (await partner.get('/v2/shipments?order_id=ORDER-7&limit=100')).json.data.filter(
        (one: { from: { line1: string } }) =>
          /^\d+ Main St$/.test(one.from.line1) && !['77', '78'].includes(one.from.line1.split(' ')[0] as string),
      ),
    ).toHaveLength(1)
  })

  test('results from a form that is sent again later, and the page then links to the parcel', async () => {
    const link = await makeLink()
    const [first, second] = [await submit(link.url), await submit(link.url, { ...FORM, city: 'Newark' })]
    expect(second.location).toBe(first.location)
    const page = await open(link.url)
    expect(page.text).toContain('Your return has been created')
    expect(page.text).toContain(first.location)
    expect(page.text).not.toContain('<form method="post"')
  })

  test('results even if the answer to the first form was forgotten', async () => {
    const link = await makeLink()
    const first = await submit(link.url)
    await service.running.service.db.query('test_forget', 'delete from idempotency_keys where principal = $1', [link.id])
    expect((await submit(link.url)).location).toBe(first.location)
    expect(await shipmentsOf(link.id)).toHaveLength(1)
  })
})

describe('a link for several shipments', () => {
  /** Returns the hidden fields of the form that the page currently shows. */
  const formOf = ({ text }: { text: string }): Record<string, string> => {
    const hidden = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)]
    expect(hidden).toHaveLength(1)
    return { ...HOUSE, fulfillment: 'qr_code', ...Object.fromEntries(hidden.map(([, name, value]) => [name, value])) }
  }

  test('creates one for each form, and only the same form leads to its parcel', async () => {
    const link = await makeLink({ max_shipments: 3 })
    const [mine, theirs] = [formOf(await open(link.url)), formOf(await open(link.url))]
    expect(mine.form).toMatch(/^[\w-]{24}$/)
    expect(theirs.form).not.toBe(mine.form)
    const first = await submit(link.url, mine)
    const again = await Promise.all(Array.from({ length: 6 }, () => submit(link.url, { ...mine, city: 'Newark' })))
    expect(new Set(again.map(({ location }) => location))).toEqual(new Set([first.location]))
    const second = await submit(link.url, { ...theirs, number: '0' })
    expect([second.status, second.location === first.location]).toEqual([303, false])
    expect(await shipmentsOf(link.id)).toHaveLength(2)
    await service.running.service.db.query('test_forget_forms', 'delete from idempotency_keys where principal = $1', [link.id])
    expect((await submit(link.url, mine)).location).toBe(first.location)
    expect(await shipmentsOf(link.id)).toHaveLength(2)
  })

  test('never shows the parcel of another person, even after it is used up', async () => {
    const link = await makeLink({ max_shipments: 2 })
    const mine = formOf(await open(link.url))
    const { location } = await submit(link.url, mine)
    const token = (location as string).split('?')[0] as string
    const { form, ...rest } = mine as Record<string, string> & { form: string }
    const changed = `${form.slice(0, -1)}${form.endsWith('A') ? 'B' : 'A'}`
    const makeNothing = [{}, { number: '0' }, { form: '' }, { form: '0', number: '0' }, { form: 'constructor' }, { form: form.slice(1) }]
    for (const fields of makeNothing) {
      const answer = await submit(link.url, { ...rest, ...fields })
      expect([fields, answer.status, answer.location, answer.text.includes(token)]).toEqual([fields, 200, null, false])
      // The page keeps the values that were typed, and its new form can be submitted.
      expect(answer.text).toContain('value="77 Main St"')
      expect(formOf(answer).form).not.toBe(form)
    }
    expect(await shipmentsOf(link.id)).toHaveLength(1)
    expect((await submit(link.url, { ...rest, form: changed })).location).not.toContain(token)
    expect((await partner.get(`/v2/return-links/${link.id}`)).json).toMatchObject({ status: 'used', url: null })
    for (const page of [await open(link.url), await submit(link.url, { ...rest, form: 'B'.repeat(24) }), await submit(link.url, rest)]) {
      expect([page.status, page.text.includes('This link has been used up'), /\/p\//.test(page.text)]).toEqual([200, true, false])
    }
    expect((await submit(link.url, mine)).location).toBe(location)
  })

  test('keeps the form when the input is refused', async () => {
    const link = await makeLink({ max_shipments: 2 })
    const mine = formOf(await open(link.url))
    const refused = await submit(link.url, { ...mine, line1: '' })
    expect([refused.status, formOf(refused).form]).toEqual([422, mine.form])
  })

  test('creates no more than its limit, even with many simultaneous forms', async () => {
    const link = await makeLink({ max_shipments: 3 })
    const forms = await Promise.all(Array.from({ length: 8 }, async () => formOf(await open(link.url))))
    await Promise.all([...forms, ...forms].map((form) => submit(link.url, form)))
    expect(await shipmentsOf(link.id)).toHaveLength(3)
  })
})

describe('the input of the form', () => {
  test('is kept when it is refused, with plain words at the field', async () => {
    const link = await makeLink({ asks_contents: true })
    const { status, text } = await submit(link.url, { ...FORM, line1: '', name: 'A & "B" <c>', contents: '', fulfillment: '' })
    expect(status).toBe(422)
    expect(text).toContain('value="A &amp; &quot;B&quot; &lt;c&gt;"')
    expect(text).toMatch(
      /id="line1-fault">Please fill this in\.<\/span><input id="line1"[^>]* aria-invalid="true" aria-describedby="line1-fault"/,
    )
    expect(text).toContain('id="contents-fault"')
    expect(text).toContain('id="fulfillment-fault">Please choose one of these.')
    expect(await shipmentsOf(link.id)).toEqual([])
  })

  test('is refused by the length rule of the API, in the language of the page', async () => {
    const link = await makeLink({ language: 'es' })
    const { text } = await submit(link.url, { ...FORM, line1: 'x'.repeat(101) })
    expect(text).toContain('Es demasiado largo. Por favor, acórtelo.')
    expect((await open(`${link.url}?lang=fr`)).text).toContain('Commencez votre retour')
  })

  test('is refused at the country field if the country is not served', async () => {
    const link = await makeLink({ from: { ...HOUSE, country: undefined } })
    const { text, status } = await submit(link.url, { ...FORM, country: 'ZZ' })
    expect([status, text.includes('id="country-fault"')]).toEqual([422, true])
  })

  test('is refused at the postal code if the policy refuses its format', async () => {
    const operator = await service.operator()
    await operator.send('PUT', '/v2/ops/policy', { body: { address_formats: 'refuse' } })
    const { text, status } = await submit((await makeLink()).url, { ...FORM, postal_code: 'none' })
    await operator.send('PUT', '/v2/ops/policy', { body: {} })
    expect(status).toBe(422)
    expect(text).toContain('id="postal_code-fault">This does not look right')
  })

  test('about the contents is stored with the shipment', async () => {
    const link = await makeLink({ asks_contents: true, metadata: { a: 'b' } })
    await submit(link.url, { ...FORM, contents: 'two shirts\r\nblue 🎁' })
    const [id] = await shipmentsOf(link.id)
    expect((await partner.get(`/v2/shipments/${id}`)).json.metadata).toEqual({ a: 'b', contents: 'two shirts\nblue 🎁' })
  })
})

test("the form always uses the country of the link's market", async () => {
  const link = await makeLink({ from: undefined, market: 'US' })
  expect((await open(link.url)).text).not.toContain('value="CA"')
  await submit(link.url, { ...FORM, country: 'CA' })
  const [id] = await shipmentsOf(link.id)
  expect((await partner.get(`/v2/shipments/${id}`)).json.from.country).toBe('US')
})

test('a fulfillment that the link excludes is neither offered nor accepted', async () => {
  const link = await makeLink({ fulfillments: ['print_label'] })
  expect((await open(link.url)).text).not.toContain('value="qr_code"')
  await submit(link.url, { ...FORM, fulfillment: 'qr_code' })
  const [id] = await shipmentsOf(link.id)
  expect((await partner.get(`/v2/shipments/${id}`)).json.fulfillment).toBe('print_label')
})

test('a withdrawn link answers like an unknown link and creates nothing', async () => {
  const link = await makeLink()
  expect((await partner.delete(`/v2/return-links/${link.id}`)).json).toMatchObject({ status: 'withdrawn', url: null })
  const wrong = await open(`${service.url}/r/${'0'.repeat(50)}`)
  const [page, form] = [await open(link.url), await submit(link.url)]
  expect([wrong.status, page.status, form.status]).toEqual([404, 404, 404])
  expect(page.text.replaceAll(new URL(link.url).pathname, '')).toBe(wrong.text)
  expect(await shipmentsOf(link.id)).toEqual([])
})

test('a link after its last day says so and creates nothing', async () => {
  const other = await service.partner({ name: 'Late' })
  const { json: link } = await other.post('/v2/return-links', {
    to: ADDRESS,
    last_day: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
  })
  expect((await open(link.url)).status).toBe(200)
  await other.post('/v2/test/clock/advance', { seconds: 4 * 86_400 })
  const [page, form] = [await open(link.url), await submit(link.url)]
  expect([page.status, form.status]).toEqual([410, 410])
  expect(page.text).toContain('This return has expired')
  expect((await other.get(`/v2/return-links/${link.id}`)).json).toMatchObject({ status: 'over', url: null, shipment_ids: [] })
})

describe('a submitted form', () => {
  test.each([
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site', origin: 'null' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'nonsense' }, 403],
    [{ 'content-type': 'text/plain' }, 415],
    [{ 'content-type': 'application/json' }, 415],
    [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, 303],
  ])('with %j is answered %i', async (headers, expected) => {
    const link = await makeLink()
    expect((await submit(link.url, FORM, headers as Record<string, string>)).status).toBe(expected)
    expect(await shipmentsOf(link.id)).toHaveLength(expected === 303 ? 1 : 0)
  })

  test('is accepted from an older browser that sends only the own origin', async () => {
    const link = await makeLink()
    expect((await submit(link.url, FORM, { origin: service.url })).status).toBe(303)
  })
})

test.each([
  ['too long', { ...FORM, contents: 'x'.repeat(20_000) }, 413],
  ['without a number', { line1: 'x' }, 200],
  ['with a thousand fields', Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`f${i}`, ''])), 200],
  ['with an unexpected number', { ...FORM, number: '7' }, 303],
])('a form %s creates at most one shipment', async (_, fields, expected) => {
  const link = await makeLink()
  expect((await submit(link.url, fields as Record<string, string>)).status).toBe(expected)
  expect((await shipmentsOf(link.id)).length).toBeLessThanOrEqual(1)
})

describe('the API of return links', () => {
  test.each([
    [{ last_day: '2020-01-01' }, '/last_day'],
    [{ last_day: '2099-01-01' }, '/last_day'],
    [{ market: 'CA' }, '/from/country'],
    [{ asks_contents: true, metadata: { contents: 'x' } }, '/metadata/contents'],
    [{ fulfillments: [] }, '/fulfillments'],
    [{ max_shipments: 21 }, '/max_shipments'],
    [{ language: 'de' }, '/language'],
    [{ from: { country: 'XX' } }, '/from/country'],
    [{ to: { ...ADDRESS, country: 'FR' } }, '/to/country'],
    [{ color: 'red' }, '/color'],
  ])('refuses %j at %s', async (body, path) => {
    const { status, json } = await partner.post('/v2/return-links', { from: HOUSE, to: ADDRESS, ...body })
    expect([status, json.error.details.errors[0].path]).toEqual([422, path])
  })

  test('refuses a link at once if the return has no destination', async () => {
    const { running } = service
    await running.service.db.query('test_hub', "delete from settings where name = 'returns_hub'")
    await running.service.network.forget()
    const { status, json } = await partner.post('/v2/return-links', {})
    await running.service.db.query(
      'test_hub_back',
      "insert into settings (name, value) values ('returns_hub', $1) on conflict do nothing",
      [JSON.stringify({ name: 'Returns', line1: '100 Logistics Way', city: 'Columbus', state: 'OH', postal_code: '43217', country: 'US' })],
    )
    await running.service.network.forget()
    expect([status, json.error.details.errors[0].path]).toEqual([422, '/to'])
  })

  test('the link is also a QR, until the link is withdrawn', async () => {
    const link = await makeLink({})
    const image = await fetch(`${link.url}/qr`)
    const drawn = renderQr(link.url, 'png')
    expect([image.headers.get('content-type'), Buffer.from(await image.arrayBuffer()).equals(drawn)]).toEqual(['image/png', true])
    await partner.send('DELETE', `/v2/return-links/${link.id}`)
    expect((await fetch(`${link.url}/qr`)).status).toBe(404)
  })

  test('shows the page address only to callers who may create links', async () => {
    const link = await makeLink({ order_id: 'ORDER-URL' })
    const operator = await service.operator()
    const seen = async (client: TestClient) => {
      const [one, list] = [await client.get(`/v2/return-links/${link.id}`), await client.get('/v2/return-links?order_id=ORDER-URL')]
      expect([one.status, list.status, list.json.data[0].id]).toEqual([200, 200, link.id])
      return [one.json.url, list.json.data[0].url]
    }
    const keyWith = async (scopes: string[]) =>
      new TestClient(service.url, (await operator.post('/v2/ops/keys', { kind: 'partner', partner_id: partner.partnerId, scopes })).json)
    const reader = await keyWith(['shipments:read'])
    const writer = await keyWith(['shipments:read', 'shipments:write', 'scans:write'])
    const creators = [
      partner,
      writer,
      await signIn(partner, { access: 'partner' }),
      operator,
      await signIn(operator, { access: 'operator' }),
    ]
    for (const client of creators) expect(await seen(client)).toEqual([link.url, link.url])
    const without = [
      reader,
      await service.operator(['shipments:read', 'shipments:write']),
      await signIn(partner, { access: 'partner-viewer' }),
      await signIn(operator, { access: 'support' }),
      await signIn(writer, { access: 'partner-viewer' }),
    ]
    for (const client of without) expect(await seen(client)).toEqual([null, null])
  })

  test('lists links newest first and by order, and the shown fields can create another link', async () => {
    const link = await makeLink({ order_id: 'ORDER-LIST', max_shipments: 3, language: 'fr' })
    const { json } = await partner.get('/v2/return-links?order_id=ORDER-LIST')
    expect(json.data).toEqual([(await partner.get(`/v2/return-links/${link.id}`)).json])
    expect((await partner.get('/v2/return-links?limit=1')).json.data[0].id).toBe(link.id)
    const { order_id, from, to, max_shipments, language, last_day } = link
    expect((await partner.post('/v2/return-links', { order_id, from, to, max_shipments, language, last_day })).status).toBe(201)
  })
})
