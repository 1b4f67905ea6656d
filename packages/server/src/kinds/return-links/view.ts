// The page of a return link: a form with errors next to its fields, and the nearest counters next to the field for choosing one.
import { COUNTRIES, needsPostalCode } from '@backhaul/core/countries.ts'
import type { Fulfillment } from '@backhaul/core/shipment.ts'
import { Html, html } from '../../pages/html.ts'
import type { StoreNearby } from '../network/queries.ts'
import { countersHtml, type Place } from '../shopper/counters.ts'
import type { Formats } from '../shopper/formats.ts'
import { ADDRESS_FIELDS, type AddressField, type Texts } from '../shopper/texts/texts.ts'
import { type FormFaults, type FormField, type FormValues, MAX_CONTENTS_CHARACTERS } from './form.ts'
import type { ReturnLinkRow } from './queries.ts'

export interface ReturnView {
  link: ReturnLinkRow
  shop: string
  values: FormValues
  faults: FormFaults
  counters: readonly StoreNearby[]
  place: Place
  /** Currency of the declared value. Null if the page shows no declared value. */
  currency: string | null
  texts: Texts
  formats: Formats
  path: string
  asked: string | null
}

const REQUIRED: readonly AddressField[] = ['line1', 'city', 'country']
/** While no country is chosen, a postal code is required. */
const isRequiredOf = ({ values }: ReturnView, field: AddressField): boolean => {
  const { country } = values.address
  return REQUIRED.includes(field) || (field === 'postal_code' && (country === '' || needsPostalCode(country)))
}
const AUTOCOMPLETE: Readonly<Record<AddressField, string>> = {
  name: 'name',
  company: 'organization',
  line1: 'address-line1',
  line2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  postal_code: 'postal-code',
  country: 'country',
  phone: 'tel',
  email: 'email',
}
/** Maximum lengths, as in the API. */
const LENGTHS: Readonly<Partial<Record<AddressField, number>>> = { state: 50, postal_code: 20, phone: 40, email: 254 }
const TYPES: Readonly<Partial<Record<AddressField, string>>> = { phone: 'tel', email: 'email' }

const faultText = ({ texts, faults, shop }: ReturnView, field: FormField | 'service'): string | null => {
  const fault = faults[field]
  if (!fault) return null
  return field === 'service' ? texts.fault_service(shop) : texts.fault[fault]
}

const faultHtml = (view: ReturnView, field: FormField): Html | '' => {
  const text = faultText(view, field)
  return text === null ? '' : html`<span class="fault" id="${field}-fault">${text}</span>`
}

/** Attributes of a field that describe its error. */
const marks = (view: ReturnView, field: FormField, isRequired: boolean): Html => {
  const fault = view.faults[field] ? ` aria-invalid="true" aria-describedby="${field}-fault"` : ''
  return new Html(`${isRequired ? ' required' : ''}${fault}`)
}

const countryHtml = (view: ReturnView): Html => {
  const { link, values, formats, texts } = view
  const codes = link.market === null ? [...COUNTRIES] : [link.market]
  const named = codes.map((code) => ({ code, name: formats.country(code) })).sort((a, b) => formats.compare(a.name, b.name))
  const options = named.map(
    ({ code, name }) => html`<option value="${code}"${code === values.address.country ? new Html(' selected') : ''}>${name}</option>`,
  )
  const none = link.market === null ? html`<option value="">${texts.field_country_choose}</option>` : ''
  return html`<select id="country" name="country" autocomplete="country"${marks(view, 'country', true)}>${none}${options}</select>`
}

const fieldHtml = (view: ReturnView, field: AddressField): Html => {
  const { texts, values } = view
  const isRequired = isRequiredOf(view, field)
  const note = isRequired ? '' : html` <span class="hint">(${texts.return_optional})</span>`
  const input =
    field === 'country'
      ? countryHtml(view)
      : html`<input id="${field}" name="${field}" type="${TYPES[field] ?? 'text'}" dir="auto" autocomplete="${AUTOCOMPLETE[field]}" maxlength="${LENGTHS[field] ?? 100}" value="${values.address[field]}"${marks(view, field, isRequired)}>`
  return html`<div class="field"><label for="${field}">${texts.field[field]}${note}</label>${faultHtml(view, field)}${input}</div>`
}

