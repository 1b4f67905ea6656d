import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { HandOverPage } from '../hand-over/hand-over-page.tsx'
import { HandlerPage } from '../handler/handler-page.tsx'
import { TendersPage } from '../handler/tenders-page.tsx'
import { HerePage } from '../here/here-page.tsx'
import { IntakePage } from '../intake/intake-page.tsx'
import { ManifestPage } from '../manifest/manifest-page.tsx'
import { isMuted, setMuted } from '../outcome/sounds.ts'
import { useOutcome } from '../outcome/use-outcome.ts'
import type { Entry, Queue, QueueSession, QueueStatus } from '../queue/types.ts'
import { NoCounter, NoLine, SessionEnded, SignOutHere } from '../session/gate.tsx'
import { isDevice, useSession } from '../session/use-session.ts'
import { WaitingPage } from '../waiting/waiting-page.tsx'
import { TASKS } from '../words.ts'
import { CounterProvider } from './counter-context.ts'
import { Navigation } from './navigation.tsx'
import { type Place, usePlace } from './places.ts'
import { soonAgain } from './recovery.ts'
import { useQueue } from './use-queue.ts'
import { useStore } from './use-store.ts'

/** A refusal is final, so the request is not retried. A request that failed because there was no connection is retried soon. */
const client = new QueryClient({
  defaultOptions: { queries: { retry: false, refetchInterval: soonAgain, networkMode: 'always', staleTime: 10_000 } },
})

const Task = ({ place, session }: { place: Place; session: QueueSession }) => {
  switch (place) {
    case '':
      if (session.access === 'handler') return <HandlerPage />
      return <IntakePage tasks={TASKS.counter} place={session.store_id === null ? {} : { store_id: session.store_id }} />
    case 'hand-over':
      return <HandOverPage />
    case 'manifest':
      return <ManifestPage />
    case 'here':
      return <HerePage />
    case 'tenders':
      return <TendersPage />
    case 'waiting':
      return <WaitingPage />
  }
}

const Sound = () => {
  const [muted, mute] = useState(isMuted)
  const toggle = (): void => {
    setMuted(!muted)
    mute(!muted)
  }
  return (
    <button type="button" aria-pressed={!muted} onClick={toggle}>
      Sound {muted ? 'off' : 'on'}
    </button>
  )
}

interface ShiftProps {
  queue: Queue
  session: QueueSession
  hasEnded: boolean
  entries: readonly Entry[]
  status: QueueStatus | null
}

/** The page during a shift: the tasks of the user's access, and notices about the connection and the session. */
const Shift = ({ queue, session, hasEnded, entries, status }: ShiftProps) => {
  const place = usePlace(session.access)
  const outcomes = useOutcome(queue, entries)
  const store = useStore(session.store_id)
  const name = store?.name ?? (session.access === 'handler' ? 'Handler' : 'Counter')
  useEffect(() => {
    document.title = `${name} · Backhaul`
  }, [name])
  const open = entries.filter(({ state }) => state !== 'sent').length
  return (
    <CounterProvider value={{ queue, entries, session, store, outcomes }}>
      <header>
        <h1 dir="auto">{name}</h1>
        <span className="soft person" dir="auto">
          {session.name}
        </span>
        <Sound />
        <SignOutHere queue={queue} />
      </header>
      <Navigation access={session.access} place={place} open={open} />
      <main>
        {hasEnded && <SessionEnded open={status?.open ?? 0} />}
        {!hasEnded && status?.line === 'no-connection' && (
          <NoLine
            again={
              <button type="button" onClick={() => queue.wake()}>
                Try now
              </button>
            }
          />
        )}
        <Task place={place} session={session} />
      </main>
    </CounterProvider>
  )
}

const Gate = ({ queue }: { queue: Queue }) => {
  const { entries, status } = useQueue(queue)
  const state = useSession(queue, status)
  if (state.kind === 'loading') return <p className="gate">Opening the counter…</p>
  if (state.kind === 'none') return <NoCounter access={null} entries={entries} />
  const { session, hasEnded } = state
  if (!isDevice(session.access)) return <NoCounter access={session.access} entries={entries} />
  return <Shift queue={queue} session={session} hasEnded={hasEnded} entries={entries} status={status} />
}

export const CounterPage = ({ queue }: { queue: Queue }) => (
  <QueryClientProvider client={client}>
    <Gate queue={queue} />
  </QueryClientProvider>
)
