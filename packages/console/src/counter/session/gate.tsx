import type { ReactNode } from 'react'

/** Nobody, or somebody with another access: what this page is for and how to get in. */
export const NoCounter = ({ access }: { access: string | null }) => (
  <main className="gate">
    <h1>Counter</h1>
    {access === null ? (
      <p className="notice">
        Nobody is signed in on this device. Ask whoever runs the service, or your shop’s partner account, for a sign-in link to this counter
        and open it here.
      </p>
    ) : (
      <p className="notice warn">
        You are signed in with the access “{access}”. This page is for the access “counter” or “handler”: open such a sign-in link on this
        device, or go to <a href="/console">the console</a>.
      </p>
    )}
  </main>
)

/** The session ended in the middle of the work. */
export const SessionEnded = ({ open }: { open: number }) => (
  <p className="notice warn" role="alert">
    <strong>Your session has ended.</strong> Nothing is lost: {open === 0 ? 'everything' : `${open} of your scans`}{' '}
    {open === 0
      ? 'has been sent, and what you scan now is kept on this device'
      : 'are kept on this device and are sent after the next sign-in'}
    . Ask for a new sign-in link and open it in this browser.
  </p>
)

/** No answer from the service. */
export const NoLine = ({ again }: { again: ReactNode }) => (
  <p className="notice warn" role="status">
    <strong>No connection.</strong> Go on scanning: scans are kept on this device and sent when the line is back. Prices, labels and lists
    need the line. {again}
  </p>
)
