import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

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
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // Before it is seen, and before it is gone: keys that are pressed then are for what has the focus.
  useLayoutEffect(() => {
    const before = document.activeElement
    const shown = dialog.current
    shown?.showModal()
    return () => {
      shown?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
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
