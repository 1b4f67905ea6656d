// Stores the counter app on the device, so that it opens without a connection (./service-worker.ts).

/** A till may have the page open for weeks, so the app checks for new builds. */
const UPDATE_CHECK_INTERVAL_MS = 60 * 60_000

/** Registers the service worker. A newer build is used the next time the page is opened, so that nobody loses typed text. */
export const keepInstalled = async (): Promise<void> => {
  // Service workers need HTTPS or localhost.
  if (!('serviceWorker' in navigator)) return
  try {
    const registration = await navigator.serviceWorker.register('/counter/sw.js', { scope: '/counter/' })
    // The update fails without a connection and is retried later.
    const look = () => void registration.update().catch(() => {})
    setInterval(look, UPDATE_CHECK_INTERVAL_MS)
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look())
  } catch {
    // The browser allows no service worker, for example in a private window. The page still works with a connection.
  }
}
