import { type ReactNode, useEffect, useSyncExternalStore } from 'react'

const SHOWN_MS = 5_000
let shown: { text: ReactNode; n: number } | null = null
let count = 0
const watchers = new Set<() => void>()

const set = (next: typeof shown): void => {
  shown = next
  for (const tell of watchers) tell()
}
const watch = (tell: () => void) => {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

/**
 * Shows a short message at the bottom of the window for a few seconds. It replaces the message before. A repeated message is a new one, so
 * that screen readers announce it again.
 */
export const toast = (text: ReactNode): void => set({ text, n: ++count })

/** The place of the message. Rendered once, and always, so that screen readers announce what appears in it. */
export const Toasts = () => {
  const message = useSyncExternalStore(watch, () => shown)
  useEffect(() => {
    if (message === null) return
    const timer = setTimeout(() => set(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [message])
  return (
    <div role="status" className="toasts">
      {message && (
        <p key={message.n} className="toast">
          {message.text}
        </p>
      )}
    </div>
  )
}
