import { type ReactNode, useId } from 'react'
import { useModal } from './use-modal.ts'

interface Props {
  /** A question: "Cancel this shipment?" */
  title: string
  /** What the button says: the act, not "OK". */
  action: string
  onConfirm: () => void
  onCancel: () => void
  isRunning?: boolean
  /** What it does, and that it cannot be undone; fields that it needs. */
  children: ReactNode
}

/** Asks once before what cannot be undone. It is open as long as it is rendered; Escape cancels. */
export const Confirm = ({ title, action, onConfirm, onCancel, isRunning = false, children }: Props) => {
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
            Do not
          </button>
          <button type="submit" className="action" aria-disabled={isRunning}>
            {action}
          </button>
        </div>
      </form>
    </dialog>
  )
}
