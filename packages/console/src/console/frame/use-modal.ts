import { useLayoutEffect, useRef } from 'react'

/** Keeps a dialog open while it is rendered. Afterward the focus returns to its previous place. */
export const useModal = () => {
  const dialog = useRef<HTMLDialogElement>(null)
  // The layout effect runs before the dialog is visible and before it disappears, so that keys pressed then reach the focused element.
  useLayoutEffect(() => {
    const before = document.activeElement
    const shown = dialog.current
    shown?.showModal()
    return () => {
      shown?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return dialog
}
