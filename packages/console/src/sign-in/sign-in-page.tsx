import type { ConsoleSessionDetail } from '@backhaul/client'
import { useCallback, useEffect, useState } from 'react'
import { beginOf, openSession, readSession } from '../shared/sessions.ts'
import { type LinkProblem, problemOf } from './link-problems.ts'
import { SignInWithProvider } from './provider.tsx'

/** `undefined`: still asking. */
type Found = { session: ConsoleSessionDetail | null; problem: LinkProblem | null } | undefined

/** Uses the link; when that fails, or there is none, looks whether somebody is signed in here already. */
const useLink = (token: string): [Found, again: () => void] => {
  const [found, setFound] = useState<Found>()
  const act = useCallback(async () => {
    setFound(undefined)
    let problem: LinkProblem | null = null
    if (token !== '') {
      try {
        return location.replace(beginOf(await openSession(token)))
      } catch (error) {
        problem = problemOf(error)
      }
    }
    setFound({ problem, session: await readSession().catch(() => null) })
  }, [token])
  useEffect(() => {
    void act()
  }, [act])
  return [found, act]
}

const NoLink = () => (
  <>
    <h1>Sign in with a link</h1>
    <p>There are no passwords here. You sign in by opening a link that was made for you; it works once.</p>
    <p>Ask the person who runs Backhaul at your company for one.</p>
    <details>
      <summary>You run it yourself?</summary>
      <p>
        At the machine it runs on, <code>backhaul console link --help</code> says how to make one.
      </p>
    </details>
  </>
)

const SignedInAlready = ({ session }: { session: ConsoleSessionDetail }) => (
  <p className="notice">
    In this browser <bdi>{session.name}</bdi> is signed in. <a href={beginOf(session)}>Go on as {session.name}</a>
  </p>
)

/** `token`: of the link by which this page was opened; empty without one. */
export const SignInPage = ({ token }: { token: string }) => {
  const [found, again] = useLink(token)
  if (!found)
    return (
      <main className="card">
        <h1>Signing in</h1>
        <p role="status">One moment.</p>
      </main>
    )
  const { problem, session } = found
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
          <button type="button" className="action" onClick={again}>
            Try again
          </button>
        </p>
      )}
      {session && <SignedInAlready session={session} />}
      <SignInWithProvider isSignedIn={session !== null} />
    </main>
  )
}
