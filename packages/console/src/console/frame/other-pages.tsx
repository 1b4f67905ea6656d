// Pages shown in place of the requested page.
import type { ConsoleSessionDetail } from '@backhaul/client'
import { accessWords, homeOf } from '../../shared/sessions.ts'
import { Go } from './address.ts'
import { useCurrentSession } from './session.tsx'

export const NotSignedIn = () => (
  <main className="narrow">
    <h1>You are not signed in</h1>
    <p>
      Open the sign-in link that was made for you. It works once. If you have no link, ask the person who runs Backhaul at your company.
    </p>
    <p>
      <a href="/sign-in">How to sign in</a>
    </p>
  </main>
)

/** For users whose pages are not in the console. */
export const NotForTheConsole = ({ session }: { session: ConsoleSessionDetail }) => (
  <>
    <h1>You do not have access to the console</h1>
    <p>
      You are signed in as <bdi>{session.name}</bdi>. Your access: {accessWords(session.access)}.
    </p>
    <p>
      <a href={homeOf(session.access)}>Go to the counter</a>
    </p>
  </>
)

/** For a page that this user may not open but whose address was entered. */
export const NotYours = () => {
  const { session } = useCurrentSession()
  return (
    <>
      <h1>You do not have access to this page</h1>
      <p>
        Your access: {accessWords(session.access)}. Ask someone with access to this page to open it, or to send you a sign-in link with that
        access.
      </p>
      <p>
        <Go to="/console">Go to the start page</Go>
      </p>
    </>
  )
}

export const NotFound = () => (
  <>
    <h1>Page not found</h1>
    <p>The address may be incomplete, or the page may have moved.</p>
    <p>
      <Go to="/console">Go to the start page</Go>
    </p>
  </>
)

export const Failed = () => (
  <>
    <h1>This page has a problem</h1>
    <p>Reload the page. If that does not help, contact the person who runs the service.</p>
    <p>
      <button type="button" onClick={() => location.reload()}>
        Reload
      </button>
    </p>
  </>
)
