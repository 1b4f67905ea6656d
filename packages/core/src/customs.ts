// Customs declarations of a parcel's contents: which parcels cross a border, which facts a declaration lacks, and its totals
// (docs/guide/customs.md).

import { plainHsCode } from './hs-code.ts'
import { isId } from './ids.ts'
import { add, isExact, type Money, times, ZERO } from './money.ts'
import { GRAMS_PER, type WEIGHT_UNITS } from './parcel.ts'
import type { Policy } from './policy.ts'
import { type FieldError, invalidField, MAX_LISTED_ERRORS, type Refusal, refuse } from './refusal.ts'
import type { Address, Shipment } from './shipment.ts'
import type { Row } from './tables.ts'
import { isCustomsBorder } from './territories.ts'

export const CONTENTS_TYPES = ['merchandise', 'return', 'gift', 'documents', 'sample', 'other'] as const
export type ContentsType = (typeof CONTENTS_TYPES)[number]
export const INCOTERMS = ['EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF'] as const
export const NON_DELIVERY = ['return', 'abandon'] as const

/** A line of a declaration: a number of identical pieces. Value and weight are for one piece. */
export interface CustomsItem {
  description: string | null
  quantity: number | null
  /** In minor units of the declaration's currency. */
  value: Money | null
  weight: number | null
  weight_unit: (typeof WEIGHT_UNITS)[number]
  /** Digits only. */
  hs_code: string | null
  origin_country: string | null
  sku: string | null
}

/** The earlier shipment in which the goods left the country. The declared shipment brings them back. */
export interface ExportedShipment {
  shipment_id: string
  tracking: string
  created_at: string
  invoice_number: string | null
}

export interface CustomsDeclaration {
  contents_type: ContentsType | null
  contents_explanation: string | null
  currency: string | null
  incoterm: (typeof INCOTERMS)[number] | null
  invoice_number: string | null
  /** The reference as given: an MRN, an invoice number, or the id of a shipment. */
  export_reference: string | null
  /** The shipment with that id, as it was at the time of the declaration. */
  exported: ExportedShipment | null
  non_delivery: (typeof NON_DELIVERY)[number] | null
  signer: string | null
  items: CustomsItem[]
}

/** One row of `customs_declarations`; its id is the shipment's. */
export interface CustomsRow extends Row<'customs_declarations'> {
  declaration: CustomsDeclaration
}

type Given<T> = { [K in keyof T]?: T[K] | undefined }

/** A declaration as a request gives it. */
export interface CustomsInput extends Given<Omit<CustomsDeclaration, 'items' | 'exported'>> {
  items?: readonly Given<CustomsItem>[] | null | undefined
}

/** An earlier shipment of the partner, with its declaration. */
export interface Exported extends Omit<ExportedShipment, 'invoice_number'> {
  declaration: CustomsDeclaration | null
}

/**
 * Returns the id of the shipment that a declaration names as its export. Null: the reference is missing, or it is a number of another kind.
 */
export const exportIdOf = ({ export_reference }: CustomsInput): string | null =>
  export_reference != null && isId('shipment', export_reference) ? export_reference : null

const itemOf = (item: Given<CustomsItem>): CustomsItem => ({
  description: item.description ?? null,
  quantity: item.quantity ?? null,
  value: item.value ?? null,
  weight: item.weight ?? null,
  weight_unit: item.weight_unit ?? 'lb',
  hs_code: item.hs_code == null ? null : plainHsCode(item.hs_code),
  origin_country: item.origin_country ?? null,
  sku: item.sku ?? null,
})

/**
 * Builds the declaration that a request gives. `exported`: the partner's shipments that may be named as an export, by id. Missing items and
 * a missing currency are copied from the export. Errors: `not_found` for a shipment that does not exist.
 */
