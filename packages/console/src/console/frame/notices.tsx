import { useLine } from '../live/line.ts'

/**
 * Shown above a half-completed form when the session has ended. The form keeps its content and works again after a sign-in in this browser.
 */
export const Ended = () => (
  <div role="alert" className="notice warn">
    <h2>Your session has ended</h2>
    <p>What you have entered is still here, and nothing was sent. Open a new sign-in link in this browser, then come back to this page.</p>
  </div>
)

/** Says that the data may be out of date because the connection is lost. Nothing that was entered is lost. */
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
