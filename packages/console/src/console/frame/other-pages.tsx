// Pages shown in place of the requested page.
import type { ConsoleSessionDetail } from '@backhaul/client'
import { accessWords, homeOf } from '../../shared/sessions.ts'
import { Go } from './address.ts'
import { useCurrentSession } from './session.tsx'

export const NotSignedIn = () => (
  <main className="narrow">
    <h1>You are not signed in</h1>
    <p>Open the sign-in link that was made for you; it works once. Without one, ask the person who runs Backhaul at your company.</p>
    <p>
      <a href="/sign-in">How signing in works</a>
    </p>
  </main>
)

/** For users whose pages are not in the console. */
export const NotForTheConsole = ({ session }: { session: ConsoleSessionDetail }) => (
  <>
    <h1>The console is not for your access</h1>
    <p>
      You are signed in as <bdi>{session.name}</bdi>, with the access {accessWords(session.access)}.
    </p>
    <p>
      <a href={homeOf(session.access)}>Your page: the counter</a>
    </p>
  </>
)

/** For a page that this user may not open but whose address was entered. */
export const NotYours = () => {
  const { session } = useCurrentSession()
  return (
    <>
      <h1>Your access does not open this page</h1>
      <p>
        You are signed in with the access {accessWords(session.access)}. Somebody with another access can open it, or make you a link that
        does.
      </p>
      <p>
        <Go to="/console">To the first page</Go>
      </p>
    </>
  )
}

export const NotFound = () => (
  <>
    <h1>There is no such page</h1>
    <p>The address may be incomplete, or of a page that has moved.</p>
    <p>
      <Go to="/console">To the first page</Go>
    </p>
  </>
)

export const Failed = () => (
  <>
    <h1>This page failed</h1>
    <p>Load it again. If that does not help, tell whoever runs the service.</p>
    <p>
      <button type="button" onClick={() => location.reload()}>
        Load again
      </button>
    </p>
  </>
)
