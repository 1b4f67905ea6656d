import { codeBlock } from './highlight.ts'
import { type Html, html, prose } from './html.ts'

const REQUEST_FILES = [
  ['JavaScript, Node 20 or newer', 'request.mjs', 'node request.mjs'],
  ['Python, standard library only', 'request.py', 'python3 request.py'],
  ['curl and openssl', 'request.sh', 'sh request.sh'],
] as const
const WEBHOOK_FILES = [
  ['JavaScript, Node 20 or newer', 'webhook.mjs', 'node webhook.mjs TIMESTAMP SIGNATURE <body.json'],
  ['Python, standard library only', 'webhook.py', 'python3 webhook.py TIMESTAMP SIGNATURE <body.json'],
  ['openssl', 'webhook.sh', 'sh webhook.sh TIMESTAMP SIGNATURE body.json'],
] as const

const V2_HEADERS = [
  ['X-Api-Key', 'Your key.'],
  ['X-Service-Timestamp', 'The current time in Unix seconds.'],
  ['X-Service-Signature-V2', 'HMAC-SHA256 over the string below, in lower-case hex, with the same key as the first version.'],
] as const

const V2_PARTS = [
  ['1', 'v2', 'These two characters. So no signature of one version is ever one of the other.'],
  ['2', 'timestamp', 'The value of X-Service-Timestamp.'],
  ['3', 'method', 'In capitals, as sent: GET, HEAD, POST, PUT, PATCH or DELETE.'],
  [
    '4',
    'path with query',
    'The target of the request exactly as you send it: nothing is decoded, sorted or left out, and a question mark with nothing after it counts.',
  ],
  [
    '5',
    'host',
    'In lower case, with its port unless that is the usual one (443 for https, 80 for http): the host of the address that you call.',
  ],
  ['6', 'body', 'The raw bytes; nothing without a body. The line feed before it is always there.'],
] as const

const V2_REASON = `A signature of the first version covers the time and the body only. Whoever records one request, in the log of a proxy for instance,
can send it as another for 300 seconds, with another method to another path: a signed GET, which has no body, becomes a DELETE, or a POST of any
command that takes no body. The second version is good for one request to one host. Neither covers other headers; give each POST an
\`Idempotency-Key\`, and keep TLS.`

/** The second version of the signature, with its test vectors. */
const secondVersion = (read: (name: string) => string): Html => html`<section id="v2"><h2>Signing the whole request</h2>
${prose(V2_REASON)}
<table><tbody>${V2_HEADERS.map(([name, meaning]) => html`<tr><td><code>${name}</code></td><td colspan="2">${meaning}</td></tr>`)}</tbody></table>
<p>What is signed are these six parts, with one line feed (byte 10) between each two of them:</p>
<table><tbody>${V2_PARTS.map(([number, part, meaning]) => html`<tr><td>${number}</td><td>${part}</td><td>${meaning}</td></tr>`)}</tbody></table>
<p>Send one version, never both: where <code>X-Service-Signature-V2</code> is there, it alone decides, and a request that also carried the first version could be sent again without the second. An operator can set a key to <code>v2</code>; then it refuses the first version. What a key takes is in its credentials, as <code>signature</code>. <code>@backhaul/client</code> signs this way unless told otherwise.</p>
<p>If a proxy changes the host or the beginning of the path, the service must know its own public address; its operator sets it.</p>
<h3>With openssl</h3>${codeBlock(read('v2.sh'), 'sh')}
<h3>Test vectors</h3>${codeBlock(read('v2-vectors.json'), 'json')}</section>`

/** Sections of the page, for its table of contents and the search. */
export const SIGNING_SECTIONS = [
  { id: 'requests', title: 'Signing requests' },
  { id: 'v2', title: 'Signing the whole request' },
  { id: 'refusals', title: 'Refused signatures' },
  { id: 'webhooks', title: 'Verifying webhooks' },
] as const

const REASONS = [
  ['missing_signature', 'X-Service-Signature is missing, or X-Service-Signature-V2 if the key is set to v2.'],
  ['signature_version', 'The key is set to v2 and takes X-Service-Signature-V2 only.'],
  ['missing_timestamp', 'X-Service-Timestamp is missing.'],
  ['malformed_timestamp', 'The timestamp is not a whole number of Unix seconds in digits.'],
  ['timestamp_skew', "The timestamp is more than 300 seconds off the server's clock. Set your clock, and sign again for each attempt."],
  [
    'signature_mismatch',
    'The received bytes are not the signed bytes, or the secret is wrong. The usual cause: the body was serialized again after signing.',
  ],
] as const

