import { useMutation } from '@tanstack/react-query'
import { Refused, request } from './api.ts'
import { Problem } from './problem.tsx'
import { OWN_SESSION } from './sessions.ts'

/** Ends the session; then `leave` is called. */
export const SignOut = ({ leave }: { leave: () => unknown }) => {
  const end = useMutation({
    mutationFn: () => request('DELETE', OWN_SESSION),
    onSuccess: leave,
    onError: (error) => {
      // There is nothing left to end.
      if (error instanceof Refused && error.code === 'session_invalid') void leave()
    },
    networkMode: 'always',
  })
  return (
    <>
      <button type="button" disabled={end.isPending} onClick={() => end.mutate()}>
        Sign out
      </button>
      <Problem error={end.error} />
    </>
  )
}
