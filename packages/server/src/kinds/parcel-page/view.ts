// The page on which a shopper follows a parcel. It shows only the first name and the town of the shopper.
import type { Shipment } from '@backhaul/core/shipment.ts'
import { Html, html } from '../../pages/html.ts'
import { countersHtml, type Shown } from '../shopper/counters.ts'
import { type Situation, STEPS, type Texts } from '../shopper/texts/texts.ts'
import type { CarrierLabelOffer } from './carrier-label.ts'
import type { LocalEntry } from './local-times.ts'
import { firstName, isForCarrier, isLabelOffered, isToHandIn, shopperOf, stepOf } from './situation.ts'

export interface ParcelView extends Omit<Shown, 'search'> {
  shipment: Shipment
  situation: Situation | null
  carrier_label: CarrierLabelOffer | null
  shop: string
  history: readonly LocalEntry[]
  /** The QR symbol. Null if it may not be shown. */
  qr: { svg: string; text: string } | null
  path: string
  /** The search as entered. Null if there was none. */
  asked: string | null
}

const stepsHtml = ({ shipment, texts }: ParcelView): Html | '' => {
  const step = stepOf(shipment)
  if (step === null) return ''
  const at = STEPS.indexOf(step)
  const entries = STEPS.map((one, i) => {
    const isNow = i === at
    const word = isNow ? texts.step_now : i < at ? texts.step_done : ''
    const note = word === '' ? '' : html`<span class="unseen"> (${word})</span>`
    return isNow
      ? html`<li class="now" aria-current="step">${texts.step[one]}${note}</li>`
      : html`<li${i < at ? new Html(' class="done"') : ''}>${texts.step[one]}${note}</li>`
  })
  return html`<h2 class="unseen">${texts.steps_title}</h2><ol class="steps">${entries}</ol>`
}

const refusalHtml = ({ shipment: { reject_reason }, situation, texts }: ParcelView): Html | '' =>
  reject_reason === null || (situation !== 'refused' && situation !== 'refused_for_good')
    ? ''
    : html`<p>${texts.refused_because[reject_reason]}</p><p>${texts.refused_remedy[reject_reason]}</p>`

const timesHtml = ({ shipment, situation, texts, formats, history }: ParcelView): Html | '' => {
  if (isToHandIn(situation) || isForCarrier(situation))
    return html`<p class="deadline">${texts.until(formats.day(shipment.expires_at))}</p>`
  const { scheduled_delivery_date: announced } = shipment
  if ((situation === 'on_way' || situation === 'received') && announced) return html`<p>${texts.announced(formats.date(announced))}</p>`
  const delivered = situation === 'arrived' ? history.findLast(({ kind }) => kind === 'deliver') : undefined
  return delivered ? html`<p>${texts.arrived_on(formats.day(delivered.occurred_at, delivered.timezone))}</p>` : ''
}

const codeHtml = ({ qr, texts }: ParcelView): Html | '' => {
  if (!qr) return ''
  // The SVG is safe to embed, because Backhaul drew it: kinds/labels/qr-image.ts.
  const svg = new Html(qr.svg.replace('<svg ', html`<svg class="qr" role="img" aria-label="${texts.code_label}" `.text))
  return html`<section class="card" aria-labelledby="code"><h2 id="code">${texts.code_title}</h2>${svg}<p class="soft">${texts.code_text}</p><p class="code">${qr.text.replace(/(.{4})(?=.)/g, '$1 ')}</p></section>`
}

const carrierLabelHtml = ({ situation, texts, path, asked }: ParcelView): Html => {
  const query = asked === null ? '' : `?lang=${encodeURIComponent(asked)}`
  if (situation === 'order_label')
    return html`<form method="post" action="${path}/carrier-label${query}"><p><button type="submit">${texts.carrier_label_order}</button></p></form>`
  return situation === 'label_ordered'
    ? html`<p><a class="button" href="${path}${query}" rel="nofollow">${texts.carrier_label_look}</a></p>`
    : html`<p><a class="button" href="${path}/carrier-label" rel="nofollow">${texts.carrier_label_link}</a></p><p class="soft">${texts.carrier_label_how}</p>`
}

