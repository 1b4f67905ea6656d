// Common parts of all shopper pages: the frame with the shop's look and the language switch, and the response headers. Because of the
// headers, the browser fetches nothing from other sites, runs no scripts, and does not pass the page's address on.
import { Html, html } from '../../pages/html.ts'
import { LANGUAGES, type Language, TEXTS } from './language.ts'
import { styleOf } from './style.ts'

/** The look of a shop's pages. */
export interface Look {
  shop: string
  color: string | null
  /** Path of the logo. Null: the page shows the shop's name as text. */
  logo: string | null
}

/** The look of pages that belong to no shop. */
export const NOBODYS: Look = { shop: '', color: null, logo: null }

export interface Page {
  status: number
  language: Language
  title: string
  look: Look
  /** Path of this page, without a query. */
  path: string
  /** Query parameters other than the language. */
  query?: Record<string, string>
  main: Html
}

export interface PageAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

const switchHtml = ({ language, path, query = {} }: Page): Html => {
  const entries = LANGUAGES.map((one) => {
    const name = TEXTS[one].name
    if (one === language) return html`<li><span aria-current="true" lang="${one}">${name}</span></li>`
    const search = new URLSearchParams({ ...query, lang: one })
    return html`<li><a href="${path}?${search.toString()}" lang="${one}" hreflang="${one}" rel="nofollow">${name}</a></li>`
  })
  return html`<nav aria-label="${TEXTS[language].languages}"><ul>${entries}</ul></nav>`
}

const brandHtml = ({ shop, logo }: Look): Html =>
  logo === null ? html`<div class="brand"><bdi>${shop}</bdi></div>` : html`<div class="brand"><img src="${logo}" alt="${shop}"></div>`

export const pageAnswer = (page: Page): PageAnswer => {
  const { language, look, title, main, status } = page
  const style = styleOf(look.color)
  const body = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="format-detection" content="telephone=no">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Html(style.css)}</style>
</head>
<body>
<a class="skip" href="#main">${TEXTS[language].skip}</a>
<header><div>${brandHtml(look)}${switchHtml(page)}</div></header>
<main id="main">${main}</main>
</body>
</html>
`.text
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', 'content-language': language, ...headersOf(style.source) }, body }
}

const CLOSED = "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const headersOf = (style: string): Record<string, string> => ({
  'content-security-policy': `default-src 'none'; style-src ${style}; img-src 'self' data:; ${CLOSED}`,
  ...PRIVATE_PAGE,
})

/** Headers of every answer below a shopper's link. */
export const PRIVATE_PAGE = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  vary: 'Accept-Language',
}

/** A page with a heading and some paragraphs. */
export const plainPage = (
  status: number,
  language: Language,
  path: string,
  heading: string,
  paragraphs: readonly (string | Html)[],
  look: Look = NOBODYS,
): PageAnswer =>
  pageAnswer({
    status,
    language,
    path,
    look,
    title: heading,
    main: html`<h1>${heading}</h1>${paragraphs.map((one) => html`<p>${one}</p>`)}`,
  })
