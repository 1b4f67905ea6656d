// Makes the counter open without a connection: the browser stores the page and every file that the page can load. This worker handles no
// other requests. It never stores an answer of the API, and it sends no entries, because the queue in the page sends them.
//
// A new build comes with a new version of this file. When all files of the new build are stored, the new worker takes over. Every page
// opened after that belongs to the new build. Open pages continue to work, because their files have unique names and stay stored next to
// the new files.

/**
 * The addresses of all files that the counter can load, the page first, and a version that changes with any of them. See
 * ../../../build.mjs.
 */
declare const SHELL: readonly string[]
declare const SHELL_VERSION: string

/** The parts of the worker's global scope that a page does not have. */
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
/** Ignore the Vary header, which concerns only the encoding: stored answers are already decoded. */
const ANY = { ignoreVary: true }

/** Stores all files or none. If a file cannot be loaded, the previous worker stays and the browser retries later. */
const keepShell = async (): Promise<void> => {
  const cache = await caches.open(OWN)
  await cache.addAll(SHELL.map((address) => new Request(address, { cache: 'reload' })))
}

/** Keeps the files of this build, and of the previous build, because open pages still use those. */
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
