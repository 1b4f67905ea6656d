// Pages that the browser shows when it returns from the provider. One briefly confirms that the person is signed in. The other explains why
// not, and what to do.
import { createHash } from 'node:crypto'
import { Html, html } from '../../../pages/html.ts'

const STYLE = `:root{color-scheme:light dark;--ink:#1f2433;--paper:#fff;--link:#4338ca}@media(prefers-color-scheme:dark){:root{--ink:#e6e9f2;--paper:#14171f;--link:#a5b4fc}}body{margin:0;color:var(--ink);background:var(--paper);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}main{max-width:34rem;margin:10vh auto 0;padding:1.5rem 1rem}h1{font-size:2rem;line-height:1.25;margin:0 0 .75rem}p{margin:0 0 1rem}a{color:var(--link);display:inline-block;padding:.6rem 0}`
const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

/** The page fetches nothing and sends no referrer, because its address contains the provider's code. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': `default-src 'none'; style-src ${STYLE_HASH}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
}

const page = (title: string, main: Html, next?: string): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${next === undefined ? '' : html`<meta http-equiv="refresh" content="0;url=${next}">`}
<title>${title} · Backhaul</title>
<link rel="icon" href="data:,">
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${main}
</main>
</body>
</html>
`.text

/**
 * The browser comes back from another site. It sends no SameSite=Strict cookie with such a request, nor with redirects that follow. So this
 * page leads on to `next`: a request from one of the service's own pages is same-site.
 */
export const signedInPage = (next: string): string => page('You are signed in', html`<p><a href="${next}">Continue</a></p>`, next)

export const problemPage = (title: string, lines: readonly string[], again: string | null): string =>
  page(
    title,
    html`${lines.map((line) => html`<p>${line}</p>`)}<p>${again === null ? '' : html`<a href="${again}">Try again</a> `}</p><p><a href="/sign-in">Sign in with a link instead</a></p>`,
  )
