import { useLine } from '../live/line.ts'

/**
 * Shown above a half-completed form when the session has ended. The form keeps its content and works again after a sign-in in this browser.
 */
export const Ended = () => (
  <div role="alert" className="notice warn">
    <h2>Your session has ended</h2>
    <p>Your entries are still here, and nothing was sent. Open a new sign-in link in this browser, then return to this page.</p>
  </div>
)

/** Says that the data may be out of date because the connection is lost. Nothing that was entered is lost. */
export const Line = () => {
  const { line, isBack } = useLine()
  return (
    <div role="status" className="line">
      {line === 'lost' && (
        <p className="notice warn">
          <strong>No connection to the service.</strong> This page may be out of date. Your entries are kept. The page continues
          automatically when the connection is back.
        </p>
      )}
      {line === 'unable' && (
        <p className="notice warn">
          <strong>The service is unavailable.</strong> Your connection works, but the service is overloaded or cannot reach its database.
          This page may be out of date. Your entries are kept. The page continues automatically when the service is available.
        </p>
      )}
      {isBack && line === 'well' && <span className="unseen">The service is available again.</span>}
    </div>
  )
}
