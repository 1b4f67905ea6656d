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
  ['1', 'v2', 'These two characters, so that a signature of one version is never valid as a signature of the other.'],
  ['2', 'timestamp', 'The value of X-Service-Timestamp.'],
  ['3', 'method', 'In capitals, as sent: GET, HEAD, POST, PUT, PATCH or DELETE.'],
  [
    '4',
    'path with query',
    'The request target exactly as you send it. Do not decode, sort or omit anything. Keep a question mark even if nothing follows it.',
  ],
  [
    '5',
    'host',
    'The host of the address that you call, in lower case, with its port unless it is the default (443 for https, 80 for http).',
  ],
  ['6', 'body', 'The raw bytes of the body, or nothing if there is no body. The line feed before this part is always present.'],
] as const

const V2_REASON = `A signature of the first version covers only the time and the body. Anyone who records a request, for instance in the log of a proxy,
can reuse its signature for 300 seconds with another method and path: a signed GET, which has no body, becomes a DELETE, or a POST of any
command without a body. The second version is valid for one request to one host. Neither version covers other headers, so give each POST an
\`Idempotency-Key\`, and use TLS.`

/** The second version of the signature, with its test vectors. */
const secondVersion = (read: (name: string) => string): Html => html`<section id="v2"><h2>Signing the whole request</h2>
${prose(V2_REASON)}
<table><tbody>${V2_HEADERS.map(([name, meaning]) => html`<tr><td><code>${name}</code></td><td colspan="2">${meaning}</td></tr>`)}</tbody></table>
<p>Sign these six parts, joined by line feeds (byte 10):</p>
<table><tbody>${V2_PARTS.map(([number, part, meaning]) => html`<tr><td>${number}</td><td>${part}</td><td>${meaning}</td></tr>`)}</tbody></table>
<p>Send one version, never both. If <code>X-Service-Signature-V2</code> is present, the service checks only this signature. But if you send both, someone who records the request can send it again with only the first. An operator can set a key to <code>v2</code>. The key then refuses the first version. The field <code>signature</code> of its credentials says which versions a key accepts. <code>@backhaul/client</code> uses the second version by default.</p>
<p>If a proxy changes the host or the beginning of the path, the operator must set the public address of the service.</p>
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
  ['signature_version', 'The key is set to v2 and accepts only X-Service-Signature-V2.'],
  ['missing_timestamp', 'X-Service-Timestamp is missing.'],
  ['malformed_timestamp', 'The timestamp is not a whole number of Unix seconds in digits.'],
  ['timestamp_skew', "The timestamp is more than 300 seconds off the server's clock. Set your clock, and sign again for each attempt."],
  [
    'signature_mismatch',
    'The received bytes are not the signed bytes, or the secret is wrong. The usual cause: the body was serialized again after signing.',
  ],
] as const

const MISTAKES = [
  [
    'upper_case, prefix, base64, not_sha256',
    'The signature has the wrong form. It must be only the 64 lower-case hex digits of HMAC-SHA256.',
  ],
  ['repeated_header', 'The header is repeated.'],
  ['milliseconds, microseconds, fraction', 'The timestamp must be whole seconds.'],
  ['host', 'The signed host is not the host that the service received. A proxy may have changed the host.'],
  ['query', 'The path was signed without its query.'],
  ['version', 'The signature of one version was sent in the header of the other.'],
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
<p>Serialize the body once, sign these bytes, and send exactly these bytes. Without a body, sign the timestamp and the dot. A body sent with a GET is signed like any other. Method, path and query are not signed; <a href="#v2">the second version</a> covers them, so use it in new programs.</p>
<p>The programs below run as they are. Set <code>BACKHAUL_URL</code>, <code>BACKHAUL_API_KEY</code> and <code>BACKHAUL_SIGNING_SECRET</code>. A fresh sandbox writes their values to <code>.data/sandbox-credentials.json</code>. <code>@backhaul/client</code> does all of this for you.</p>
${shown(REQUEST_FILES)}</section>
${secondVersion(read)}
<section id="refusals"><h2>Refused signatures</h2>
<p>The answer is 401 <code>invalid_signature</code>, and <code>details.reason</code> is one of:</p>
<table><tbody>${REASONS.map(([reason, meaning]) => html`<tr><td><code>${reason}</code></td><td colspan="2">${meaning}</td></tr>`)}</tbody></table>
<p>If the service recognizes a common mistake, <code>details.mistake</code> names it:</p>
<table><tbody>${MISTAKES.map(([mistake, meaning]) => html`<tr><td><code>${mistake}</code></td><td colspan="2">${meaning}</td></tr>`)}</tbody></table></section>
<section id="webhooks"><h2>Verifying webhooks</h2>
<p>Deliveries are signed the same way, with the secret returned when the webhook was registered. Verify the raw body before you parse it, compare in constant time, refuse a timestamp that is far off, and answer 401 if the delivery is not genuine. During a rotation, <code>X-Service-Signature</code> is made with the old secret and <code>X-Service-Signature-Next</code> with the new one: accept a delivery if either matches the secret you have.</p>
<p>An event can be delivered more than once, always with the same <code>eventID</code>. Store it to ignore repeated deliveries.</p>
${shown(WEBHOOK_FILES)}
<h3 id="standard">With a library for Standard Webhooks</h3>
<p>Register the webhook with <code>"signing": "standard"</code>. Its deliveries then carry the headers of <i>Standard Webhooks</i> as well: <code>webhook-id</code> (the <code>eventID</code>), <code>webhook-timestamp</code> and <code>webhook-signature</code>. Pass the webhook's secret, with its <code>whsec_</code>, to any library for that specification. The library decodes the rest as base64 and verifies the signature. For 24 hours after a rotation there are two signatures, so the old secret and the new one both work.</p></section>`
}
