import type { ReactNode } from 'react'

/** Shown instead of a list without rows: what is missing, and the next step. */
export const Empty = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
  <div className="empty">
    <p>
      <strong>{title}</strong>
    </p>
    {children && <p>{children}</p>}
  </div>
)
