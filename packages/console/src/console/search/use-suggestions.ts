import { useEffect, useState } from 'react'
import { type Answer, Refused } from '../../shared/api.ts'
import { useLive } from '../live/use-live.ts'

/** Pause after the last key before a request. */
const PAUSE_MS = 120
const MIN_TEXT = 2
const MAX_TEXT = 100
export const canSuggest = (text: string): boolean => text.length >= MIN_TEXT && text.length <= MAX_TEXT

type Found = Answer<'GET', '/v2/search/suggestions'>

/** The suggestions for this text. `of`: the text for which `found` is. While new ones load, the previous ones stay. */
export const useSuggestions = (text: string): { found: Found | null; of: string; problem: string | null } => {
  const wanted = text.trim()
  const [q, setQ] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQ(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const enabled = canSuggest(q)
  const { data, error } = useLive('/v2/search/suggestions', { q }, { enabled, every: false, retry: false })
  const [last, setLast] = useState<{ found: Found; of: string } | null>(null)
  if (data && last?.found !== data) setLast({ found: data, of: q })
  if (!enabled && q === wanted) return { found: null, of: q, problem: null }
  if (error) return { found: null, of: q, problem: error instanceof Refused ? error.message : 'The service cannot be reached.' }
  return { found: data ?? last?.found ?? null, of: data ? q : (last?.of ?? ''), problem: null }
}