const contentsHtml = (view: ReturnView): Html | '' => {
  const { link, texts, values } = view
  if (!link.asks_contents) return ''
  return html`<fieldset><legend>${texts.contents_title}</legend><div class="field"><label for="contents">${texts.contents_label}</label><span class="hint">${texts.contents_hint}</span>${faultHtml(view, 'contents')}<textarea id="contents" name="contents" dir="auto" maxlength="${MAX_CONTENTS_CHARACTERS}"${marks(view, 'contents', true)}>
${values.contents}</textarea></div></fieldset>`
}

const WORDS: Readonly<Record<Fulfillment, (texts: Texts) => { name: string; hint: string }>> = {
  qr_code: (texts) => ({ name: texts.way_qr, hint: texts.way_qr_hint }),
  print_label: (texts) => ({ name: texts.way_label, hint: texts.way_label_hint }),
}

const wayHtml = (view: ReturnView): Html => {
  const { link, texts, values } = view
  const ways = (['qr_code', 'print_label'] as const).filter((one) => link.fulfillments.includes(one))
  const choices = ways.map((one) => {
    const { name, hint } = WORDS[one](texts)
    const isChosen = one === values.fulfillment || ways.length === 1
    return html`<div class="choice"><input type="radio" id="way-${one}" name="fulfillment" value="${one}"${isChosen ? new Html(' checked') : ''}${marks(view, 'fulfillment', true)}><label for="way-${one}">${name}<span class="hint">${hint}</span></label></div>`
  })
  return html`<fieldset id="fulfillment"><legend>${texts.way_title}</legend>${faultHtml(view, 'fulfillment')}${choices}</fieldset>`
}

/** All errors, at the top of the page, with a link to each field. */
const summaryHtml = (view: ReturnView): Html | '' => {
  const { texts, faults } = view
  const fields = (['service', ...ADDRESS_FIELDS, 'contents', 'fulfillment'] as const).filter((field) => faults[field])
  if (fields.length === 0) return ''
  const entries = fields.map((field) => {
    const text = faultText(view, field) as string
    if (field === 'service') return html`<li>${text}</li>`
    const name = field === 'contents' ? texts.contents_label : field === 'fulfillment' ? texts.way_title : texts.field[field]
    return html`<li><a href="#${field}">${name}: ${text}</a></li>`
  })
  return html`<div class="notice bad" role="alert"><h2>${texts.faults_title}</h2><ul>${entries}</ul></div>`
}

const factsHtml = ({ link, texts, formats, currency }: ReturnView): Html | '' => {
  const facts: [string, string][] = []
  if (link.order_id !== null) facts.push([texts.order, link.order_id])
  if (link.rma !== null) facts.push([texts.rma, link.rma])
  if (link.declared_value !== null && currency !== null) facts.push([texts.value, formats.money(link.declared_value, currency)])
  return facts.length === 0 ? '' : html`<dl>${facts.map(([name, value]) => html`<dt>${name}</dt><dd><bdi>${value}</bdi></dd>`)}</dl>`
}

export const returnHtml = (view: ReturnView): Html => {
  const { link, shop, texts, formats, values, counters, place, path, asked } = view
  const left = link.max_shipments - link.shipment_ids.length
  const action = asked === null ? path : `${path}?lang=${encodeURIComponent(asked)}`
  return html`<h1>${texts.return_title}</h1>
<p>${texts.return_intro(shop)}</p>${factsHtml(view)}
<p class="soft">${texts.return_until(formats.date(link.last_day))}${link.max_shipments > 1 ? ` ${texts.return_left(left)}` : ''}</p>
${summaryHtml(view)}
<div class="columns"><form method="post" action="${action}" novalidate><input type="hidden" name="${link.max_shipments > 1 ? 'form' : 'number'}" value="${values.form}">
<fieldset><legend>${texts.return_address}</legend><p class="hint">${texts.return_address_hint}</p>${ADDRESS_FIELDS.map((field) => fieldHtml(view, field))}</fieldset>
${contentsHtml(view)}${wayHtml(view)}<p><button type="submit">${texts.return_submit}</button></p></form>
<div>${countersHtml({ counters, chosen: null, searched: place.postal_code, isPlaceKnown: place.postal_code !== '', texts, formats, search: { path, language: asked } })}</div></div>`
}
