import { useLayoutEffect, useRef } from 'react'

/** Opens a dialog as long as it is rendered. The focus goes back to where it was. */
export const useModal = () => {
  const dialog = useRef<HTMLDialogElement>(null)
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
  return dialog
}
