// Translates parcels into EasyPost's shipments, and EasyPost's shipments into offers and purchases.
import type { BookableParcel, Cost, Offer, Purchase, Rates, VoidState } from '@backhaul/core/carrier-adapter.ts'
import type { CustomsDeclaration, CustomsItem } from '@backhaul/core/customs.ts'
import type { Address } from '@backhaul/core/shipment.ts'
import { isObject, type Json, objectsIn, textOf } from './api.ts'
import { decimalText, minorUnits } from './money.ts'

const OUNCES: Readonly<Record<CustomsItem['weight_unit'], number>> = { lb: 16, oz: 1, kg: 35.27396195, g: 0.03527396195 }
/** Backhaul stores thousandths of a pound, so a weight may be this much higher than the one that was given. */
const ROUNDING_OZ = 0.01
const EXPRESS_DAYS = 2
const MAX_FORMS = 5
const NUMBER = /^[\x21-\x7e]{1,64}$/
/** Answers of a carrier that may answer otherwise later. */
const TRANSIENT = /too many requests|throttled|rate limit|time(d)?[ -]?out|unavailable|try again|no response|internal (server )?error/i
const REFUNDS: Readonly<Record<string, VoidState>> = {
  ...{ submitted: 'submitted', refunded: 'settled', rejected: 'refused', not_applicable: 'not_needed' },
}
/** The value up to which goods leave the United States without an entry in the Automated Export System, in US cents. */
const MAX_EXEMPT = 250_000

/** Ounces with one decimal, rounded up, because a carrier charges more for a parcel that is heavier than declared. */
export const ounces = (pounds: number): number => Math.max(0.1, Math.ceil((pounds * 16 - ROUNDING_OZ) * 10) / 10)

const addressOf = ({ name, company, line1, line2, city, state, postal_code, country, phone, email }: Address): Json => ({
  ...{ name, company, street1: line1, street2: line2, city, state, zip: postal_code, country, phone, email },
})

/** EasyPost's value and weight are those of all pieces of an item. */
const itemOf = (item: CustomsItem, currency: string): Json => {
  const { description, quantity, value, weight, weight_unit, hs_code, origin_country, sku } = item
  const count = quantity ?? 0
  return {
    ...{ description, quantity, hs_tariff_number: hs_code, origin_country, code: sku, currency },
    ...(value !== null && { value: decimalText(Number(value) * count, currency) }),
    ...(weight !== null && { weight: Math.max(0.1, Math.round(weight * count * OUNCES[weight_unit] * 10) / 10) }),
  }
}

/** Goods that leave the United States need a filing, or the reason why there is none. Null: neither is known. */
const filingOf = ({ currency, items, export_reference }: CustomsDeclaration, from: Address, to: Address): string | null => {
  if (from.country !== 'US') return null
  if (/^(AES )?X\d{14}$/.test(export_reference ?? '')) return (export_reference as string).replace(/^(AES )?/, 'AES ')
  const total = items.reduce((sum, { value, quantity }) => sum + Number(value ?? 0) * (quantity ?? 0), 0)
  if (to.country === 'CA') return 'NOEEI 30.36'
  return currency === 'USD' && total <= MAX_EXEMPT ? 'NOEEI 30.37(a)' : null
}

const customsOf = (declaration: CustomsDeclaration, from: Address, to: Address): Json => {
  const { contents_type, contents_explanation, non_delivery, signer, items, currency } = declaration
  return {
    contents_type: contents_type === 'return' ? 'returned_goods' : contents_type,
    ...{ contents_explanation, restriction_type: 'none', non_delivery_option: non_delivery },
    ...(signer !== null && { customs_certify: true, customs_signer: signer }),
    eel_pfc: filingOf(declaration, from, to),
    customs_items: items.map((item) => itemOf(item, currency ?? 'USD')),
  }
}

/** Null and undefined fields mean nothing to EasyPost. */
const known = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(known)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).flatMap(([name, one]) => (one === null || one === undefined ? [] : [[name, known(one)]])))
}

/** The body that creates a shipment with rates. It names no service, because EasyPost would then pay at once. */
export const shipmentOf = ({ reference, parcel, to, customs }: BookableParcel, from: Address): object => {
  const { length, width, height, weight } = parcel
  const shipment = {
    ...{ reference, from_address: addressOf(from), to_address: addressOf(to), parcel: { length, width, height, weight: ounces(weight) } },
    customs_info: customs && customsOf(customs, from, to),
    options: { label_format: 'PNG', invoice_number: customs?.invoice_number, incoterm: customs?.incoterm },
  }
  return known({ shipment }) as object
}

