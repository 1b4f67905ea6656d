import { useModal } from '../../design/use-modal.ts'
import { mayCreate } from '../new/area.ts'
import type { Area } from './area.ts'
import { useCurrentSession } from './session.tsx'

const KEYS = [
  ['/, Ctrl K', 'search'],
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
  const { session } = useCurrentSession()
  return (
    <dialog ref={dialog} aria-labelledby="keys-title" onCancel={onClose}>
      <h2 id="keys-title">Keyboard shortcuts</h2>
      <dl>
        {mayCreate(session) && [<dt key="m">m</dt>, <dd key="New">New</dd>]}
        {KEYS.map(([keys, what]) => [<dt key={keys}>{keys}</dt>, <dd key={what}>{what}</dd>])}
        {areas.map(({ letter, entry, path }) => letter && [<dt key={path}>g, {letter}</dt>, <dd key={`${path} to`}>{entry?.title}</dd>])}
      </dl>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </dialog>
  )
}
