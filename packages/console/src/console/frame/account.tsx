import { useLayoutEffect, useState } from 'react'
import { Menu } from '../../design/menu.tsx'
import { onLetter } from '../../design/on-letter.ts'
import { accessWords } from '../../shared/sessions.ts'
import { SignOut } from '../../shared/sign-out.tsx'
import { forgetDrafts } from '../new/person.ts'
import type { Area } from './area.ts'
import { KeysHelp } from './keys-help.tsx'
import { useCurrentSession } from './session.tsx'

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .flatMap((word) => word.match(/\p{L}\p{M}*/u)?.[0] ?? [])
    .slice(0, 2)
    .join('')

/** The menu of the signed-in person. The key ? shows the keyboard shortcuts. */
export const Account = ({ areas }: { areas: readonly Area[] }) => {
  const { session } = useCurrentSession()
  const [isHelpOpen, setHelpOpen] = useState(false)
  useLayoutEffect(
    () =>
      onLetter((event, isScan) => {
        if (event.key === '?' && !isScan) setHelpOpen(true)
      }),
    [],
  )
  return (
    <>
      <Menu
        className="avatar"
        button={
          <>
            <bdi aria-hidden="true">{initialsOf(session.name)}</bdi>
            <span className="unseen">
              Account of <bdi>{session.name}</bdi>
            </span>
          </>
        }
      >
        <p className="person">
          <strong>
            <bdi>{session.name}</bdi>
          </strong>
          <small>{accessWords(session.access)}</small>
        </p>
        {areas.length > 0 && (
          <button type="button" onClick={() => setHelpOpen(true)}>
            Keyboard shortcuts
          </button>
        )}
        <a href="/docs">API documentation</a>
        <a href="/assets/licenses.txt">Open source licenses</a>
        <SignOut
          leave={() => {
            forgetDrafts()
            location.replace('/sign-in')
          }}
        />
      </Menu>
      {isHelpOpen && <KeysHelp areas={areas} onClose={() => setHelpOpen(false)} />}
    </>
  )
}
