import type { ReactNode } from 'react'

/** A small table that may be wider than a phone. It scrolls on its own, also by keyboard. */
export const Wide = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a set of fields is something else
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
  <div className="wide" role="group" aria-label={label} tabIndex={0}>
    {children}
  </div>
)
