import type { ReactNode } from 'react'

/** Links to parts of one area. `children` are list items with one link each, and the current one has `aria-current`. */
export const Tabs = ({ label, children }: { label: string; children: ReactNode }) => (
  <nav aria-label={label} className="tabs">
    <ul>{children}</ul>
  </nav>
)
