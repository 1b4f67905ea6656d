// Reloads what a page shows while the page is visible, so that other people's changes appear by themselves. Also sends commands, each only
// once.
import type { Page } from '@backhaul/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Answer, type Item, type Method, type Path, send } from '../../shared/api.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { CommandKeys } from './keys.ts'
import { mergeFirstPage } from './merge.ts'
import { waitedOut } from './waiting.ts'

/** Short enough that other people's changes appear within five seconds. */
const EVERY_MS = 4_000
const PAGE = 100

export type Query = Record<string, string | number | boolean | null | undefined>

interface Options {
  /** If false, nothing is loaded. */
  enabled?: boolean
  /** Milliseconds between two requests. If false, the data is loaded only once. */
  every?: number | false
  /** For lists that only grow. If the oldest items come first, the last page is reloaded regularly instead of the first page. */
  isHistory?: boolean
}

/** GET `path`, reloaded every 4 s while the window is visible and a user is signed in. */
export const useLive = <P extends Path>(path: P, query: Query = {}, options: Options = {}) =>
  useRead<Answer<'GET', P>>(path, query, options)

/** The untyped version of `useLive`, for code that is generic over paths and answers. Pages use `useLive`. */
export const useRead = <Found>(path: string, query: Query, { enabled = true, every = EVERY_MS }: Options = {}) => {
  const { ended } = useCurrentSession()
  const { data, error, isLoading } = useQuery({
    queryKey: [path, query],
    enabled: enabled && !ended,
    refetchInterval: every,
    queryFn: ({ signal }) => send<Found>('GET', path, { query, signal }),
  })
  return { data, error, isLoading }
}

interface Known<Row> {
  items: Row[]
  /** The cursor of the next page; null if all pages are loaded. */
  cursor: string | null
}

/** Events have their id in `eventID` instead of `id`. */
interface Identified {
  id?: string
  eventID?: string
}
export const idOf = ({ id, eventID = '' }: Identified): string => id ?? eventID

/**
 * A list of the API. Its first page is reloaded regularly. `more` loads the next page, and is null at the end of the list. `replace` shows
 * newer versions of some items, such as those in the answers to commands. `isDone` is true when all pages are loaded.
 */
export const useLiveList = <P extends Path>(path: P, query: Query = {}, options: Options = {}) =>
  useListOf<Item<P> & Identified>(path, { limit: PAGE, ...query }, options)

const withoutDoubles = <Row extends Identified>(known: Row[], fresh: Row[]): Row[] => {
  const keys = new Set(known.map(idOf))
  const added = fresh.filter((item) => !keys.has(idOf(item)))
  return added.length > 0 ? [...known, ...added] : known
}

const useListOf = <Row extends Identified>(path: Path, query: Query, options: Options) => {
  const name = JSON.stringify([path, query])
  const isTail = options.isHistory === true && query.order === 'oldest'
  const [tail, setTail] = useState<{ name: string; cursor: string | null }>({ name, cursor: null })
  const from = isTail && tail.name === name ? tail.cursor : null
  const { data, error, isLoading } = useRead<Page<Row>>(path, from === null ? query : { ...query, cursor: from }, options)
  const [known, setKnown] = useState<Known<Row> & { name: string; from: unknown }>({ name, from: null, items: [], cursor: null })
  const [moreError, setMoreError] = useState<unknown>(null)
  const isReading = useRef(false)
  // If `name` has changed, another list is shown. If `data` has changed, a newer page has arrived. The state is updated during rendering,
  // so that items of the previous list never appear in the new one.
  let now = known
  if (data && (known.name !== name || known.from !== data)) {
    const before = known.name === name ? known : null
    const merged = before && data.next_cursor !== null ? mergeFirstPage(data.data, before.items, idOf) : null
    const isLonger = merged !== null && before !== null && merged.length > data.data.length
    now = isTail
      ? { name, from: data, items: withoutDoubles(before?.items ?? [], data.data), cursor: data.next_cursor }
      : { name, from: data, items: merged ?? data.data, cursor: isLonger ? before.cursor : data.next_cursor }
    setKnown(now)
  }
  const isOther = now.name !== name
  const { cursor } = now
  const more = useCallback(async () => {
    if (isReading.current) return
    if (isTail) return setTail({ name, cursor })
    isReading.current = true
    try {
      const page = await waitedOut(() => send<Page<Row>>('GET', path, { query: { ...JSON.parse(name)[1], cursor } }))
      setMoreError(null)
      setKnown((at) => {
        if (at.name !== name || at.cursor !== cursor) return at
        return { ...at, items: withoutDoubles(at.items, page.data), cursor: page.next_cursor }
      })
    } catch (problem) {
      setMoreError(problem)
    } finally {
      isReading.current = false
    }
  }, [path, name, isTail, cursor])
  const replace = useCallback((newer: Row[]) => {
    const by = new Map(newer.map((item) => [idOf(item), item]))
    setKnown((at) => ({ ...at, items: at.items.map((item) => ({ ...item, ...by.get(idOf(item)) })) }))
  }, [])
  return {
    items: isOther ? [] : now.items,
    error: error ?? moreError,
    isLoading: isLoading || (isOther && !error && options.enabled !== false),
    isDone: !isOther && now.from !== null && cursor === null,
    more: isOther || cursor === null ? null : more,
    replace,
  }
}

/** Returns a reference whose value tells whether the component is still rendered. */
export const useIsThere = () => {
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  return isThere
}

/**
 * Sends commands. `run` sends a command with a new Idempotency-Key, then reloads all live data. If the outcome is unknown and the same
 * command is sent again, the key is reused. `run` resolves to the answer, or to null if the command failed. `error` holds the reason for
 * the failure until the next command. With a name, a command that is sent again after a reload of the page reuses its key too.
 */
export const useCommand = (name: string | null = null) => {
  const client = useQueryClient()
  const keys = useRef<CommandKeys>(null)
  const [running, setRunning] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const isThere = useIsThere()
  const run = useCallback(
    async <M extends Method, P extends Path>(method: M, path: P, body?: unknown): Promise<Answer<M, P> | null> => {
      const command = JSON.stringify([method, path, body])
      keys.current ??= new CommandKeys(name)
      const idempotencyKey = keys.current.keyOf(command)
      setRunning((count) => count + 1)
      setError(null)
      try {
        const answer = await waitedOut(() => send<Answer<M, P>>(method, path, { ...(body === undefined ? {} : { body }), idempotencyKey }))
        keys.current.settle(command)
        return answer
      } catch (problem) {
        keys.current.settle(command, problem)
        if (isThere.current) setError(problem)
        return null
      } finally {
        if (isThere.current) setRunning((count) => count - 1)
        void client.invalidateQueries()
      }
    },
    [client, name, isThere],
  )
  return { run, isRunning: running > 0, error }
}
