import type { AddressVerification, Quote } from '@backhaul/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { send } from '../../shared/api.ts'
import { useCurrentSession } from '../frame/session.tsx'

/** So long after the last key, the service is asked. */
const PAUSE_MS = 400

interface Answers {
  '/v2/quotes': Quote
  '/v2/addresses/verify': AddressVerification
}

/** Returns the text as it is when someone stops typing; before that, an earlier text. */
export const useSettled = (now: string): string => {
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setText(now), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [now])
  return text
}

/** Asks the service about what someone is typing. It changes nothing there. Null: there is nothing to ask yet. */
export const useAsked = <P extends keyof Answers>(path: P, body: object | null) => {
  const { ended } = useCurrentSession()
  const now = body === null ? '' : JSON.stringify(body)
  const text = useSettled(now)
  const { data, error } = useQuery({
    queryKey: [path, text],
    enabled: text !== '' && !ended,
    queryFn: ({ signal }) => send<Answers[P]>('POST', path, { body: JSON.parse(text), signal }),
  })
  return text !== '' && text === now ? { data, error } : { data: undefined, error: null }
}
