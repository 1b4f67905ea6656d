// The nearest counters, as a list and a map with the same content.
import type { Store } from '@backhaul/core/network.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Service } from '../../service/service.ts'
import { listNearby, type StoreNearby } from '../network/queries.ts'
import { plainCode, whereIs } from '../network/where-is.ts'
import type { Formats } from './formats.ts'
import { mapHtml } from './map.ts'
import type { Texts } from './texts/texts.ts'

const RADIUS_KM = 100
const MAX_SHOWN = 5
const MAX_CODE_CHARACTERS = 20
/**
 * Shorter distances are not shown. The position of a postal code is estimated from the counters with that code. So if a code has only one
 * counter, everybody with this code would seem to be at that counter.
 */
const LEAST_SHOWN_KM = 0.2

export interface Place {
  postal_code: string
  country: string
}

/** Counters by distance, nearest first. Empty if the position of the postal code is unknown, or no counter is near it. */
export const countersNear = async ({ reads }: Pick<Service, 'reads'>, { postal_code, country }: Place): Promise<StoreNearby[]> => {
  const plain = plainCode(postal_code.slice(0, MAX_CODE_CHARACTERS))
  const region = plain === '' ? null : await whereIs(reads, country, plain)
  return region ? listNearby(reads, { ...region, country, radius_km: RADIUS_KM, after: null, limit: MAX_SHOWN }) : []
}

/** The place for which counters are shown: `own`, but with the postal code that the visitor searched for, if any. */
export const askedPlace = (query: URLSearchParams, own: Place): Place => {
  const postal_code = (query.get('postal_code') ?? '').trim().slice(0, MAX_CODE_CHARACTERS)
  return postal_code === '' ? own : { ...own, postal_code }
}

const hoursHtml = ({ hours }: Store, texts: Texts, formats: Formats): Html =>
  hours === null
    ? html`<p class="hours">${texts.hours_unknown}</p>`
    : html`<p class="hours"><span class="unseen">${texts.hours}: </span>${formats.hours(hours, texts.closed).map((line, i) => html`${i > 0 ? html`<br>` : ''}${line}`)}</p>`

const storeHtml = (store: Store, texts: Texts, formats: Formats, distance_km: number | null): Html => {
  const town = [store.city, store.state, store.postal_code].filter((part) => part !== null && part !== '').join(' ')
  const away =
    distance_km === null || distance_km < LEAST_SHOWN_KM
      ? ''
      : html`<br><span class="soft">${texts.away(formats.distance(distance_km))}</span>`
  return html`<strong><bdi>${store.name}</bdi></strong><br><bdi>${store.line1}</bdi>, <bdi>${town}</bdi>${away}${hoursHtml(store, texts, formats)}`
}

export interface Shown {
  counters: readonly StoreNearby[]
  /** The counter to which the shop asks the shopper to take the parcel. */
  chosen: Store | null
  /** Initial text of the search field. */
  searched: string
  isPlaceKnown: boolean
  texts: Texts
  formats: Formats
  /** The page's path and language for another search. Null: the page has no search. */
  search: { path: string; language: string | null } | null
}

const searchHtml = ({ search, searched, texts }: Shown): Html | '' =>
  search === null
    ? ''
    : html`<form class="find" method="get" action="${search.path}">${search.language === null ? '' : html`<input type="hidden" name="lang" value="${search.language}">`}
<div><label for="postal_code_search">${texts.counters_search_label}</label><br><input id="postal_code_search" name="postal_code" type="text" autocomplete="postal-code" maxlength="${MAX_CODE_CHARACTERS}" value="${searched}"></div>
<button class="plain" type="submit">${texts.counters_search}</button></form>`

export const countersHtml = (shown: Shown): Html => {
  const { counters, chosen, isPlaceKnown, texts, formats } = shown
  const list = counters.map((store) => html`<li>${storeHtml(store, texts, formats, store.distance_km)}</li>`)
  const preferred = chosen
    ? html`<div class="notice"><p><strong>${texts.counters_chosen}</strong></p><p>${storeHtml(chosen, texts, formats, null)}</p></div>`
    : ''
  const found =
    counters.length === 0
      ? isPlaceKnown
        ? html`<p>${texts.counters_none}</p>`
        : ''
      : html`${mapHtml(counters, texts.counters_map, texts.north, formats)}<ol class="counters">${list}</ol><p class="soft">${texts.counters_estimate}</p>`
  return html`<section class="card" aria-labelledby="counters"><h2 id="counters">${texts.counters_title}</h2>${preferred}${found}${searchHtml(shown)}</section>`
}
