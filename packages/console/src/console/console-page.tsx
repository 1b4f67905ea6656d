import { Problem } from '../shared/problem.tsx'
import { ACCESS_WORDS, homeOf, type Session } from '../shared/sessions.ts'
import { Time } from '../shared/time.tsx'
import { Links } from './links/links.tsx'
import { MakeLink } from './links/make-link.tsx'
import { Sessions } from './sessions/sessions.tsx'
import { SignOut } from './sessions/sign-out.tsx'
import { useSession } from './use-session.ts'

const NotSignedIn = () => (
  <main className="narrow">
    <h1>You are not signed in</h1>
    <p>Open the sign-in link that was made for you; it works once. Without one, ask the person who runs Backhaul at your company.</p>
    <p>
      <a href="/sign-in">How signing in works</a>
    </p>
  </main>
)

/** Above a form that is half filled in: it stays as it is, and goes on when somebody has signed in again in this browser. */
const Ended = () => (
  <div role="alert" className="notice warn">
    <h2>Your session has ended</h2>
    <p>What you have entered is still here, and nothing was sent. Open a new sign-in link in this browser, then come back to this page.</p>
  </div>
)

const Who = ({ session }: { session: Session }) => (
  <section aria-labelledby="who">
    <h2 id="who">You</h2>
    <dl>
      <dt>Name</dt>
      <dd dir="auto">{session.name}</dd>
      <dt>E-mail</dt>
      <dd dir="auto">{session.email}</dd>
      <dt>Access</dt>
      <dd>{ACCESS_WORDS[session.access]}</dd>
      <dt>Signed in until</dt>
      <dd>
        <Time at={session.expires_at} />
      </dd>
    </dl>
  </section>
)

const Elsewhere = ({ session }: { session: Session }) => (
  <section aria-labelledby="elsewhere">
    <h2 id="elsewhere">Elsewhere</h2>
    <ul>
      {homeOf(session.access) !== '/console' && (
        <li>
          <a href={homeOf(session.access)}>Your page: the counter</a>
        </li>
      )}
      <li>
        <a href="/docs">Documentation of the API</a>
      </li>
      <li>
        <a href="/assets/licenses.txt">Licenses of what these pages are made of</a>
      </li>
    </ul>
  </section>
)

export const ConsolePage = () => {
  const { session, ended, error, isLoading } = useSession()
  if (!session) {
    if (!isLoading && !error) return <NotSignedIn />
    return (
      <main className="narrow">
        <h1>Console</h1>
        {isLoading ? <p role="status">One moment.</p> : <Problem error={error} />}
      </main>
    )
  }
  const makesLinks = session.access === 'operator' || session.access === 'partner'
  return (
    <>
      <header className="bar">
        <strong>Backhaul</strong>
        {session.environment === 'sandbox' && <span className="badge">Sandbox</span>}
        <bdi className="person">{session.name}</bdi>
        <SignOut />
      </header>
      <main>
        <h1>Console</h1>
        {ended && <Ended />}
        <Who session={session} />
        {makesLinks && <MakeLink session={session} />}
        {makesLinks && !ended && <Links />}
        {!ended && <Sessions current={session} />}
        <Elsewhere session={session} />
      </main>
    </>
  )
}
