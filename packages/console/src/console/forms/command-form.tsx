import type { FormHTMLAttributes } from 'react'
import { Problem } from '../../shared/problem.tsx'

interface Props extends Omit<FormHTMLAttributes<HTMLFormElement>, 'action' | 'onSubmit'> {
  /** On its button. */
  action: string
  isRunning: boolean
  /** Absent: it is shown elsewhere. */
  error?: unknown
  onSubmit: () => unknown
}

/** A form with one button, which sends nothing while the last command runs. */
export const CommandForm = ({ action, isRunning, error, onSubmit, children, ...rest }: Props) => (
  <form
    {...rest}
    onSubmit={(event) => {
      event.preventDefault()
      if (!isRunning) void onSubmit()
    }}
  >
    {children}
    {error !== undefined && <Problem error={error} />}
    <button type="submit" className="action" aria-disabled={isRunning}>
      {action}
    </button>
  </form>
)
