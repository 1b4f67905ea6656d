// What a browser is told about the pages that people use. No policy has an `unsafe-` in it but one: reading barcodes needs WebAssembly, which
// runs in a worker, and only the answer that is the worker's own file allows it. A worker cannot reach a page's document.
const CLOSED = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/**
 * Of a page. Pictures and frames may also be what its own script made of an answer (`blob:`): a label, a photo. Where the browser knows trusted
 * types, no text becomes markup, and only the one policy of our own (packages/console/src/shared/trusted.ts) makes addresses of scripts.
 */
const PAGE_POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; frame-src blob:; connect-src 'self'; worker-src 'self'",
  `manifest-src 'self'; media-src 'self'; ${CLOSED}; trusted-types default; require-trusted-types-for 'script'`,
].join('; ')
/** Of a script, which only matters where it is a worker of its own; of everything else. */
const SCRIPT_POLICY = `default-src 'none'; script-src 'self'; connect-src 'self'; ${CLOSED}`
const BARCODE_WORKER_POLICY = `default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; ${CLOSED}`
const PASSIVE_POLICY = `default-src 'none'; style-src 'self'; ${CLOSED}`
const BARCODE_WORKER = /^\/assets\/barcode-worker-[\w-]+\.js$/

const EVERY = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
/** What has a hash of its content in its name never changes. */
const HASHED = /^\/assets\/.+-[\w-]{8}\.\w+$/
const FOR_EVER = 'public, max-age=31536000, immutable'
const ALLOWED: Record<string, string> = { counter: 'camera=(self), usb=(self)' }
const DENIED = 'geolocation=(), microphone=(), payment=()'

/** `page`: sign-in, console or counter. The camera and a label printer are for the counter alone. */
export const pageHeaders = (page: string): Record<string, string> => ({
  ...EVERY,
  'cache-control': 'no-store',
  'content-security-policy': PAGE_POLICY,
  'permissions-policy': `${ALLOWED[page] ?? 'camera=(), usb=()'}, ${DENIED}`,
})

/** Of what is not a page. What has a fixed name is asked for again each time. */
export const fileHeaders = (path: string): Record<string, string> => ({
  ...EVERY,
  'cache-control': HASHED.test(path) ? FOR_EVER : 'no-cache',
  'content-security-policy': BARCODE_WORKER.test(path) ? BARCODE_WORKER_POLICY : path.endsWith('.js') ? SCRIPT_POLICY : PASSIVE_POLICY,
  ...(path === '/counter/sw.js' ? { 'service-worker-allowed': '/counter/' } : {}),
})
