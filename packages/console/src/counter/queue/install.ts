// Keeps the counter on the device, so that it opens without a connection (./service-worker.ts).

/** A till may have the page open for weeks. */
const LOOK_FOR_BUILDS_MS = 60 * 60_000

/** Registers the service worker. A newer build shows when the page is next opened, so that nobody's typing is lost. */
export const keepInstalled = async (): Promise<void> => {
  // Only over https, or on the machine itself.
  if (!('serviceWorker' in navigator)) return
  try {
    const registration = await navigator.serviceWorker.register('/counter/sw.js', { scope: '/counter/' })
    // Without a connection it fails, and is tried again.
    const look = () => void registration.update().catch(() => {})
    setInterval(look, LOOK_FOR_BUILDS_MS)
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look())
  } catch {
    // The browser keeps nothing, in a private window for example. The page works with a connection.
  }
}
