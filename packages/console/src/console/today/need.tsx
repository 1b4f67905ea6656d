import type { TodayNeed } from '@backhaul/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { momentText } from '../../shared/time.tsx'
import { distanceText, numberText } from '../charts/format.ts'
import { Go } from '../frame/address.ts'
import { useRead } from '../live/use-live.ts'
import { askFor, pageOf } from './addresses.ts'
import { kindOf, type Line, linesOf, titleOf } from './kinds.ts'

const SHOWN = 3
/** The height of a row. Its place is kept while it loads. */
const ROW_REM = 2.75

interface Props {
  need: TodayNeed
  now: string
  /** Whether the user can act on this need, or only view it. */
  mayAct: boolean
}

const Row = ({ line: { to, title, detail, at, action }, now, mayAct }: { line: Line; now: string; mayAct: boolean }) => (
  <li>
    <div>
      <bdi className="what">{title}</bdi> <bdi className="soft">{detail}</bdi>
    </div>
    <time className="soft" dateTime={at} title={momentText(at)}>
      {distanceText(at, now)}
    </time>
    {to !== '' && (
      <Go to={to} className="button small" aria-label={`${mayAct ? action : 'View'}: ${title}`}>
        {mayAct ? action : 'View'}
      </Go>
    )}
  </li>
)

const Rows = ({ need, list, now, mayAct }: Props & { list: string }) => {
  const client = useQueryClient()
  const { path, query } = askFor(list, { limit: SHOWN, ...kindOf(need).more })
  const { data, error } = useRead<{ data: unknown[] }>(path, query)
  const state = `${need.count} ${need.oldest_at}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again whenever the state is another
  useEffect(() => {
    void client.invalidateQueries({ queryKey: [path] })
  }, [client, path, state])
  const lines = data ? linesOf(need, data.data).slice(0, SHOWN) : []
  return (
    <>
      <Problem error={error} />
      <ol className="waiting" style={{ minHeight: `${Math.min(need.count, SHOWN) * ROW_REM}rem` }}>
        {lines.map((line) => (
          <Row key={line.id} line={line} now={now} mayAct={mayAct} />
        ))}
      </ol>
    </>
  )
}

/** One kind of need: the number of items, the longest wait, and the first items. */
export const Need = ({ need, now, mayAct }: Props) => {
  const heading = useId()
  const { list } = need
  const page = pageOf(list)
  const count = `${need.is_more ? 'more than ' : ''}${numberText(need.count)}`
  const title = titleOf(need)
  return (
    <section className="need" aria-labelledby={heading}>
      <h3 id={heading}>
        {page ? (
          <Go to={page} aria-label={`${title}: all ${count}`} className="count">
            {count}
          </Go>
        ) : (
          <span className="count">{count}</span>
        )}{' '}
        {title}
      </h3>
      {list && <Rows need={need} list={list} now={now} mayAct={mayAct} />}
      {page && need.count > SHOWN && (
        <p>
          <Go to={page}>All {count}</Go>
        </p>
      )}
      {need.oldest_at && need.count > 1 && <p className="soft">Oldest: {distanceText(need.oldest_at, now)}</p>}
    </section>
  )
}