const costOf = (amount: unknown, currency: unknown): Cost | null => {
  const units = minorUnits(amount, String(currency))
  return units === null ? null : { amount: units, currency: String(currency), charges: [{ name: 'Postage', amount: units }] }
}

const isFast = ({ est_delivery_days, delivery_days }: Json): boolean => {
  const days = Number(delivery_days ?? est_delivery_days ?? Number.NaN)
  return days <= EXPRESS_DAYS
}

/** `words`: what carriers say who offer nothing. Null: the answer is not a shipment with rates. */
export const ratesOf = (json: Json, { service_level }: BookableParcel): (Rates & { words: string }) | null => {
  const id = textOf(json.id)
  if (id === null || !Array.isArray(json.rates)) return null
  const offers = objectsIn(json.rates)
    .filter((rate) => service_level !== 'express' || isFast(rate))
    .flatMap((rate): Offer[] => {
      const cost = costOf(rate.rate, rate.currency)
      const [offer, carrier, service] = [textOf(rate.id), textOf(rate.carrier), textOf(rate.service)]
      return cost && offer && carrier && service ? [{ id: offer, service: `${carrier} ${service}`, cost }] : []
    })
  const errors = objectsIn(json.messages).filter(({ type }) => type === 'rate_error')
  const words = [...new Set(errors.map(({ carrier, message }) => `${carrier}: ${message}`))]
  return { carrier_shipment_id: id, offers, is_complete: !words.some((one) => TRANSIENT.test(one)), words: words.join('; ') }
}

/** The fees come on top of the rate, except `PostageFee`, which repeats it. EasyPost charges them in US dollars. */
const totalOf = (rate: Json, fees: readonly Json[]): Cost | null => {
  const cost = costOf(rate.rate, rate.currency)
  if (cost?.currency !== 'USD') return cost
  const others = fees
    .filter(({ type, charged }) => type !== 'PostageFee' && charged !== false)
    .map(({ type, amount }) => ({ name: String(type).replace(/Fee$/, ''), amount: minorUnits(amount, 'USD') ?? 0 }))
    .filter(({ amount }) => amount > 0)
  const charges = [...cost.charges, ...others]
  return { ...cost, amount: charges.reduce((sum, { amount }) => sum + amount, 0), charges }
}

/** A label that was bought, and the addresses of its papers. */
export interface Sold {
  purchase: Omit<Purchase, 'label' | 'documents'>
  label: { inline: Uint8Array } | { url: string }
  forms: { name: string; url: string }[]
}

/** `none`: nothing was bought. Null: the shipment shows only a part of a purchase, or is something else. */
export const soldIn = (json: Json): Sold | 'none' | null => {
  const { tracking_code, postage_label, selected_rate, tracker, refund_status } = json
  if (textOf(json.id) === null || json.object !== 'Shipment') return null
  const parts = [tracking_code, postage_label, selected_rate]
  if (parts.every((part) => part === null)) return 'none'
  if (!isObject(postage_label) || !isObject(selected_rate)) return null
  const detail = isObject(tracker) && isObject(tracker.carrier_detail) ? tracker.carrier_detail : {}
  const numbers = [tracking_code, detail.alternate_identifier].flatMap((one) => textOf(one)?.replace(/\s+/g, '') ?? [])
  const voided = refund_status === null || refund_status === undefined ? 'none' : REFUNDS[String(refund_status)]
  const inline = textOf(postage_label.label_file)
  const url = textOf(postage_label.label_url)
  const cost = totalOf(selected_rate, objectsIn(json.fees))
  const isWhole = textOf(tracking_code) !== null && numbers.every((one) => NUMBER.test(one)) && (inline !== null || url !== null)
  if (!isWhole || voided === undefined || cost === null) return null
  const tracker_id = isObject(tracker) ? textOf(tracker.id) : null
  return {
    purchase: {
      ...{ numbers: [...new Set(numbers)] as [string, ...string[]], cost, void: voided },
      ids: { label: String(postage_label.id), rate: String(selected_rate.id), ...(tracker_id !== null && { tracker: tracker_id }) },
    },
    label: inline === null ? { url: url as string } : { inline: Buffer.from(inline, 'base64') },
    forms: objectsIn(json.forms)
      .slice(0, MAX_FORMS)
      .flatMap(({ form_type, form_url }) =>
        textOf(form_url) === null ? [] : [{ name: textOf(form_type) ?? 'form', url: form_url as string }],
      ),
  }
}
