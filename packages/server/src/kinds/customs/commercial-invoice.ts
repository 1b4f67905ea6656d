/** The commercial invoice: seller or sender, recipient, goods, price and terms (docs/guide/customs.md#documents). */
import { type CustomsItem, itemGrams, itemValue, totalsOf } from '@backhaul/core/customs.ts'
import { returnedGoods } from './cn23.ts'
import type { CustomsFacts } from './facts.ts'
import { addressLines, type Column, dotted, kilograms, money, type Sheet, WIDTH } from './sheet.ts'

const REASONS = {
  merchandise: 'Sale of goods',
  return: 'Return of goods',
  gift: 'Gift',
  documents: 'Documents',
  sample: 'Commercial sample',
  other: 'Other',
} as const

/** Height of everything below the table. */
const BELOW = 150

const columnsOf = (currency: string | null): Column<CustomsItem>[] => [
  { title: '#', width: 22, align: 'right', value: (_, i) => String(i + 1) },
  {
    title: 'Description of goods',
    width: WIDTH - 382,
    align: 'left',
    value: ({ description, sku }) => [description ?? '', sku === null ? '' : `(${sku})`].filter(Boolean).join(' '),
  },
  { title: 'HS code', width: 70, align: 'left', value: ({ hs_code }) => dotted(hs_code) },
  { title: 'Origin', width: 34, align: 'left', value: ({ origin_country }) => origin_country ?? '' },
  { title: 'Quantity', width: 44, align: 'right', value: ({ quantity }) => String(quantity ?? '') },
  { title: 'Net weight, kg', width: 52, align: 'right', value: (item) => kilograms(itemGrams(item)) },
  { title: `Unit value ${currency ?? ''}`, width: 74, align: 'right', value: ({ value }) => money(value, currency) },
  { title: `Value ${currency ?? ''}`, width: 86, align: 'right', value: (item) => money(itemValue(item), currency) },
]

const reasonOf = ({ contents_type, contents_explanation }: CustomsFacts['declaration']): string =>
  contents_type === 'other' ? (contents_explanation ?? REASONS.other) : contents_type === null ? '' : REASONS[contents_type]

const drawClosing = (sheet: Sheet, facts: CustomsFacts): void => {
  const { declaration, gross_grams, date } = facts
  const { value, grams } = totalsOf(declaration)
  const pieces = declaration.items.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0)
  sheet.row(30, [
    { share: 0.2, title: 'Pieces', text: String(pieces) },
    { share: 0.2, title: 'Net weight, kg', text: kilograms(grams) },
    { share: 0.2, title: 'Gross weight, kg', text: kilograms(gross_grams) },
    {
      share: 0.4,
      title: 'Total value',
      lines: value === null ? [] : [{ text: `${money(value, declaration.currency)} ${declaration.currency ?? ''}`, weight: 'bold' }],
    },
  ])
  sheet.row(44, [{ share: 1, title: 'Export reference', text: returnedGoods(declaration) }])
  sheet.row(66, [
    {
      share: 0.5,
      title: 'Declaration',
      text: 'We declare that this invoice shows the actual value of the goods described, that no other invoice has been issued for them, and that all particulars are true and correct.',
    },
    { share: 0.5, title: 'Name, signature and date', text: `${declaration.signer ?? ''}  ${date}` },
  ])
}

export const drawCommercialInvoice = (sheet: Sheet, facts: CustomsFacts): void => {
  const { declaration, from, to, tracking, ltracking, carrier, order_id, date } = facts
  const start = (): void => sheet.start(`Invoice ${declaration.invoice_number ?? tracking}, ${date}`)
  start()
  sheet.row(104, [
    { share: 0.5, title: 'Exporter / shipper', lines: addressLines(from) },
    { share: 0.5, title: 'Consignee', lines: addressLines(to) },
  ])
  sheet.row(30, [
    { share: 0.3, title: 'Invoice No.', text: declaration.invoice_number ?? '' },
    { share: 0.2, title: 'Date', text: date },
    { share: 0.3, title: 'Order', text: order_id ?? '' },
    { share: 0.2, title: 'Terms of delivery', text: declaration.incoterm === null ? '' : `${declaration.incoterm} (Incoterms 2020)` },
  ])
  sheet.row(30, [
    { share: 0.4, title: 'Tracking number', text: tracking },
    { share: 0.3, title: "Carrier's number", text: [ltracking ?? '', carrier ?? ''].filter(Boolean).join('  ') },
    { share: 0.3, title: 'Reason for export', text: reasonOf(declaration) },
  ])
  sheet.table(columnsOf(declaration.currency), declaration.items, BELOW, start)
  drawClosing(sheet, facts)
}
