import { type ReactNode, useId } from 'react'
import { useModal } from './use-modal.ts'

/** A dialog along the side of the window. It is open while it is rendered. Escape and a click outside close it. */
export const Drawer = ({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) => {
  const drawer = useModal()
  const heading = useId()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the drawer
    <dialog
      ref={drawer}
      className="drawer"
      aria-labelledby={heading}
      onCancel={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      {/* It covers the dialog, so that only clicks outside reach the dialog itself. */}
      <div className="drawer-content">
        <div className="drawer-head">
          <h2 id={heading}>{title}</h2>
          <button type="button" className="bare" onClick={onClose}>
            Close
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
