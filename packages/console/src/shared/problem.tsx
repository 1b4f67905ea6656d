import { LineLost, Refused } from './api.ts'

/** Returns the error's message in the service's own words, which say what to do. */
export const wordsOf = (error: unknown): string => {
  if (error instanceof LineLost) return 'The service cannot be reached. Check the connection, then try again.'
  if (error instanceof Refused) {
    const fields = (error.details.errors as { path?: string; message?: string }[] | undefined) ?? []
    if (fields.length > 0) return fields.map(({ path, message }) => `${path?.replace(/^\//, '')} ${message}`).join('; ')
    return error.message
  }
  return 'This page has a problem. Reload it. If that does not help, contact the person who runs the service.'
}

/** Renders nothing while there is no error. Screen readers announce an error as soon as it appears. */
export const Problem = ({ error }: { error: unknown }) => (
  <div role="alert">{error ? <p className="notice bad">{wordsOf(error)}</p> : null}</div>
)
