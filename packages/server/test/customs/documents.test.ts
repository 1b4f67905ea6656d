// Customs documents contain the whole declaration, for any number of items and any script, and their totals add up.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CustomsFacts, CustomsForm } from '../../src/kinds/customs/facts.ts'
import { renderCustoms } from '../../src/kinds/customs/render.ts'
import { drawPdf, readPdf, readSymbols } from '../labels/decode.ts'
import { ADDRESS, RETURN, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { FACTS, withItems } from './facts.ts'
import { DECLARED, EXPORT, IMPORT, MUG, TORONTO } from './fixtures.ts'

const FORMS: CustomsForm[] = ['cn23', 'commercial-invoice']
const textOf = async (bytes: Uint8Array): Promise<string> =>
  (await readPdf(bytes))
    .map(({ text }) => text)
    .join('\n')
    .replaceAll(/\s+/g, ' ')
const drawn = (form: CustomsForm, facts: CustomsFacts = FACTS) => textOf(renderCustoms(form, facts))
const declaring = (more: Partial<CustomsFacts['declaration']>): CustomsFacts => ({
  ...FACTS,
  declaration: { ...FACTS.declaration, ...more },
})

describe('drawing', () => {
  test('CN 23 has every declared field and the totals', async () => {
    const text = await drawn('cn23')
    for (const part of [
      'CUSTOMS DECLARATION CN 23',
      ...['Example Outfitters', 'Ada Example', '1 Main St', 'Columbus OH 43004', 'United States (US)'],
      ...['Ben Example', '1 Yonge St', 'Toronto ON M5E 1E5', 'Canada (CA)'],
      ...[FACTS.tracking, 'CX473124829US', 'order-9', 'INV-77', '2026-11-20'],
      ...["Men's shirts, cotton", '3', '0.750', '59.97', '6109.10', 'PT'],
      ...['Mug, porcelain', '0.400', '8.50', '6911.10', 'CN'],
      ...['1.150', '1.814', '68.47 USD', '23.50 CAD', '[X] Sale of goods', '[ ] Gift', 'Page 1 of 1'],
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('SANDBOX')
  })

  test('the commercial invoice has unit values, item totals and terms', async () => {
    const text = await drawn('commercial-invoice')
    for (const part of [
      ...['COMMERCIAL INVOICE', 'INV-77', 'DAP (Incoterms 2020)', 'Sale of goods', 'Example Outfitters', 'Ben Example'],
      ...["Men's shirts, cotton (SH-1)", '6109.10', '19.99', '59.97', 'Mug, porcelain', '8.50', '68.47 USD', '1.150', '1.814'],
    ])
      expect(text).toContain(part)
  })

  test.each(FORMS)('%s: returned goods carry the reference of their export', async (form) => {
    const exported = {
      shipment_id: 'shp_x',
      tracking: 'TRACKINGOFEXPORT1',
      created_at: '2026-10-01T09:00:00.000Z',
      invoice_number: 'INV-12',
    }
    const returned = declaring({ contents_type: 'return', export_reference: 'shp_x', exported })
    expect(await drawn(form, returned)).toContain('Returned goods, exported under TRACKINGOFEXPORT1, of 2026-10-01, invoice INV-12')
    const foreign = declaring({ contents_type: 'return', export_reference: '26US0000000000K7' })
    expect(await drawn(form, foreign)).toContain('Returned goods, exported under 26US0000000000K7')
    expect(await drawn(form)).not.toContain('exported under')
  })

  test.each(FORMS)('%s: every item appears once, on as many pages as needed, and nothing is cut off', async (form) => {
    for (const count of [1, 11, 12, 13, 14, 20, 21, 22, 23, 24, 37, 100]) {
      const pages = await readPdf(renderCustoms(form, withItems(count)))
      const text = pages
        .map((page) => page.text)
        .join('\n')
        .replaceAll(/\s+/g, ' ')
      expect([...text.matchAll(/Item number (\d+) with/g)].map(([, i]) => Number(i))).toEqual(Array.from({ length: count }, (_, i) => i))
      for (const [i, page] of pages.entries()) expect(page.text).toContain(`Page ${i + 1} of ${pages.length}`)
      // 1 x 10.00 + 2 x 10.01 + 3 x 10.02 ...
      const cents = Array.from({ length: count }, (_, i) => (i + 1) * (1_000 + i)).reduce((sum, one) => sum + one, 0)
      expect(text).toContain(`${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })} USD`)
      expect(pages.at(-1)?.text).toContain(form === 'cn23' ? 'Certification' : 'Name, signature and date')
      expect(pages.at(-1)?.text).toContain('Item number')
    }
  })

  test.each(FORMS)('%s: the same data gives the same bytes', (form) => {
    const [first, second] = [renderCustoms(form, withItems(30)), renderCustoms(form, withItems(30))]
    expect(Buffer.from(first).equals(Buffer.from(second))).toBe(true)
    expect(Buffer.from(first).equals(Buffer.from(renderCustoms(form, withItems(31))))).toBe(false)
  })

  test.each(FORMS)('%s: a scanner reads the barcode of the label on every page', async (form) => {
    for (const page of await drawPdf(renderCustoms(form, withItems(30)), 150))
      expect((await readSymbols(page)).code128).toEqual([FACTS.barcode])
    const sscc = { ...FACTS, barcode: '00006141411234567890', is_gs1: true }
    const [page] = await drawPdf(renderCustoms(form, sscc), 150)
    expect((await readSymbols(page as never)).code128).toEqual(['(00)006141411234567890'])
  })

  test.each(FORMS)('%s: other scripts, long texts and hostile texts are printed like any other', async (form) => {
    const [item] = FACTS.declaration.items
    const to = { ...FACTS.to, name: 'Αθηνά Παπαδοπούλου', city: '東京都', company: 'Компания' }
    const odd = { ...declaring({ items: [{ ...(item as never as typeof item & object), description: '綿のシャツ' }] } as never), to }
    const text = await drawn(form, odd)
    for (const part of ['Αθηνά Παπαδοπούλου', '東京都', 'Компания', '綿のシャツ']) expect(text).toContain(part)
    const long = 'W'.repeat(200)
    const hostile = {
      ...declaring({ signer: long, invoice_number: long, export_reference: long, contents_explanation: `\u202e${long}\n)Tj ET` }),
      order_id: long,
    }
    expect((await readPdf(renderCustoms(form, hostile))).length).toBe(1)
  })

  test('amounts have the decimals of their currency, and missing values stay empty', async () => {
    const yen = await drawn('commercial-invoice', declaring({ currency: 'JPY' }))
    expect(yen).toContain('6,847 JPY')
    const [item] = FACTS.declaration.items
    const bare = await drawn(
      'cn23',
      declaring({ items: [{ ...item, value: null, hs_code: null } as never], currency: null, contents_type: null }),
    )
    expect(bare).not.toMatch(/null|NaN|undefined|\[X\]/)
  })
})

describe('over HTTP', () => {
  let service: TestService
  let demo: TestClient
  beforeAll(async () => {
    service = await startTestService()
    demo = service.demo
  })
  afterAll(() => service.close())
  const made = async (body: object): Promise<string> => (await demo.post('/v2/shipments', body)).json.id
  const read = (id: string, form: string) => demo.get(`/v2/shipments/${id}/customs/${form}`)

  test.each(FORMS)('%s shows the data of the shipment and its declaration', async (form) => {
    const id = await made(EXPORT)
    const answer = await read(id, form)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      'no-store',
    ])
    const { json } = await demo.get(`/v2/shipments/${id}`)
    expect(answer.headers.get('content-disposition')).toBe(`inline; filename="${form}-${json.tracking}.pdf"`)
    const text = await textOf(answer.bytes)
    for (const part of ['SANDBOX', json.tracking, json.barcode, 'Toronto ON M5E 1E5', '68.47 USD', '1.814']) expect(text).toContain(part)
    expect((await read(id, form)).bytes).toEqual(answer.bytes)
    await demo.send('PUT', `/v2/shipments/${id}/customs`, { body: { ...DECLARED, items: [MUG] } })
    expect(await textOf((await read(id, form)).bytes)).toContain('8.50 USD')
  })

  test('a return names the shipment that exported the goods', async () => {
    const export_id = await made(EXPORT)
    const { tracking } = (await demo.get(`/v2/shipments/${export_id}`)).json
    const id = await made({ ...IMPORT, customs: { export_reference: export_id } })
    const text = await textOf((await read(id, 'cn23')).bytes)
    expect(text).toContain(`Returned goods, exported under ${tracking}`)
    expect(text).toContain('invoice INV-77')
    expect(text).toContain('[X] Returned goods')
  })

  test.each(FORMS)('%s: a declared domestic parcel has the document, and missing items are named', async (form) => {
    const domestic = await read(await made({ ...RETURN, from: ADDRESS }), form)
    expect([domestic.status, domestic.json.error.code, domestic.json.error.details]).toEqual([
      409,
      'customs_not_needed',
      { from: 'US', to: 'US' },
    ])
    const declared = await read(await made({ ...RETURN, from: ADDRESS, customs: DECLARED }), form)
    expect([declared.status, declared.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const senderless = await read(await made({ ...EXPORT, from: undefined, to: TORONTO }), form)
    expect([senderless.status, senderless.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    const bare = await read(await made({ ...EXPORT, customs: { contents_type: 'gift' } }), form)
    expect([bare.status, bare.json.error.code]).toEqual([409, 'customs_incomplete'])
    expect(bare.json.error.details.errors.map(({ path }: { path: string }) => path)).toEqual(['/customs/currency', '/customs/items'])
  })
})
