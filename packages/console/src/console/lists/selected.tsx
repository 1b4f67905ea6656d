import type { ReactNode } from 'react'

interface Props {
  /** For example "Selected shipments". */
  label: string
  /** For example "3 shipments selected". */
  words: string
  isRunning?: boolean
  onClear: () => void
  children: ReactNode
  outcome?: ReactNode
}

/** A bar above a list, visible while rows are selected. */
export const Selected = ({ label, words, isRunning = false, onClear, children, outcome }: Props) => (
  <section className="many" aria-label={label}>
    <div className="buttons">
      <strong>{words}</strong>
      {children}
      <button type="button" disabled={isRunning} onClick={onClear}>
        Clear the selection
      </button>
    </div>
    {outcome}
  </section>
)
