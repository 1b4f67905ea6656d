import type { WebhookEvent } from '@backhaul/client'
import { useCallback, useState } from 'react'
import { request } from '../../shared/api.ts'
import { mergeFirstPage } from '../live/merge.ts'
import { type Query, useLive } from '../live/use-live.ts'

const PAGE = 50

/** What every record has, of types that this page does not know, too. */
export type FeedEvent = Pick<WebhookEvent, 'eventID' | 'identifiers'> & {
  type: string
  event_info: { eventDateTime: string; summary?: string; status?: string }
}

interface FeedPage {
  data: FeedEvent[]
  next_cursor: string | null
}

const idOf = ({ eventID }: FeedEvent): string => eventID

/** The feed, newest first: what is new appears on top, `more` reads the page after what is shown and is null at the end. */
export const useFeed = (path: string, filters: Query) => {
  const query = { ...filters, order: 'newest', limit: PAGE }
  const name = JSON.stringify([path, query])
  const { data, error, isLoading } = useLive<FeedPage>(path, query)
  const [known, setKnown] = useState<{ name: string; from: unknown; items: FeedEvent[]; cursor: string | null }>({
    name,
    from: null,
    items: [],
    cursor: null,
  })
  const [moreError, setMoreError] = useState<unknown>(null)
  const [isReading, setIsReading] = useState(false)
  let now = known
  if (data && (known.name !== name || known.from !== data)) {
    const before = known.name === name ? known.items : []
    const merged = mergeFirstPage(data.data, before, idOf)
    const isLonger = merged !== null && merged.length > data.data.length
    now = { name, from: data, items: merged ?? data.data, cursor: isLonger ? known.cursor : data.next_cursor }
    setKnown(now)
  }
  const isOther = now.name !== name
  const { cursor } = now
  const more = useCallback(async () => {
    if (isReading) return
    setIsReading(true)
    try {
      const page = await request<FeedPage>('GET', path, { query: { ...JSON.parse(name)[1], cursor } })
      setMoreError(null)
      setKnown((at) =>
        at.name === name && at.cursor === cursor ? { ...at, items: [...at.items, ...page.data], cursor: page.next_cursor } : at,
      )
    } catch (problem) {
      setMoreError(problem)
    } finally {
      setIsReading(false)
    }
  }, [path, name, cursor, isReading])
  return {
    items: isOther ? [] : now.items,
    error: error ?? moreError,
    isLoading: isLoading || (isOther && !error),
    more: isOther || cursor === null ? null : more,
  }
}
