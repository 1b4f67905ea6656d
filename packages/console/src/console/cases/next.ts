import { type Item, request } from '../../shared/api.ts'
import type { Query } from '../live/use-live.ts'

export type Noun = 'claim' | 'dispute'
/** Lists of cases that wait for a decision. */
export type CaseList = `/v2/${'' | 'ops/'}${Noun}s`
type Waiting = Pick<Item<CaseList>, 'id' | 'created_at'>

/** The decision made on the previous page. */
interface Before {
  id: string
  words: string
}

const MOST = 100
/** A decision older than this is not shown. */
const DECISION_SHOWN_MS = 60_000

let last: { next: string; at_ms: number; before: Before } | null = null

/** Stores the decision outside the pages, because each address mounts a new page. */
export const rememberDecision = (next: string, before: Before | null): void => {
  last = before && { next, at_ms: performance.now(), before }
}

/** Returns the decision that led to this case, if this case was opened as the next one. */
export const beforeOf = (id: string): Before | null =>
  last?.next === id && performance.now() - last.at_ms < DECISION_SHOWN_MS ? last.before : null

/**
 * Returns the case after `current` in the queue, which begins with the oldest case. If `current` is the last one, returns the oldest other
 * case, or null if there is none.
 */
export const nextOf = (waiting: readonly Waiting[], current: Waiting): string | null => {
  const others = waiting.filter(({ id }) => id !== current.id)
  const isAfter = ({ id, created_at }: Waiting) => created_at > current.created_at || (created_at === current.created_at && id > current.id)
  return (others.find(isAfter) ?? others[0])?.id ?? null
}

export const findNext = async (path: CaseList, filters: Query, current: Waiting): Promise<string | null> => {
  const query = { ...filters, status: 'open', order: 'oldest', limit: MOST }
  const { data } = await request('GET', path, { query })
  return nextOf(data, current)
}
