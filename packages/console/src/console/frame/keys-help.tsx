import { useModal } from '../../design/use-modal.ts'
import type { Area } from './area.ts'

const KEYS = [
  ['/, Ctrl K', 'search'],
  ['n', 'New'],
  ['j, ↓', 'next row of a list'],
  ['k, ↑', 'previous row'],
  ['Enter', 'open the row'],
  ['x, Space', 'select or deselect the row'],
  ['Home, End', 'first and last row'],
  ['Esc', 'close a dialog'],
  ['?', 'show keyboard shortcuts'],
] as const

/** Lists the keyboard shortcuts. */
export const KeysHelp = ({ areas, onClose }: { areas: readonly Area[]; onClose: () => void }) => {
  const dialog = useModal()
  return (
    <dialog ref={dialog} aria-labelledby="keys-title" onCancel={onClose}>
      <h2 id="keys-title">Keyboard shortcuts</h2>
      <dl>
        {KEYS.map(([keys, what]) => [<dt key={keys}>{keys}</dt>, <dd key={what}>{what}</dd>])}
        {areas.map(({ letter, entry, path }) => letter && [<dt key={path}>g, {letter}</dt>, <dd key={`${path} to`}>{entry?.title}</dd>])}
      </dl>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </dialog>
  )
}
