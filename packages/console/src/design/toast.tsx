import { useEffect, useSyncExternalStore } from 'react'

const SHOWN_MS = 5_000
let shown: string | null = null
const watchers = new Set<() => void>()

const set = (text: string | null): void => {
  shown = text
  for (const tell of watchers) tell()
}
const watch = (tell: () => void) => {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

/** Shows a short message at the bottom of the window for a few seconds. It replaces the message before. */
export const toast = (text: string): void => set(text)

/** The place of the message. Rendered once, and always, so that screen readers announce what appears in it. */
export const Toasts = () => {
  const text = useSyncExternalStore(watch, () => shown)
  useEffect(() => {
    if (text === null) return
    const timer = setTimeout(() => set(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div role="status" className="toasts">
      {text !== null && <p className="toast">{text}</p>}
    </div>
  )
}
