import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Refused, send } from '../../../shared/api.ts'

/**
 * Returns an image of the API as a URL for `<img>`, or null if there is none. `version` must change whenever the image does. While an error
 * `isExpected`, because the image will come, the image is requested again every 4 seconds.
 */
export const usePicture = (path: string | null, accept: string, version: unknown, isExpected = (_: Error): boolean => false) => {
  const { data, error } = useQuery<Blob>({
    queryKey: ['picture', path, accept, version],
    enabled: path !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.error && isExpected(state.error) ? 4_000 : false),
    // Do not retry refusals; other errors may be temporary.
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
