import { useMutation } from '@tanstack/react-query'
import { Refused, request } from './api.ts'
import { Problem } from './problem.tsx'
import { OWN_SESSION } from './sessions.ts'

export const SignOut = ({ leave }: { leave: () => unknown }) => {
  const end = useMutation({
    mutationFn: () => request('DELETE', OWN_SESSION),
    onSuccess: leave,
    onError: (error) => {
      // The session has already ended.
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
