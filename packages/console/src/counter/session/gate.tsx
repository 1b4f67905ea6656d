import type { ReactNode } from 'react'
import { SignOut } from '../../shared/sign-out.tsx'
import type { Entry, Queue } from '../queue/types.ts'
import { forgetStore } from '../shell/use-store.ts'

/** Shows the unsent entries on this device, and who has to sign in to send them. */
export const WaitsFor = ({ entries }: { entries: readonly Entry[] }) => {
  const waiting = new Map<string, number>()
  for (const { state, session } of entries) if (state !== 'sent') waiting.set(session.name, (waiting.get(session.name) ?? 0) + 1)
  if (waiting.size === 0) return null
  return (
    <ul>
      {[...waiting].map(([name, count]) => (
        <li key={name} dir="auto">
          {count} {count === 1 ? 'scan waits' : 'scans wait'} on this device for {name}, and {count === 1 ? 'is' : 'are'} sent when {name}{' '}
          signs in here.
        </li>
      ))}
    </ul>
  )
}

/** Ends the session. The actions that the person confirmed stay on the device until that person signs in again. */
export const SignOutHere = ({ queue }: { queue: Queue }) => {
  const leave = async () => {
    await queue.forgetPerson()
    forgetStore()
    location.replace('/counter/')
  }
  return <SignOut leave={leave} />
}

/** Shown if nobody is signed in, or if the signed-in user may not use the counter. Explains what this page is for and how to get access. */
export const NoCounter = ({ access, entries }: { access: string | null; entries: readonly Entry[] }) => (
  <main className="gate">
    <h1>Counter</h1>
    {access === null ? (
      <p className="notice">
        Nobody is signed in on this device. Ask the person who runs the service, or your shop’s partner account, for a sign-in link to this
        counter. Open the link on this device.
      </p>
    ) : (
      <p className="notice warn">
        You are signed in with the access “{access}”. This page needs the access “counter” or “handler”. Open a sign-in link with that
        access on this device, or go to <a href="/console">the console</a>.
      </p>
    )}
    <WaitsFor entries={entries} />
  </main>
)

/** Shown if the session ended during work. */
export const SessionEnded = ({ open }: { open: number }) => (
  <p className="notice warn" role="alert">
    <strong>Your session has ended.</strong> Nothing is lost: {open === 0 ? 'everything' : `${open} of your scans`}{' '}
    {open === 0 ? 'has been sent, and new scans are kept on this device' : 'are kept on this device and are sent after the next sign-in'}.
    Ask for a new sign-in link and open it in this browser.
  </p>
)

/** Shown if the service does not answer. */
export const NoLine = ({ again }: { again: ReactNode }) => (
  <p className="notice warn" role="status">
    <strong>No connection.</strong> Continue scanning. Scans are kept on this device and sent when the connection is back. Prices, labels
    and lists need a connection. {again}
  </p>
)
