import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Refused, send } from '../../../shared/api.ts'

/** A picture of the API as an address for `<img>`; `version`: whatever changes when the picture does. Null: there is none. */
export const usePicture = (path: string | null, accept: string, version: unknown) => {
  const { data, error } = useQuery({
    queryKey: ['picture', path, accept, version],
    enabled: path !== null,
    staleTime: Number.POSITIVE_INFINITY,
    // The service knows what it refuses; what else went wrong may pass.
    retry: (tries, problem) => !(problem instanceof Refused) && tries < 2,
    queryFn: ({ signal }) => send<Blob>('GET', path ?? '', { accept, signal }),
  })
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!data) return setUrl(null)
    const made = URL.createObjectURL(data)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data])
  return { url: path === null ? null : url, error }
}
