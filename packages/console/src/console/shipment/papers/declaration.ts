// Converts a customs declaration between form values and the API's body.
import type { CustomsDeclaration } from '@backhaul/client'
import { decimalText, parseMoney } from '../../../shared/money.ts'
import { numberOf } from '../../forms/errors.ts'
import { type Row, rowsOf } from '../../forms/row-values.ts'
import { inWords } from '../../words.ts'

/** All text fields except those of the items. */
export const TEXT_FIELDS = [
  'contents_type',
  'contents_explanation',
  'currency',
  'export_reference',
  'incoterm',
  'invoice_number',
  'non_delivery',
  'signer',
] as const
export type TextField = (typeof TEXT_FIELDS)[number]

export interface DeclarationForm {
  texts: Record<TextField, string>
  items: Row[]
}

/** If no currency is given, amounts are assumed to have two decimals. */
const currencyOf = (text: string): string => text.trim().toUpperCase()

export const formOf = (declared: CustomsDeclaration): DeclarationForm => ({
  texts: Object.fromEntries(TEXT_FIELDS.map((name) => [name, declared[name] ?? ''])) as Record<TextField, string>,
  items: rowsOf(
    declared.items.map((item) => ({
      description: item.description ?? '',
      quantity: item.quantity === null ? '' : String(item.quantity),
      value: item.value === null ? '' : decimalText(item.value, declared.currency ?? ''),
      weight: item.weight === null ? '' : String(item.weight),
      weight_unit: item.weight_unit,
      hs_code: item.hs_code ?? '',
      origin_country: item.origin_country ?? '',
      sku: item.sku ?? '',
    })),
  ),
})

const orNull = (text = ''): string | null => (text.trim() === '' ? null : text.trim())
const number = (text = ''): number | string | null => numberOf(text) ?? orNull(text)

const itemOf = ({ values }: Row, currency: string) => ({
  description: orNull(values.description),
  quantity: number(values.quantity),
  value: parseMoney(values.value ?? '', currency) ?? orNull(values.value),
  weight: number(values.weight),
  weight_unit: values.weight_unit,
  hs_code: orNull(values.hs_code),
  origin_country: orNull(values.origin_country)?.toUpperCase() ?? null,
  sku: orNull(values.sku),
})

/**
 * Returns the body with the whole declaration. An empty field is sent as null, which removes its value. If there are no items, the service
 * takes them from the shipment that the declaration names as its export.
 */
export const bodyOf = ({ texts, items }: DeclarationForm) => {
  const currency = currencyOf(texts.currency)
  return {
    ...Object.fromEntries(TEXT_FIELDS.map((name) => [name, orNull(texts[name])])),
    currency: orNull(currency),
    items: items.length === 0 ? null : items.map((item) => itemOf(item, currency)),
  }
}

const WORDS: Readonly<Record<string, string>> = { hs_code: 'HS code', sku: 'number' }
const PEOPLE: Readonly<Record<string, string>> = { from: 'Sender', to: 'Recipient' }

/** Describes a path in the body of a create request in words: /customs/items/0/hs_code is "HS code of item 1". */
export const placeWords = (path: string): string => {
  const [part = '', field = '', index, of = ''] = path.split('/').slice(1)
  const word = (name: string): string => WORDS[name] ?? inWords(name)
  if (PEOPLE[part]) return `${PEOPLE[part]}: ${word(field)}`
  const text = field === '' ? 'The declaration' : index === undefined ? word(field) : `${word(of)} of item ${Number(index) + 1}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}