const labelHtml = (view: ParcelView): Html | '' => {
  const { shipment, situation, carrier_label, texts, path } = view
  if (isForCarrier(situation))
    return html`<section class="card" aria-labelledby="label"><h2 id="label">${texts.carrier_label_title}</h2>${carrierLabelHtml(view)}</section>`
  if (!isLabelOffered(shipment)) return ''
  const missing = carrier_label === 'missing' ? html`<p>${texts.carrier_label_missing}</p>` : ''
  return html`<section class="card" aria-labelledby="label"><h2 id="label">${texts.label_title}</h2>${missing}<p><a class="button" href="${path}/label" rel="nofollow">${texts.label_link}</a></p><p class="soft">${texts.label_how}</p></section>`
}

const historyHtml = ({ history, texts, formats }: ParcelView): Html => {
  const entries = history.toReversed().map(({ kind, occurred_at, location, timezone }) => {
    const town = [location?.city, location?.state].filter((part) => part).join(', ')
    const words = texts.history[kind as keyof Texts['history']] ?? kind
    return html`<li><strong>${words}</strong><time datetime="${occurred_at}">${formats.moment(occurred_at, timezone)}</time>${town === '' ? '' : html` <span class="soft"><bdi>${town}</bdi></span>`}</li>`
  })
  const list = entries.length === 0 ? html`<p class="soft">${texts.history_none}</p>` : html`<ul class="history">${entries}</ul>`
  return html`<section class="card" aria-labelledby="history"><h2 id="history">${texts.history_title}</h2>${list}</section>`
}

const factsHtml = ({ shipment, texts }: ParcelView): Html => {
  const town = shopperOf(shipment)?.city
  const from = shipment.direction === 'return' && town ? html`<p class="soft"><bdi>${texts.from_town(town)}</bdi></p>` : ''
  return html`<section class="card" aria-labelledby="facts"><h2 id="facts">${texts.facts_title}</h2>${from}<dl><dt>${texts.tracking}</dt><dd>${shipment.tracking}</dd></dl></section>`
}

const nearHtml = (view: ParcelView): Html | '' => {
  const { situation, searched, isPlaceKnown, counters, chosen, texts, formats, path, asked } = view
  if (!isToHandIn(situation)) return ''
  return countersHtml({ counters, chosen, searched, isPlaceKnown, texts, formats, search: { path, language: asked } })
}

export const headingOf = ({ situation, texts }: ParcelView): string =>
  situation === null ? texts.preparing.heading : texts.heading[situation]

export const parcelHtml = (view: ParcelView): Html => {
  const { shipment, situation, shop, texts } = view
  const name = firstName(shopperOf(shipment)?.name)
  const advice = situation === null ? texts.preparing.advice(shop) : texts.advice[situation](shop)
  const held = shipment.held && stepOf(shipment) !== null && situation !== 'arrived' ? html`<p class="notice">${texts.held(shop)}</p>` : ''
  const isBad = situation === 'refused' || situation === 'refused_for_good' || situation === 'expired' || situation === 'cancelled'
  return html`<p class="kicker">${shipment.direction === 'return' ? texts.title_return : texts.title_parcel}</p>
<h1>${headingOf(view)}</h1>
${held}<div class="notice${isBad ? ' bad' : ''}">${name === null ? '' : html`<p><bdi>${texts.hello(name)}</bdi></p>`}${refusalHtml(view)}<p>${advice}</p>${timesHtml(view)}</div>
${stepsHtml(view)}
<div class="columns"><div>${codeHtml(view)}${labelHtml(view)}${historyHtml(view)}${factsHtml(view)}</div><div>${nearHtml(view)}</div></div>`
}