const MISTAKES = [
  ['upper_case, prefix, base64, not_sha256', 'The form of the signature: it must be the 64 lower-case hex digits of HMAC-SHA256 alone.'],
  ['repeated_header', 'The header arrived twice.'],
  ['milliseconds, microseconds, fraction', 'The timestamp must be whole seconds.'],
  ['host', 'The signature was made for another host than the one that arrives here, as behind a proxy that changes it.'],
  ['query', 'The path was signed without its query.'],
  ['version', 'The string of one version was sent in the header of the other.'],
] as const

/**
 * Explains how to sign and verify, with the example programs of docs/signing, which a test runs. `read` returns the text of one program.
 */
export const signingHtml = (read: (name: string) => string): Html => {
  const shown = (files: readonly (readonly [title: string, name: string, command: string])[]) =>
    files.map(
      ([title, name, command]) =>
        html`<h3>${title}</h3><p>Save it as <code>${name}</code> and run <code>${command}</code>.</p>${codeBlock(read(name), name.split('.').at(-1))}`,
    )
  return html`<h1>Signing</h1>
<section id="requests"><h2>Signing requests</h2>
<p>Every request except public tracking needs three headers:</p>
<table><tbody>
<tr><td><code>X-Api-Key</code></td><td colspan="2">Your key.</td></tr>
<tr><td><code>X-Service-Timestamp</code></td><td colspan="2">The current time in Unix seconds.</td></tr>
<tr><td><code>X-Service-Signature</code></td><td colspan="2">HMAC-SHA256 over the timestamp, a dot and the raw body, in lower-case hex. The HMAC key is the text of your signing secret as printed.</td></tr>
</tbody></table>
<p>Serialize the body once, sign these bytes, and send exactly them. Without a body, sign the timestamp and the dot. A body sent with a GET is signed like any other. Method, path and query are not signed; <a href="#v2">the second version</a> covers them, so use that one in what you build.</p>
<p>The programs below run as they are. Set <code>BACKHAUL_URL</code>, <code>BACKHAUL_API_KEY</code> and <code>BACKHAUL_SIGNING_SECRET</code>. A fresh sandbox writes their values to <code>.data/sandbox-credentials.json</code>. <code>@backhaul/client</code> does all of this for you.</p>
${shown(REQUEST_FILES)}</section>
${secondVersion(read)}
<section id="refusals"><h2>Refused signatures</h2>
<p>The answer is 401 <code>invalid_signature</code>, and <code>details.reason</code> is one of:</p>
<table><tbody>${REASONS.map(([reason, meaning]) => html`<tr><td><code>${reason}</code></td><td colspan="2">${meaning}</td></tr>`)}</tbody></table>
<p>Where one of the usual mistakes can be recognized, <code>details.mistake</code> names it:</p>
<table><tbody>${MISTAKES.map(([mistake, meaning]) => html`<tr><td><code>${mistake}</code></td><td colspan="2">${meaning}</td></tr>`)}</tbody></table></section>
<section id="webhooks"><h2>Verifying webhooks</h2>
<p>Deliveries are signed the same way, with the secret returned when the webhook was registered. Verify the raw body before you parse it, compare in constant time, refuse a timestamp that is far off, and answer 401 to what is not genuine. During a rotation, <code>X-Service-Signature</code> is made with the old secret and <code>X-Service-Signature-Next</code> with the new one: accept a delivery if either matches the secret you have.</p>
<p>An event can be delivered more than once. Its <code>eventID</code> stays the same: remember it.</p>
${shown(WEBHOOK_FILES)}
<h3 id="standard">With a library for Standard Webhooks</h3>
<p>Register the webhook with <code>"signing": "standard"</code>. Its deliveries then carry the headers of <i>Standard Webhooks</i> as well: <code>webhook-id</code> (the <code>eventID</code>), <code>webhook-timestamp</code> and <code>webhook-signature</code>. Give the webhook's secret, with its <code>whsec_</code>, to any of that specification's libraries: it decodes the rest as base64 and verifies. For 24 hours after a rotation there are two signatures, so the old secret and the new one both work.</p></section>`
}
