import { useLayoutEffect, useState } from 'react'
import type { Area } from './area.ts'
import { onLetter } from './on-letter.ts'
import { useModal } from './use-modal.ts'

const KEYS = [
  ['/', 'search'],
  ['j, ↓', 'next row of a list'],
  ['k, ↑', 'previous row'],
  ['Enter', 'open the row'],
  ['x, Space', 'select or deselect the row'],
  ['Home, End', 'first and last row'],
  ['Esc', 'close a dialog'],
  ['?', 'show keyboard shortcuts'],
] as const

const List = ({ areas, onClose }: { areas: readonly Area[]; onClose: () => void }) => {
  const dialog = useModal()
  return (
    <dialog ref={dialog} aria-labelledby="keys-title" onCancel={onClose}>
      <h2 id="keys-title">Keyboard shortcuts</h2>
      <dl>
        {KEYS.map(([keys, what]) => [<dt key={keys}>{keys}</dt>, <dd key={what}>{what}</dd>])}
        {areas.map(({ letter, title, path }) => letter && [<dt key={path}>g, {letter}</dt>, <dd key={`${path} to`}>{title}</dd>])}
      </dl>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </dialog>
  )
}

/** Shows the keyboard shortcuts when ? is pressed. */
export const KeysHelp = ({ areas }: { areas: readonly Area[] }) => {
  const [isOpen, setOpen] = useState(false)
  useLayoutEffect(
    () =>
      onLetter((event, isScan) => {
        if (event.key === '?' && !isScan) setOpen(true)
      }),
    [],
  )
  return (
    <>
      <button type="button" className="keys" aria-label="Keyboard shortcuts" onClick={() => setOpen(true)}>
        ?
      </button>
      {isOpen && <List areas={areas} onClose={() => setOpen(false)} />}
    </>
  )
}
