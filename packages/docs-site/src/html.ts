import { Html, html } from '@backhaul/server/contracts'

export { Html, html }

/** Renders one line of description with `code` and [links](path). */
export const inline = (text: string): Html =>
  new Html(html`${text}`.text.replace(/`([^`]+)`/g, '<code>$1</code>').replace(/\[([^\]]+)\]\((\/[^)]*)\)/g, '<a href="$2">$1</a>'))

/** Renders paragraphs, which are separated by empty lines. */
export const prose = (text: string): Html[] => text.split(/\n\s*\n/).map((paragraph) => html`<p>${inline(paragraph)}</p>`)

/**
 * Renders a whole page. It loads only its style sheet, its icon and one script, all from this service. The page is readable without the
 * script.
 */
export const page = (title: string, navigation: Html, main: Html): string =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/style.css">
<script src="/docs/script.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header><a class="brand" href="/docs"><span>Backhaul</span> Documentation</a><a class="menu" href="#site-contents">Menu</a></header>
<nav id="site-contents" aria-label="Contents"><a class="close" href="#main">Close</a>${navigation}</nav>
<main id="main">${main}</main>
</body>
</html>
`.text
