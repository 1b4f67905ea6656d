// Makes the counter open without a connection: its page and everything that the page can come to load are kept in the browser. Nothing else
// goes through here; an answer of the API is never kept, and nothing is sent from here: that is the queue's work, which the page does.
//
// A new build comes with a new file of this name. Once all of it is kept, it answers, and every page that is opened is the new one. Pages that
// are open go on: their files have names of their own, and those of the build before are kept beside the new ones.

/** Addresses of everything that the counter can come to load, the page first; and what changes when one of them does. See ../../../build.mjs. */
declare const SHELL: readonly string[]
declare const SHELL_VERSION: string

/** What there is of the worker's global scope beside a page's. */
interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listener: (event: { waitUntil(done: Promise<unknown>): void }) => void): void
  addEventListener(type: 'fetch', listener: (event: { request: Request; respondWith(answer: Promise<Response>): void }) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void> }
}
const worker = self as unknown as WorkerScope

const PREFIX = 'counter-'
const OWN = PREFIX + SHELL_VERSION
const PAGE = '/counter/'
/** Answers say that they differ by encoding; what is kept is decoded. */
const ANY = { ignoreVary: true }

/** All of it or nothing: when a file cannot be had, the worker before stays, and the browser tries again later. */
const keepShell = async (): Promise<void> => {
  const cache = await caches.open(OWN)
  await cache.addAll(SHELL.map((address) => new Request(address, { cache: 'reload' })))
}

/** Its own, and of the others the newest: pages of the build before are still open. */
const forgetOldShells = async (): Promise<void> => {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== OWN)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

const openPage = async (request: Request): Promise<Response> => {
  const kept = await (await caches.open(OWN)).match(PAGE, ANY)
  return kept ?? fetch(request)
}

const loadAsset = async (request: Request): Promise<Response> => (await caches.match(request, ANY)) ?? fetch(request)

worker.addEventListener('install', (event) => event.waitUntil(keepShell().then(() => worker.skipWaiting())))
worker.addEventListener('activate', (event) => event.waitUntil(forgetOldShells().then(() => worker.clients.claim())))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(openPage(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(loadAsset(request))
})
