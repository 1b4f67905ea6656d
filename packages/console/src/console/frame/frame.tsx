import { Outlet } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { SignOut } from '../../shared/sign-out.tsx'
import { AREAS } from '../areas.ts'
import { useLine } from '../live/line.ts'
import { SearchBox } from '../search/search-box.tsx'
import { KeysHelp } from './keys-help.tsx'
import { Navigation } from './navigation.tsx'
import { Ended, Line } from './notices.tsx'
import { NotForTheConsole, NotSignedIn } from './other-pages.tsx'
import { CurrentSession } from './session.tsx'
import { useHeading } from './use-heading.ts'
import { useLetters } from './use-letters.ts'
import { useSession } from './use-session.ts'
import { isOfTheConsole } from './who-may.ts'

const NONE: never[] = []

export const Frame = () => {
  const { line } = useLine()
  const { session, ended, error, isLoading } = useSession(line !== 'well')
  const areas = useMemo(() => (session ? AREAS.filter(({ title, mayOpen }) => title !== null && mayOpen(session)) : NONE), [session])
  const current = useMemo(() => (session ? { session, ended } : null), [session, ended])
  const main = useRef<HTMLElement>(null)
  useHeading(main)
  useLetters(areas)
  if (!session || !current) {
    if (!isLoading && !error) return <NotSignedIn />
    return (
      <main className="narrow">
        <h1>Console</h1>
        {isLoading ? <p role="status">One moment.</p> : <Problem error={error} />}
      </main>
    )
  }
  return (
    <CurrentSession value={current}>
      <a href="#content" className="skip">
        Skip to the content
      </a>
      <header className="bar">
        <strong>Backhaul</strong>
        {session.environment === 'sandbox' && <span className="badge">Sandbox</span>}
        {areas.length > 0 && <SearchBox />}
        <bdi className="person">{session.name}</bdi>
        {areas.length > 0 && <KeysHelp areas={areas} />}
        <SignOut leave={() => location.replace('/sign-in')} />
      </header>
      {areas.length > 0 && <Navigation areas={areas} />}
      <Line />
      <main id="content" ref={main} tabIndex={-1}>
        {ended && <Ended />}
        {isOfTheConsole(session) ? <Outlet /> : <NotForTheConsole session={session} />}
      </main>
      <footer>
        <a href="/docs">API documentation</a> <a href="/assets/licenses.txt">Open source licenses</a>
      </footer>
    </CurrentSession>
  )
}
