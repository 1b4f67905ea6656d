import type { ConsoleSessionDetail } from '@backhaul/client'
import { useCallback, useEffect, useState } from 'react'
import { Refused } from '../shared/api.ts'
import { beginOf, openSession, readSession } from '../shared/sessions.ts'
import { type LinkProblem, problemOf } from './link-problems.ts'
import { SignInWithProvider } from './provider.tsx'

/** `undefined` while loading. If someone else is signed in here, `other` is the name of the person that the link is for. */
type Found = { session: ConsoleSessionDetail | null; problem: LinkProblem | null; other: string | null } | undefined

/** Returns the name of the person that the link is for, or null if the link failed for another reason. */
const otherOf = (error: unknown): string | null =>
  error instanceof Refused && error.code === 'link_of_another' ? String(error.details.name) : null

/** Signs in with the link. If someone else is signed in here, asks first. `again(true)` signs in without asking. */
const useLink = (token: string): [Found, again: (replaces: boolean) => void] => {
  const [found, setFound] = useState<Found>()
  const act = useCallback(
    async (replaces: boolean) => {
      setFound(undefined)
      const session = await readSession().catch(() => null)
      if (token === '') return setFound({ session, problem: null, other: null })
      try {
        location.replace(beginOf(await openSession(token, replaces ? undefined : session?.id)))
      } catch (error) {
        const other = otherOf(error)
        setFound({ session, problem: other === null ? problemOf(error) : null, other })
      }
    },
    [token],
  )
  useEffect(() => {
    void act(false)
  }, [act])
  return [found, act]
}

const NoLink = () => (
  <>
    <h1>Sign in with a link</h1>
    <p>There are no passwords here. You sign in by opening a link that was made for you. It works once.</p>
    <p>Ask the person who runs Backhaul at your company for one.</p>
    <details>
      <summary>Do you run the service yourself?</summary>
      <p>
        On its machine, <code>backhaul console link --help</code> explains how to create a link.
      </p>
    </details>
  </>
)

const SignedInAlready = ({ session }: { session: ConsoleSessionDetail }) => (
  <p className="notice">
    In this browser, <bdi>{session.name}</bdi> is signed in. <a href={beginOf(session)}>Continue as {session.name}</a>
  </p>
)

const ForAnother = ({ session, name, onReplace }: { session: ConsoleSessionDetail; name: string; onReplace: () => void }) => (
  <main className="card">
    <h1>
      This link is for <bdi>{name}</bdi>
    </h1>
    <p>
      In this browser, <bdi>{session.name}</bdi> is signed in. The sender of the link may want you to sign in as another person. If you did
      not expect that, continue as you are.
    </p>
    <p className="choices">
      <a className="button action" href={beginOf(session)}>
        Continue as <bdi>{session.name}</bdi>
      </a>{' '}
      <button type="button" onClick={onReplace}>
        Sign in as <bdi>{name}</bdi>
      </button>
    </p>
  </main>
)

/** `token` is the token of the link that opened this page; empty without a link. */
export const SignInPage = ({ token }: { token: string }) => {
  const [found, again] = useLink(token)
  if (!found)
    return (
      <main className="card">
        <h1>Signing in</h1>
        <p role="status">One moment.</p>
      </main>
    )
  const { problem, session, other } = found
  if (session && other !== null) return <ForAnother session={session} name={other} onReplace={() => again(true)} />
  return (
    <main className="card">
      {problem ? (
        <div role="alert">
          <h1>{problem.title}</h1>
          <p>{problem.advice}</p>
        </div>
      ) : (
        <NoLink />
      )}
      {problem?.again && (
        <p>
          <button type="button" className="action" onClick={() => again(false)}>
            Try again
          </button>
        </p>
      )}
      {session && <SignedInAlready session={session} />}
      <SignInWithProvider isSignedIn={session !== null} />
    </main>
  )
}
