/** CN 23, the customs declaration of the Universal Postal Union, with the fields of its public form (docs/guide/customs.md#documents). */
import { type CustomsItem, itemGrams, itemValue, totalsOf } from '@backhaul/core/customs.ts'
import type { CustomsFacts } from './facts.ts'
import { addressLines, type Column, dotted, kilograms, money, type Sheet, WIDTH } from './sheet.ts'

const CATEGORIES = {
  gift: 'Gift',
  documents: 'Documents',
  sample: 'Commercial sample',
  return: 'Returned goods',
  merchandise: 'Sale of goods',
  other: 'Other',
} as const

/** Height of everything below the table. */
const BELOW = 214

const columnsOf = (currency: string | null): Column<CustomsItem>[] => [
  { title: 'Detailed description of contents (1)', width: WIDTH - 318, align: 'left', value: ({ description }) => description ?? '' },
  { title: 'Quantity (2)', width: 46, align: 'right', value: ({ quantity }) => String(quantity ?? '') },
  { title: 'Net weight, kg (3)', width: 58, align: 'right', value: (item) => kilograms(itemGrams(item)) },
  { title: `Value (5) ${currency ?? ''}`, width: 80, align: 'right', value: (item) => money(itemValue(item), currency) },
  { title: 'HS tariff number (7)', width: 78, align: 'left', value: ({ hs_code }) => dotted(hs_code) },
  { title: 'Country of origin (8)', width: 56, align: 'left', value: ({ origin_country }) => origin_country ?? '' },
]

const exportOf = ({ export_reference, exported }: CustomsFacts['declaration']): string => {
  if (!exported) return export_reference ?? ''
  const { tracking, created_at, invoice_number } = exported
  return [tracking, `of ${created_at.slice(0, 10)}`, invoice_number && `invoice ${invoice_number}`].filter(Boolean).join(', ')
}

/** The export reference of returned goods; empty for other goods. */
export const returnedGoods = (declaration: CustomsFacts['declaration']): string => {
  const reference = exportOf(declaration)
  if (reference === '') return ''
  return `${declaration.contents_type === 'return' ? 'Returned goods, exported under' : 'Export reference'} ${reference}`
}

const comments = ({ declaration }: CustomsFacts): string =>
  [
    returnedGoods(declaration),
    declaration.non_delivery === 'return' && 'If undeliverable: return to sender',
    declaration.non_delivery === 'abandon' && 'If undeliverable: treat as abandoned',
  ]
    .filter(Boolean)
    .join('. ')

const drawClosing = (sheet: Sheet, facts: CustomsFacts): void => {
  const { declaration, gross_grams, amount, currency } = facts
  const { value, grams } = totalsOf(declaration)
  sheet.row(30, [
    { share: 0.25, title: 'Total net weight, kg', text: kilograms(grams) },
    { share: 0.25, title: 'Total gross weight, kg (4)', text: kilograms(gross_grams) },
    {
      share: 0.25,
      title: 'Total value (6)',
      text: value === null ? '' : `${money(value, declaration.currency)} ${declaration.currency ?? ''}`,
    },
    { share: 0.25, title: 'Postal charges / fees (9)', text: `${money(amount, currency)} ${currency}` },
  ])
  const boxes = Object.entries(CATEGORIES).map(([type, name]) => `${type === declaration.contents_type ? '[X]' : '[  ]'} ${name}`)
  sheet.row(44, [
    {
      share: 0.5,
      title: 'Category of item (10)',
      lines: [boxes.slice(0, 3), boxes.slice(3)].map((some) => ({ text: some.join('    '), weight: 'regular' })),
    },
    { share: 0.5, title: 'Explanation', text: declaration.contents_explanation ?? '' },
  ])
  sheet.row(44, [
    {
      share: 1,
      title: 'Comments (11): returned goods, quarantine, controls, restrictions, instructions if undeliverable',
      text: comments(facts),
    },
  ])
  sheet.row(30, [
    { share: 1 / 3, title: 'License No. (12)' },
    { share: 1 / 3, title: 'Certificate No. (13)' },
    { share: 1 / 3, title: 'Invoice No. (14)', text: declaration.invoice_number ?? '' },
  ])
  sheet.row(62, [
    {
      share: 0.55,
      title: 'Certification',
      text: 'I certify that the particulars of this declaration are correct, and that the item contains nothing dangerous and nothing that legislation, postal or customs rules prohibit.',
    },
    { share: 0.45, title: "Date and sender's signature (15)", text: `${facts.date}  ${declaration.signer ?? ''}` },
  ])
}

export const drawCn23 = (sheet: Sheet, facts: CustomsFacts): void => {
  const { declaration, from, to, tracking, ltracking, carrier, service_level, order_id } = facts
  const start = (): void => sheet.start('May be opened officially. Attach it to the outside of the item, with its copies.')
  start()
  sheet.row(104, [
    { share: 0.5, title: 'From (sender)', lines: addressLines(from) },
    { share: 0.5, title: 'To (addressee)', lines: addressLines(to) },
  ])
  sheet.row(30, [
    { share: 0.4, title: 'Tracking number', text: tracking },
    { share: 0.3, title: "Carrier's number of the item", text: [ltracking ?? '', carrier ?? ''].filter(Boolean).join('  ') },
    { share: 0.15, title: 'Service', text: service_level },
    { share: 0.15, title: "Sender's reference", text: order_id ?? '' },
  ])
  sheet.table(columnsOf(declaration.currency), declaration.items, BELOW, start)
  drawClosing(sheet, facts)
}
