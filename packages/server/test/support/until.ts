const POLL_MS = 20
/**
 * Time limit after which a wait counts as hanging. It is long, because on a busy machine everything takes twenty times as long. A
 * successful wait ends before that.
 */
const LIMIT_MS = 60_000

/**
 * Repeats the check until its result is neither false nor empty, and resolves with that result. Rejects after `limit_ms` with the name of
 * the condition.
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
