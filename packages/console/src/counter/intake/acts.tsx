import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'

/** Keeps an element visible, even when a message appears above it. */
export const useInSight = (): RefObject<HTMLDivElement | null> => {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const own = box.current
    const observer = new ResizeObserver(() => {
      own?.scrollIntoView({ block: 'nearest' })
    })
    observer.observe(document.body)
    if (own) observer.observe(own)
    return () => observer.disconnect()
  }, [])
  return box
}

export const Acts = ({ children }: { children: ReactNode }) => (
  <div className="acts" ref={useInSight()}>
    {children}
  </div>
)
