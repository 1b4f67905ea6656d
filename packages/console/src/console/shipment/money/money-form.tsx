import type { FormEvent, ReactNode } from 'react'
import { Problem } from '../../../shared/problem.tsx'
import { errorBeside } from '../../forms/errors.ts'
import type { useCommand } from '../../live/use-live.ts'

interface Props {
  label: string
  action: string
  command: ReturnType<typeof useCommand>
  /** Where the fields show their own errors. */
  fields: readonly string[]
  /** Sends it; null is answered when the service did not take it. */
  send: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** A form that is gone as soon as the service took it. */
export const MoneyForm = ({ label, action, command, fields, send, onClose, children }: Props) => {
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (await send()) onClose()
  }
  return (
    <form onSubmit={(event) => void submit(event)} aria-label={label}>
      {children}
      <Problem error={errorBeside(command.error, fields)} />
      <div className="buttons">
        <button type="submit" className="action" aria-disabled={command.isRunning}>
          {action}
        </button>
        <button type="button" onClick={onClose}>
          Do not
        </button>
      </div>
    </form>
  )
}
