// The form of a return: reads the browser's data, turns it into a shipment, and maps a refusal to the fields of the form.
import { createHash, randomBytes } from 'node:crypto'
import { COUNTRIES } from '@backhaul/core/countries.ts'
import type { CreateInput } from '@backhaul/core/decide-create.ts'
import type { FieldError, Refusal } from '@backhaul/core/refusal.ts'
import { type Address, FULFILLMENTS, type Fulfillment } from '@backhaul/core/shipment.ts'
import { BodyCheck } from '../../http/validate.ts'
import { ShipmentCreate } from '../shipments/schema.ts'
import { ADDRESS_FIELDS, type AddressField, type FieldFault } from '../shopper/texts/texts.ts'
import { CONTENTS } from './command.ts'
import type { ReturnLinkRow } from './queries.ts'

const MAX_FIELDS = 50
export const MAX_CONTENTS_CHARACTERS = 500

/** The values in the form: the initial ones, or the entered ones if the form is shown again after a fault. */
export interface FormValues {
  /**
   * Identifies the form. If the link is for several shipments, this is a nonce, or '' if the submitted form has none. If the link is for
   * one shipment, it is always the same text.
   */
  form: string
  address: Record<AddressField, string>
  contents: string
  fulfillment: Fulfillment | null
}

export type FormField = AddressField | 'contents' | 'fulfillment'
/** Faults by field. `service`: a fault that the shopper cannot correct. */
export type FormFaults = Partial<Record<FormField | 'service', FieldFault>>

const addressOf = (get: (field: AddressField) => string): FormValues['address'] =>
  Object.fromEntries(ADDRESS_FIELDS.map((field) => [field, get(field)])) as FormValues['address']

const NONCE_BYTES = 18
const NONCE = /^[\w-]{24}$/
/** Identifier of the form of a link for one shipment. */
const ONLY_FORM = '0'
const NUMBER = /^\d{1,2}$/

const isForSeveral = ({ max_shipments }: ReturnLinkRow): boolean => max_shipments > 1

/** Several people may use a link for several shipments. The nonce is random, so that none of them can find another person's form. */
export const newForm = (link: ReturnLinkRow): string => (isForSeveral(link) ? randomBytes(NONCE_BYTES).toString('base64url') : ONLY_FORM)

/** The key under which a form is stored. It is a hash, because the nonce itself gives access to the parcel. */
export const formKeyOf = (link: ReturnLinkRow, { form }: Pick<FormValues, 'form'>): string =>
  isForSeveral(link) ? createHash('sha256').update(`${link.id}/${form}`).digest('base64url') : form

/** The shipment that this form created. */
export const madeBy = (link: ReturnLinkRow, form: string): string | undefined => {
  if (!isForSeveral(link)) return link.shipment_ids[0]
  return Object.hasOwn(link.forms, form) ? link.forms[form] : undefined
}

/** The initial values of the form, which come from the link. */
export const firstValues = (link: ReturnLinkRow): FormValues => ({ ...prefilled(link), form: newForm(link) })

const prefilled = ({ from_address, market, fulfillments }: ReturnLinkRow): Omit<FormValues, 'form'> => ({
  address: addressOf((field) => (field === 'country' ? (market ?? from_address?.country ?? '') : (from_address?.[field] ?? ''))),
  contents: '',
  fulfillment: fulfillments.length === 1 ? (fulfillments[0] as Fulfillment) : null,
})

/** Normalizes text: browsers send CR LF as line break, and characters that are not valid text are removed. */
const plain = (text: string): string => text.replace(/\r\n?/g, '\n').replaceAll('\0', '').toWellFormed().trim()

/** Returns null for a body that cannot be a form of this page, for example one with a thousand fields. */
export const readForm = (bytes: Buffer, link: ReturnLinkRow): FormValues | null => {
  const fields = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(bytes.toString('utf8'))) {
    if (fields.size >= MAX_FIELDS) return null
    fields.set(name, plain(value))
  }
  const get = (field: string): string => fields.get(field) ?? ''
  if (!isForSeveral(link) && !NUMBER.test(get('number'))) return null
  const nonce = NONCE.test(get('form')) ? get('form') : ''
  const fulfillment = FULFILLMENTS.find((one) => one === get('fulfillment')) ?? null
  return {
    form: isForSeveral(link) ? nonce : ONLY_FORM,
    address: addressOf((field) => (field === 'country' && link.market !== null ? link.market : get(field))),
    contents: get('contents'),
    fulfillment: link.fulfillments.length === 1 ? (link.fulfillments[0] as Fulfillment) : fulfillment,
  }
}

/** The create body that a partner would send for this form. Null fields are left out. */
export const inputOf = (link: ReturnLinkRow, { address, contents, fulfillment }: FormValues): Record<string, unknown> => {
  const from = Object.fromEntries(Object.entries(address).filter(([, value]) => value !== ''))
  const metadata = link.asks_contents ? { ...link.metadata, [CONTENTS]: contents } : link.metadata
  const { order_id, rma, customer, service_level, to_address: to, parcel, declared_value, customs } = link
  const known = { order_id, rma, customer, service_level, to, parcel, declared_value, customs }
  return {
    direction: 'return',
    ...(fulfillment && { fulfillment }),
    from,
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
    ...(Object.keys(metadata).length > 0 && { metadata }),
  }
}

const schema = new BodyCheck(ShipmentCreate)

const ownFaults = (link: ReturnLinkRow, values: FormValues): FormFaults => ({
  ...(link.asks_contents && values.contents === '' && { contents: 'required' }),
  ...(values.fulfillment === null && { fulfillment: 'choice' }),
  ...(values.address.country !== '' && !COUNTRIES.has(values.address.country) && { country: 'choice' }),
})

const faultOf = ({ rule }: FieldError): FieldFault => {
  if (rule === 'market') return 'country'
  if (rule === 'required' || rule === 'minLength' || rule === 'missing') return 'required'
  if (rule === 'maxLength') return 'too_long'
  return rule === 'format' || rule === 'pattern' ? 'characters' : 'other'
}

const fieldOf = (path: string): FormField | 'service' => {
  const [, first, second] = path.split('/')
  if (first === 'from') return ADDRESS_FIELDS.find((field) => field === second) ?? 'service'
  if (first === 'metadata') return 'contents'
  return first === 'fulfillment' ? 'fulfillment' : 'service'
}

/** The form fields that a refused create concerns, with messages that do not mention the API. */
export const faultsOfRefusal = ({ details }: Refusal): FormFaults => {
  const faults: FormFaults = {}
  for (const error of (details.errors as FieldError[] | undefined) ?? []) {
    // Whether there is a price depends on the origin and the destination, and the shopper enters only the origin. So a missing price is
    // shown as a fault of the country of origin.
    const field = error.path === '/to/country' ? 'country' : fieldOf(error.path)
    faults[field] ??= field === 'country' && error.path === '/to/country' ? 'country' : faultOf(error)
  }
  return Object.keys(faults).length > 0 ? faults : { service: 'other' }
}

/** The create input of a form, or the faults of the form. */
export const checkForm = (link: ReturnLinkRow, values: FormValues): { input: CreateInput & { from: Address } } | { faults: FormFaults } => {
  const input = inputOf(link, values)
  const refusal = schema.check(input)
  const faults = { ...(refusal ? faultsOfRefusal(refusal) : {}), ...ownFaults(link, values) }
  return Object.keys(faults).length > 0 ? { faults } : { input: input as unknown as CreateInput & { from: Address } }
}