export const declarationOf = (
  input: CustomsInput,
  { direction }: Pick<Shipment, 'direction'>,
  exported: ReadonlyMap<string, Exported>,
): CustomsDeclaration | Refusal => {
  const export_id = exportIdOf(input)
  const found = export_id === null ? null : exported.get(export_id)
  if (found === undefined)
    return refuse('not_found', 'No shipment with the id in export_reference exists for your account.', {
      field: 'customs/export_reference',
    })
  const earlier = found?.declaration
  const items = input.items?.map(itemOf) ?? earlier?.items ?? []
  if (items.some((item) => !isExact(itemValue(item) ?? ZERO)) || !isExact(totalsOf({ items }).value ?? ZERO))
    return invalidField(
      '/customs/items',
      'maximum',
      `has a total value of more than ${Number.MAX_SAFE_INTEGER} minor units; check the values and quantities`,
    )
  return {
    contents_type: input.contents_type ?? (direction === 'return' ? 'return' : null),
    contents_explanation: input.contents_explanation ?? null,
    currency: input.currency ?? earlier?.currency ?? null,
    incoterm: input.incoterm ?? null,
    invoice_number: input.invoice_number ?? null,
    export_reference: input.export_reference ?? null,
    exported: found && {
      shipment_id: found.shipment_id,
      tracking: found.tracking,
      created_at: found.created_at,
      invoice_number: earlier?.invoice_number ?? null,
    },
    non_delivery: input.non_delivery ?? null,
    signer: input.signer ?? null,
    items,
  }
}

/** Whether the parcel passes through customs. A parcel without a sender does not, because it is also priced as a domestic parcel. */
export const crossesBorder = ({ from_address, to_address }: Pick<Shipment, 'from_address' | 'to_address'>): boolean =>
  from_address !== null && isCustomsBorder(from_address, to_address)

/** Traded goods. Customs requires more facts about them. */
const TRADED: ReadonlySet<ContentsType | null> = new Set(['merchandise', 'return', 'sample', null])

const missing = (path: string, message: string): FieldError => ({ path, rule: 'missing', message })

const missingOfItem = (item: CustomsItem, path: string, contents_type: ContentsType | null): FieldError[] => {
  const always = ['description', 'quantity', 'value', 'weight'] as const
  const traded = TRADED.has(contents_type) ? (['hs_code', 'origin_country'] as const) : []
  return [...always, ...traded]
    .filter((field) => item[field] === null)
    .map((field) => missing(`${path}/${field}`, 'is missing: every item of the declaration needs it'))
}

const nameless = (address: Address, path: string): FieldError[] =>
  address.name || address.company ? [] : [missing(`${path}/name`, 'is missing: customs require the name of a person or a company')]

/**
 * Returns the facts that the declaration of a shipment lacks, each with its path in the create request. Without them a document cannot be
 * complete.
 */
export const missingCustoms = (
  declaration: CustomsDeclaration | null,
  { from_address, to_address }: Pick<Shipment, 'from_address' | 'to_address'>,
): FieldError[] => {
  const people = [...(from_address ? nameless(from_address, '/from') : []), ...nameless(to_address, '/to')]
  if (!declaration) return [...people, missing('/customs', 'is missing: nothing is declared')]
  const { contents_type, contents_explanation, currency, export_reference, items } = declaration
  const errors = [...people]
  if (contents_type === null) errors.push(missing('/customs/contents_type', `is missing: give one of ${CONTENTS_TYPES.join(', ')}`))
  if (contents_type === 'other' && contents_explanation === null)
    errors.push(missing('/customs/contents_explanation', 'is missing: describe the contents, because their type is other'))
  if (contents_type === 'return' && export_reference === null)
    errors.push(missing('/customs/export_reference', 'is missing: returned goods are duty-free only with the reference of their export'))
  if (currency === null) errors.push(missing('/customs/currency', 'is missing: give the currency of the item values'))
  if (items.length === 0) errors.push(missing('/customs/items', 'is missing: list what is in the parcel'))
  errors.push(...items.flatMap((item, i) => missingOfItem(item, `/customs/items/${i}`, contents_type)))
  return errors
}

