import type { ConsoleSessionDetail } from '@backhaul/client'
import { accessWords } from '../../shared/sessions.ts'
import { Fact, TimeFact } from '../facts.tsx'
import { useCurrentSession } from '../frame/session.tsx'
import { InList } from './in-list.tsx'
import { LINK, SESSION } from './kinds.tsx'
import { MakeLink } from './make-link.tsx'

const Who = ({ session }: { session: ConsoleSessionDetail }) => (
  <section aria-labelledby="who">
    <h2 id="who">You</h2>
    <dl>
      <Fact name="Name" dir="auto">
        {session.name}
      </Fact>
      <Fact name="Email" dir="auto">
        {session.email}
      </Fact>
      <Fact name="Access">{accessWords(session.access)}</Fact>
      <TimeFact name="Signed in until" at={session.expires_at} />
    </dl>
  </section>
)

/** Shows the current session, other sessions, and sign-in links. */
export const Page = () => {
  const { session, ended } = useCurrentSession()
  const makesLinks = session.access === 'operator' || session.access === 'partner'
  return (
    <>
      <h1>People</h1>
      <Who session={session} />
      {makesLinks && <MakeLink session={session} />}
      {makesLinks && !ended && <InList kind={LINK} ownId={session.id} mayEnd />}
      {!ended && <InList kind={SESSION} ownId={session.id} mayEnd={makesLinks} />}
    </>
  )
}
