// Response headers of the pages for people. Only one policy has an `unsafe-` source, because reading barcodes needs WebAssembly. The
// barcode reader runs in a worker, and only the answer with the worker's file allows WebAssembly. A worker cannot reach a page's document.
const CLOSED = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/**
 * Policy of a page. Images and frames may also be `blob:` addresses that the page's script made from an answer, such as a label or a photo.
 * In browsers that support Trusted Types, text cannot become markup, and only the service's own policy
 * (packages/console/src/shared/trusted.ts) can make script addresses.
 */
const PAGE_POLICY = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; frame-src blob:; connect-src 'self'; worker-src 'self'",
  `manifest-src 'self'; media-src 'self'; ${CLOSED}; trusted-types default; require-trusted-types-for 'script'`,
].join('; ')
/** Policies for scripts (where they matter only in workers) and for all other files. */
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
/** A file never changes if its name contains a hash of its content. */
const HASHED = /^\/assets\/.+-[\w-]{8}\.\w+$/
const FOR_EVER = 'public, max-age=31536000, immutable'
const ALLOWED: Record<string, string> = { counter: 'camera=(self), usb=(self)' }
const DENIED = 'geolocation=(), microphone=(), payment=()'

/** Headers of a page: sign-in, console or counter. Only the counter may use the camera and a label printer. */
export const pageHeaders = (page: string): Record<string, string> => ({
  ...EVERY,
  'cache-control': 'no-store',
  'content-security-policy': PAGE_POLICY,
  'permissions-policy': `${ALLOWED[page] ?? 'camera=(), usb=()'}, ${DENIED}`,
})

/** Headers of files that are not pages. If a file's name is fixed, browsers ask each time whether it has changed. */
export const fileHeaders = (path: string): Record<string, string> => ({
  ...EVERY,
  'cache-control': HASHED.test(path) ? FOR_EVER : 'no-cache',
  'content-security-policy': BARCODE_WORKER.test(path) ? BARCODE_WORKER_POLICY : path.endsWith('.js') ? SCRIPT_POLICY : PASSIVE_POLICY,
  ...(path === '/counter/sw.js' ? { 'service-worker-allowed': '/counter/' } : {}),
})
