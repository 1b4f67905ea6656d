import { useLine } from '../live/line.ts'

/** Above a form that is half filled in: it stays as it is, and goes on when somebody has signed in again in this browser. */
export const Ended = () => (
  <div role="alert" className="notice warn">
    <h2>Your session has ended</h2>
    <p>What you have entered is still here, and nothing was sent. Open a new sign-in link in this browser, then come back to this page.</p>
  </div>
)

/** What is shown may be old by now, and says so; nothing that was entered is lost. */
export const Line = () => {
  const { line, isBack } = useLine()
  return (
    <div role="status" className="line">
      {line === 'lost' && (
        <p className="notice warn">
          <strong>No connection to the service.</strong> What you see may be out of date. What you have entered stays. This page goes on by
          itself once the service can be reached.
        </p>
      )}
      {line === 'unable' && (
        <p className="notice warn">
          <strong>The service cannot answer now.</strong> Your connection works; the service says that it is overloaded or has lost its
          database. What you see may be out of date. What you have entered stays. This page goes on by itself once the service can answer.
        </p>
      )}
      {isBack && line === 'well' && <span className="unseen">The service answers again.</span>}
    </div>
  )
}
