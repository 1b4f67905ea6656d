import { code, html, page } from './html.ts'

const REQUEST_FILES = [
  ['TypeScript', 'request.ts'],
  ['Python, standard library only', 'request.py'],
  ['curl and openssl', 'request.sh'],
] as const
const WEBHOOK_FILES = [
  ['TypeScript', 'webhook.ts'],
  ['Python, standard library only', 'webhook.py'],
  ['openssl', 'webhook.sh'],
] as const

const navigation = html`<a class="title" href="/docs">Backhaul API</a>
<ul><li><a href="#requests">Signing requests</a></li><li><a href="#refusals">Refused signatures</a></li><li><a href="#webhooks">Verifying webhooks</a></li></ul>`

const REASONS = [
  ['missing_signature', 'X-Service-Signature is missing.'],
  ['missing_timestamp', 'X-Service-Timestamp is missing.'],
  ['malformed_timestamp', 'The timestamp is not a whole number of Unix seconds in digits.'],
  ['timestamp_skew', "The timestamp is more than 300 seconds off the server's clock. Set your clock, and sign again for each attempt."],
  [
    'signature_mismatch',
    'The received bytes are not the signed bytes, or the secret is wrong. The usual cause: the body was serialized again after signing.',
  ],
] as const

/** How to sign and to verify, around the example programs of docs/signing, which a test runs; `read` gives the text of one. */
export const signingPage = (read: (name: string) => string): string => {
  const shown = (files: readonly (readonly [string, string])[]) => files.map(([title, name]) => html`<h3>${title}</h3>${code(read(name))}`)
  const main = html`<h1>Signing</h1>
<section id="requests"><h2>Signing requests</h2>
<p>Every request except public tracking needs three headers:</p>
<table><tbody>
<tr><td><code>X-Api-Key</code></td><td colspan="2">Your key.</td></tr>
<tr><td><code>X-Service-Timestamp</code></td><td colspan="2">The current time in Unix seconds.</td></tr>
<tr><td><code>X-Service-Signature</code></td><td colspan="2">HMAC-SHA256 over the timestamp, a dot and the raw body, in lower-case hex. The HMAC key is the text of your signing secret as printed.</td></tr>
</tbody></table>
<p>Serialize the body once, sign these bytes, and send exactly them. Without a body, sign the timestamp and the dot. A body sent with a GET is signed like any other. Method, path and query are not signed.</p>
<p>The programs below run as they are. Set <code>BACKHAUL_URL</code>, <code>BACKHAUL_API_KEY</code> and <code>BACKHAUL_SIGNING_SECRET</code>. A fresh sandbox writes all three to <code>.data/sandbox-credentials.json</code>. <code>@backhaul/client</code> does all of this for you.</p>
${shown(REQUEST_FILES)}</section>
<section id="refusals"><h2>Refused signatures</h2>
<p>The answer is 401 <code>invalid_signature</code>, and <code>details.reason</code> is one of:</p>
<table><tbody>${REASONS.map(([reason, meaning]) => html`<tr><td><code>${reason}</code></td><td colspan="2">${meaning}</td></tr>`)}</tbody></table></section>
<section id="webhooks"><h2>Verifying webhooks</h2>
<p>Deliveries are signed the same way, with the secret returned when the webhook was registered. Verify the raw body before you parse it, compare in constant time, and refuse a timestamp that is far off. During a rotation, <code>X-Service-Signature</code> is made with the old secret and <code>X-Service-Signature-Next</code> with the new one: accept a delivery if either matches the secret you have.</p>
<p>An event can be delivered more than once. Its <code>eventID</code> stays the same: remember it.</p>
${shown(WEBHOOK_FILES)}</section>`
  return page('Signing - Backhaul API', navigation, main)
}