/** Returns `customs_incomplete`, which names every missing fact. */
export const refuseMissing = (errors: readonly FieldError[]): Refusal | null => {
  const [first] = errors
  if (!first) return null
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : ''
  return refuse('customs_incomplete', `The customs declaration is incomplete: ${first.path} ${first.message}${more}.`, {
    errors: errors.slice(0, MAX_LISTED_ERRORS),
  })
}

/** Applies the policy to a shipment that is about to cross a border. */
export const refuseUndeclared = (
  shipment: Pick<Shipment, 'from_address' | 'to_address'>,
  declaration: CustomsDeclaration | null,
  policy: Policy,
): Refusal | null => {
  if (policy.incomplete_customs === 'accept' || !crossesBorder(shipment)) return null
  return refuseMissing(missingCustoms(declaration, shipment))
}

/** Total value of all pieces of an item. Null: quantity or value is missing. */
export const itemValue = ({ quantity, value }: CustomsItem): Money | null =>
  quantity === null || value === null ? null : times(value, quantity)

/** Total weight of all pieces of an item, in whole grams. Null: a part is missing. */
export const itemGrams = ({ quantity, weight, weight_unit }: CustomsItem): number | null =>
  quantity === null || weight === null ? null : Math.max(1, Math.round(quantity * weight * GRAMS_PER[weight_unit]))

/**
 * Weights are stored in thousandths of a pound. A gross weight given in kilograms may therefore be up to half a gram lighter after it was
 * stored.
 */
const ROUNDING_GRAMS = 1

/**
 * Reports contents that weigh more than their parcel. No document is refused for this, but customs offices hold such parcels. Items without
 * a weight count as 0.
 */
export const heavierThanParcel = ({ items }: CustomsDeclaration, { weight }: Shipment['parcel']): FieldError[] => {
  const grams = ({ quantity, weight, weight_unit }: CustomsItem): number => (quantity ?? 0) * (weight ?? 0) * GRAMS_PER[weight_unit]
  const net = Math.round(items.reduce((total, item) => total + grams(item), 0))
  const gross = Math.round(weight * GRAMS_PER.lb)
  if (net <= gross + ROUNDING_GRAMS) return []
  const message = `weigh ${net} g net, more than the ${gross} g of the whole parcel: correct the weights of the items or of the parcel`
  return [{ path: '/customs/items', rule: 'heavier_than_parcel', message }]
}

const sum = <T>(values: readonly (T | null)[], plus: (a: T, b: T) => T, none: T): T | null =>
  values.reduce<T | null>((total, value) => (total === null || value === null ? null : plus(total, value)), none)

/** Totals of the items. Null: an item lacks the value or weight, or there are no items. */
export const totalsOf = ({ items }: Pick<CustomsDeclaration, 'items'>): { value: Money | null; grams: number | null } =>
  items.length === 0
    ? { value: null, grams: null }
    : { value: sum(items.map(itemValue), add, ZERO), grams: sum(items.map(itemGrams), (a, b) => a + b, 0) }

/** Returns the row of a shipment with this declaration. `before`: the present row. If nothing changes, the same object is returned. */
export const customsRow = (
  { id, partner_id }: Pick<Shipment, 'id' | 'partner_id'>,
  declaration: CustomsDeclaration,
  before: CustomsRow | null,
  now: string,
): CustomsRow => {
  if (!before) return { id, partner_id, declaration, created_at: now, updated_at: now, version: 1 }
  if (JSON.stringify(before.declaration, sorted) === JSON.stringify(declaration, sorted)) return before
  return { ...before, declaration, updated_at: now, version: before.version + 1 }
}

/** Sort the fields before comparing, because PostgreSQL does not keep the order of an object's fields. */
const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
