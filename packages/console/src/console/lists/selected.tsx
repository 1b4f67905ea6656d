import type { ReactNode } from 'react'

interface Props {
  /** "Selected shipments" */
  label: string
  /** "3 shipments selected" */
  words: string
  isRunning?: boolean
  onClear: () => void
  /** What can be done with them. */
  children: ReactNode
  /** What became of it. */
  outcome?: ReactNode
}

/** Above a list, as long as some of its rows are selected. */
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
