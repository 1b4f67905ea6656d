import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Problem } from '../../shared/problem.tsx'

interface Props {
  title: string
  /** The label of the button. */
  verb?: string
  isRunning: boolean
  /** The error, without the parts that the fields show themselves. */
  error: unknown
  onSubmit: () => unknown
  onClose: () => void
  children: ReactNode
}

/** A form that a button opens, to add or change something. When the form opens, the focus moves to its heading. */
export const OpenedForm = ({ title, verb = 'Save', isRunning, error, onSubmit, onClose, children }: Props) => {
  const heading = useId()
  const first = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => first.current?.focus(), [])
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} ref={first} tabIndex={-1}>
        {title}
      </h2>
      <form
        className="wide"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isRunning) void onSubmit()
        }}
      >
        {children}
        <Problem error={error} />
        <p>
          <button type="submit" className="action" aria-disabled={isRunning}>
            {verb}
          </button>{' '}
          <button type="button" onClick={onClose}>
            Do not {verb.toLowerCase()}
          </button>
        </p>
      </form>
    </section>
  )
}
