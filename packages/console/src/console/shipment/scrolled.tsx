import type { ReactNode } from 'react'

/** Verbatim text in a scrolling box. */
export const Scrolled = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
  <section className="scrolled" aria-label={label} tabIndex={0}>
    <pre>{children}</pre>
  </section>
)
