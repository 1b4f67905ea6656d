import { useLayoutEffect, useRef } from 'react'

/**
 * Keeps a dialog open as long as the component is rendered. When the dialog closes, the focus returns to the element that had it before.
 */
export const useModal = () => {
  const dialog = useRef<HTMLDialogElement>(null)
  // A layout effect moves the focus just before the dialog appears or disappears. A key pressed at that moment therefore reaches the right
  // element.
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
