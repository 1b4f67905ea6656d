import type { Today, TodayNeed } from '@backhaul/client'
import { Skeleton } from '../../design/skeleton.tsx'
import { Problem } from '../../shared/problem.tsx'
import { Time } from '../../shared/time.tsx'
import { useCurrentSession } from '../frame/session.tsx'
import { useLive } from '../live/use-live.ts'
import '../charts/charts.css'
import { titleOf } from './kinds.ts'
import { Need } from './need.tsx'
import { Pictures } from './pictures.tsx'
import { Sample } from './sample.tsx'
import './today.css'

/** Needs that have waited longest come first. Needs without a known start come last. */
const byAge = (a: TodayNeed, b: TodayNeed): number => (a.oldest_at ?? '9').localeCompare(b.oldest_at ?? '9')
const keyOf = ({ kind, stage, day }: TodayNeed): string => [kind, stage, day].join(' ')

/**
 * Returns the titles of all kinds without items. Each title appears once, although the kind for parcels without movement has one need for
 * each stage.
 */
const noneOf = (needs: TodayNeed[]): string[] => {
  const there = new Set(needs.filter(({ count }) => count > 0).map(({ kind }) => kind))
  const none = needs.filter(({ kind }) => !there.has(kind)).map((need) => titleOf({ ...need, stage: null }))
  return [...new Set(none)]
}

const Needs = ({ today: { needs, now } }: { today: Today }) => {
  const { session } = useCurrentSession()
  const waiting = needs.filter(({ count }) => count > 0).sort(byAge)
  const none = noneOf(needs)
  return (
    <section className="plain" aria-labelledby="needs">
      <h2 id="needs">Needs attention</h2>
      {waiting.length === 0 && <p className="notice good">Nothing needs attention.</p>}
      <div className="needs">
        {waiting.map((need) => (
          <Need key={keyOf(need)} need={need} now={now} mayAct={session.access !== 'partner-viewer'} />
        ))}
      </div>
      {waiting.length > 0 && none.length > 0 && <p className="soft">Nothing in: {none.join('; ')}.</p>}
    </section>
  )
}

export const Page = () => {
  const { data: today, error, isLoading } = useLive('/v2/today')
  return (
    <>
      <h1>Today</h1>
      <Problem error={error} />
      <Sample />
      {isLoading && <Skeleton />}
      {today && (
        <>
          <Needs today={today} />
          <section className="plain" aria-labelledby="week">
            <h2 id="week">The last seven days</h2>
            <p className="soft">
              From <Time at={today.window.from} /> to <Time at={today.window.to} />.{' '}
              {!today.complete &&
                (today.as_of ? (
                  <>
                    Counted up to <Time at={today.as_of} />. The rest has not been counted yet.
                  </>
                ) : (
                  'Counting has just started.'
                ))}
            </p>
            <Pictures today={today} />
          </section>
        </>
      )}
    </>
  )
}
