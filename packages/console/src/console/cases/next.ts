import { request } from '../../shared/api.ts'
import type { Query } from '../live/use-live.ts'

interface Waiting {
  id: string
  created_at: string
}

const MOST = 100

/** Of what waits, oldest first, the one after `current`; at the end the oldest; null: nothing else waits. */
export const nextOf = (waiting: readonly Waiting[], current: Waiting): string | null => {
  const others = waiting.filter(({ id }) => id !== current.id)
  const isAfter = ({ id, created_at }: Waiting) => created_at > current.created_at || (created_at === current.created_at && id > current.id)
  return (others.find(isAfter) ?? others[0])?.id ?? null
}

export const findNext = async (path: string, filters: Query, current: Waiting): Promise<string | null> => {
  const query = { ...filters, status: 'open', order: 'oldest', limit: MOST }
  const { data } = await request<{ data: Waiting[] }>('GET', path, { query })
  return nextOf(data, current)
}
