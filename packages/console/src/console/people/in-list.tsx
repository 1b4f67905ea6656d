import { type ReactNode, useState } from 'react'
import { Confirm } from '../../design/dialog.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { type Item, Refused } from '../../shared/api.ts'
import { Problem } from '../../shared/problem.tsx'
import { accessWords } from '../../shared/sessions.ts'
import { useCommand, useLiveList } from '../live/use-live.ts'

type Lists = '/v2/console-links' | '/v2/console-sessions'

export interface Kind<P extends Lists> {
  /** The id of the section. */
  id: string
  title: string
  path: P
  /** Returns whether the session or link is still valid. */
  isLive: (item: Item<P>) => boolean
  /** Details shown below the person. */
  about: (item: Item<P>) => ReactNode
  /** The label of the button, such as "End", and its object, such as "the session". */
  act: string
  what: string
  effect: string
}

interface RowProps<P extends Lists> {
  item: Item<P>
  kind: Kind<P>
  isOwn: boolean
  mayEnd: boolean
}

const Row = <P extends Lists>({ item, kind: { path, about, act, what, effect }, isOwn, mayEnd }: RowProps<P>) => {
  const { run, isRunning, error } = useCommand()
  const [isAsked, setIsAsked] = useState(false)
  const [hasLeft, setHasLeft] = useState(false)
  const end = async () => {
    const list: Lists = path
    await run('DELETE', `${list}/${item.id}${hasLeft ? '?reason=left' : ''}`)
    setIsAsked(false)
  }
  return (
    <li className="row">
      <div>
        <strong dir="auto">{item.name}</strong> <span className="soft">{accessWords(item.access)}</span>
        <div className="soft" dir="auto">
          {item.email}
        </div>
        <div className="soft">{about(item)}</div>
        <Problem error={error} />
      </div>
      {isOwn && <span className="badge">This browser</span>}
      {!isOwn && mayEnd && (
        <button type="button" aria-disabled={isRunning} aria-label={`${act} ${what} of ${item.name}`} onClick={() => setIsAsked(true)}>
          {act}
        </button>
      )}
      {isAsked && (
        <Confirm
          isDanger
          title={`${act} ${what}?`}
          action={`${act} it`}
          isRunning={isRunning}
          onConfirm={end}
          onCancel={() => setIsAsked(false)}
        >
          <p>
            <bdi>{item.name}</bdi>: {effect} This cannot be undone.
          </p>
          {'left_at' in item && (
            <label>
              <input type="checkbox" checked={hasLeft} onChange={(event) => setHasLeft(event.target.checked)} /> This person has left. Also
              end the links and sessions that this person created. Keys that this person created appear in Today.
            </label>
          )}
        </Confirm>
      )}
    </li>
  )
}

interface Props<P extends Lists> {
  kind: Kind<P>
  /** The id of this browser's session. */
  ownId: string
  mayEnd: boolean
}

/** Lists the sessions, or the unopened links, that the user may see. */
export const InList = <P extends Lists>({ kind, ownId, mayEnd }: Props<P>) => {
  const { items, error, isLoading, more } = useLiveList(kind.path)
  // The section is left out for users who are not allowed to see the list.
  if (error instanceof Refused && error.status === 403) return null
  const live = items.filter(kind.isLive)
  return (
    <section aria-labelledby={kind.id}>
      <h2 id={kind.id}>{kind.title}</h2>
      <Problem error={error} />
      {isLoading && <Skeleton />}
      {!isLoading && !error && live.length === 0 && <p>None.</p>}
      <ul className="rows">
        {live.map((item) => (
          <Row key={item.id} item={item} kind={kind} isOwn={item.id === ownId} mayEnd={mayEnd} />
        ))}
      </ul>
      {more && (
        <button type="button" onClick={more}>
          Show more
        </button>
      )}
    </section>
  )
}
