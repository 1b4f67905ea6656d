const POLL_MS = 20
/** For what hangs. A wait that ends well costs no more for it, and on a machine with much else to do everything takes twenty times as long. */
const LIMIT_MS = 60_000

/**
 * Asks until the answer is neither false nor empty, and resolves with it. What has not come true after `limit_ms` fails the test with the
 * name of what it waited for.
 */
export const until = async <T>(
  what: string,
  condition: () => T | Promise<T>,
  limit_ms = LIMIT_MS,
): Promise<Exclude<T, false | null | undefined | '' | 0>> => {
  const began_ms = performance.now()
  for (;;) {
    const found = await condition()
    if (found) return found as Exclude<T, false | null | undefined | '' | 0>
    if (performance.now() - began_ms > limit_ms) throw new Error(`not within ${limit_ms / 1000} s: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
