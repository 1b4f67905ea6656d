// Shares the turns of the event loop among short computations. The rows for a hundred of them may arrive in the same turn. All together would
// take tens of milliseconds, in which no request is answered. So this work runs only for a short time in each turn, and the rest waits for
// the next turns. Owners are served round-robin.

/** Long compared with the cost of a turn of the event loop, and short compared with the time that a request takes. */
export const SHARE_MS = 2

/** Waiting work by owner. The first owner is served next. */
const waiting = new Map<unknown, (() => void)[]>()
/** The end of the time for this work in the current turn. Null: the current turn has had no such work. */
let ends_ms: number | null = null
let isServing = false

/** Runs `work` at once if the current turn has time for it, otherwise in a later turn. The time includes what `work` continues in promises. */
export const inTurn = (owner: unknown, work: () => void): void => {
  const own = waiting.get(owner)
  if (own) own.push(work)
  else waiting.set(owner, [work])
  if (ends_ms === null) serveTurn()
  else if (!isServing && performance.now() < ends_ms) serveNext()
}

const serveTurn = (): void => {
  ends_ms = performance.now() + SHARE_MS
  setImmediate(() => {
    if (waiting.size > 0) serveTurn()
    else ends_ms = null
  })
  serveNext()
}

const serveNext = (): void => {
  const next = waiting.entries().next()
  if (next.done) return
  const [owner, own] = next.value
  waiting.delete(owner)
  const work = own.shift()
  if (own.length > 0) waiting.set(owner, own)
  work?.()
  isServing = true
  // A tick that a microtask requests runs after all microtasks. By then, the work has done what it can do in this turn.
  queueMicrotask(() => process.nextTick(serveMore))
}

const serveMore = (): void => {
  isServing = false
  if (performance.now() < (ends_ms as number)) serveNext()
}
