import { useMutation } from '@tanstack/react-query'
import { Refused, request } from '../../shared/api.ts'
import { Problem } from '../../shared/problem.tsx'
import { OWN_SESSION } from '../../shared/sessions.ts'

export const SignOut = () => {
  const end = useMutation({
    mutationFn: () => request('DELETE', OWN_SESSION),
    onSuccess: () => location.replace('/sign-in'),
    onError: (error) => {
      // There is nothing left to end.
      if (error instanceof Refused && error.code === 'session_invalid') location.replace('/sign-in')
    },
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
