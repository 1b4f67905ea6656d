import type { FormEvent, ReactNode } from 'react'
import { Problem } from '../../../shared/problem.tsx'
import { errorOutside } from '../../forms/errors.ts'
import type { useCommand } from '../../live/use-live.ts'

interface Props {
  label: string
  action: string
  command: ReturnType<typeof useCommand>
  /** The fields that show their errors themselves. */
  fields: readonly string[]
  /** Sends the form. Resolves to null if the service refused it. */
  send: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** A form that closes as soon as the service has accepted it. */
export const MoneyForm = ({ label, action, command, fields, send, onClose, children }: Props) => {
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (await send()) onClose()
  }
  return (
    <form onSubmit={(event) => void submit(event)} aria-label={label}>
      {children}
      <Problem error={errorOutside(command.error, fields)} />
      <div className="buttons">
        <button type="submit" className="action" aria-disabled={command.isRunning}>
          {action}
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  )
}
