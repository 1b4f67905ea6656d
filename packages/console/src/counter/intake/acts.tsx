import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** What can be done with a parcel: in sight as soon as it is there, whatever is said above it. `of`: what it changes with. */
export const Acts = ({ of, children }: { of: string | null; children: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other buttons may be out of sight
  useLayoutEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [of])
  return (
    <div className="acts" ref={box}>
      {children}
    </div>
  )
}
