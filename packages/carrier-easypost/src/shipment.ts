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
/** Answers of a carrier that may answer otherwise later. They say nothing about the parcel. */
const TRANSIENT =
  /too many requests|throttled|rate limit|time(d)?[ -]?out|unavailable|try again|no (rate )?response|internal (server )?error|invalid credentials/i
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

/** Whether everything is known that customs must be told. EasyPost would declare a missing value as 0. */
export const isDeclared = ({ currency, items }: CustomsDeclaration): boolean =>
  currency !== null && items.every(({ quantity, value, weight }) => quantity !== null && value !== null && weight !== null)

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

/**
 * `words`: what carriers say who offer nothing. `isSlow`: there are rates, but none is fast enough. All offers have one currency, because
 * the server compares amounts. Null: the answer is not a shipment with rates.
 */
export const ratesOf = (json: Json, { service_level }: BookableParcel): (Rates & { words: string; isSlow: boolean }) | null => {
  const id = textOf(json.id)
  if (id === null || !Array.isArray(json.rates)) return null
  const all = objectsIn(json.rates)
    .filter((rate) => service_level !== 'express' || isFast(rate))
    .flatMap((rate): Offer[] => {
      const cost = costOf(rate.rate, rate.currency)
      const [offer, carrier, service] = [textOf(rate.id), textOf(rate.carrier), textOf(rate.service)]
      return cost && offer && carrier && service ? [{ id: offer, service: `${carrier} ${service}`, cost }] : []
    })
  const currency = all.some(({ cost }) => cost.currency === 'USD') ? 'USD' : all[0]?.cost.currency
  const offers = all.filter(({ cost }) => cost.currency === currency)
  const errors = objectsIn(json.messages).filter(({ type }) => type === 'rate_error')
  const words = [...new Set(errors.map(({ carrier, message }) => `${carrier}: ${message}`))]
  const isSlow = service_level === 'express' && offers.length === 0 && json.rates.length > 0
  return { carrier_shipment_id: id, offers, is_complete: !words.some((one) => TRANSIENT.test(one)), words: words.join('; '), isSlow }
}

/**
 * The fees come on top of the rate, except `PostageFee`, which repeats it. EasyPost charges them in US dollars, so they are not part of the
 * cost of a rate in another currency.
 */
const totalOf = (rate: Json, fees: readonly Json[]): Cost | null => {
  const cost = costOf(rate.rate, rate.currency)
  if (cost?.currency !== 'USD') return cost
  const others = fees
    .filter(({ type, charged }) => type !== 'PostageFee' && charged !== false)
    .map(({ type, amount }) => ({ name: String(type).replace(/Fee$/, '').slice(0, 100), amount: minorUnits(amount, 'USD') ?? 0 }))
    .filter(({ amount }) => amount > 0)
  const charges = [...cost.charges, ...others]
  return { ...cost, amount: charges.reduce((sum, { amount }) => sum + amount, 0), charges }
}

/** A label that was bought, and the addresses of its papers. `isWhole`: EasyPost has shown everything that belongs to a purchase. */
export interface Sold {
  purchase: Omit<Purchase, 'label' | 'documents'>
  label: { inline: Uint8Array } | { url: string } | null
  forms: { name: string; url: string }[]
  isWhole: boolean
  /** When the shipment was created, which is just before it was bought. NaN: EasyPost does not say. */
  created_ms: number
}

const numbersIn = ({ tracking_code, tracker }: Json): string[] => {
  const detail = isObject(tracker) && isObject(tracker.carrier_detail) ? tracker.carrier_detail : {}
  const numbers = [tracking_code, detail.alternate_identifier].flatMap((one) => textOf(one)?.replace(/\s+/g, '') ?? [])
  return [...new Set(numbers)].filter((one) => NUMBER.test(one))
}

/**
 * `none`: nothing was bought. Null: the shipment shows neither a label nor a number, or is something else. A purchase is never kept back
 * because a part of it is missing or unreadable. Without a number, it has the id of the shipment.
 */
export const soldIn = (json: Json): Sold | 'none' | null => {
  const { id, tracking_code, postage_label, selected_rate, tracker, refund_status } = json
  if (textOf(id) === null || json.object !== 'Shipment') return null
  if ([tracking_code, postage_label, selected_rate].every((part) => part === null)) return 'none'
  if (textOf(tracking_code) === null && !isObject(postage_label)) return null
  const paper = isObject(postage_label) ? postage_label : {}
  const rate = isObject(selected_rate) ? selected_rate : {}
  const inline = textOf(paper.label_file)
  const url = textOf(paper.label_url)
  const label = inline !== null ? { inline: Buffer.from(inline, 'base64') } : url !== null ? { url } : null
  const numbers = numbersIn(json)
  const ids = { label: textOf(paper.id), rate: textOf(rate.id), tracker: isObject(tracker) ? textOf(tracker.id) : null }
  return {
    purchase: {
      numbers: (numbers.length > 0 ? numbers : [id]) as [string, ...string[]],
      cost: totalOf(rate, objectsIn(json.fees)),
      // A word that EasyPost added later: somebody asked for a refund, and it is read again.
      void: refund_status === null || refund_status === undefined ? 'none' : (REFUNDS[String(refund_status)] ?? 'submitted'),
      ids: Object.fromEntries(Object.entries(ids).flatMap(([name, one]) => (one === null ? [] : [[name, one]]))),
    },
    label,
    forms: objectsIn(json.forms)
      .slice(0, MAX_FORMS)
      .flatMap(({ form_type, form_url }) =>
        textOf(form_url) === null ? [] : [{ name: textOf(form_type)?.slice(0, 100) ?? 'form', url: form_url as string }],
      ),
    isWhole: textOf(tracking_code) !== null && numbers.length > 0 && label !== null && isObject(selected_rate),
    created_ms: Date.parse(String(json.created_at)),
  }
}
