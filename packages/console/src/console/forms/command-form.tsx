import type { FormHTMLAttributes } from 'react'
import { Problem } from '../../shared/problem.tsx'

interface Props extends Omit<FormHTMLAttributes<HTMLFormElement>, 'action' | 'onSubmit'> {
  /** The label of the button. */
  action: string
  isRunning: boolean
  /** Absent if the error is shown elsewhere. */
  error?: unknown
  onSubmit: () => unknown
}

/** A form with one button. It sends nothing while the previous command runs. */
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
