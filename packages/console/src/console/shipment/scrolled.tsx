import type { ReactNode } from 'react'

/** Text as it is, in a box that scrolls. */
export const Scrolled = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
  <section className="scrolled" aria-label={label} tabIndex={0}>
    <pre>{children}</pre>
  </section>
)
