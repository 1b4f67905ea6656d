import { type ReactNode, useId } from 'react'
import { useModal } from './use-modal.ts'

interface Props {
  /** A question, for example "Cancel this shipment?" */
  title: string
  /** The label of the button: the action, not "OK". */
  action: string
  onConfirm: () => void
  onCancel: () => void
  isRunning?: boolean
  /** The action destroys or ends something. */
  isDanger?: boolean
  /** Describes the effect and says that it cannot be undone. May contain fields for the command. */
  children: ReactNode
}

/** Asks for confirmation before an action that cannot be undone. The dialog is open while it is rendered; Escape cancels. */
export const Confirm = ({ title, action, onConfirm, onCancel, isRunning = false, isDanger = false, children }: Props) => {
  const dialog = useModal()
  const heading = useId()
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isRunning) onConfirm()
        }}
      >
        <h2 id={heading}>{title}</h2>
        {children}
        <div className="buttons">
          <button type="button" onClick={onCancel}>
            Go back
          </button>
          <button type="submit" className={isDanger ? 'action danger' : 'action'} aria-disabled={isRunning}>
            {action}
          </button>
        </div>
      </form>
    </dialog>
  )
}
