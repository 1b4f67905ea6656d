import type { SearchHit } from '@backhaul/client'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { Time } from '../../shared/time.tsx'
import { Go, useFilters } from '../frame/address.ts'
import { useLive } from '../live/use-live.ts'
import { inWords, statusWords } from '../words.ts'
import { addressOfHit, matchedWords } from './hits.ts'

const Found = ({ hit }: { hit: SearchHit }) => {
  const address = addressOfHit(hit)
  const title = <bdi>{hit.title ?? hit.id}</bdi>
  return (
    <li className="row">
      <div>
        <strong>{address === null ? title : <Go to={address}>{title}</Go>}</strong> <span className="badge">{inWords(hit.kind)}</span>
        <div className="soft">
          Found by {matchedWords(hit.matched_by)}
          {hit.status !== null && `, ${hit.kind === 'shipment' ? statusWords(hit.status) : inWords(hit.status)}`},{' '}
          <Time at={hit.created_at} />
        </div>
      </div>
    </li>
  )
}

/** The search results. A single result opens immediately. */
export const Page = () => {
  const router = useRouter()
  const [{ q = '' }] = useFilters()
  const { data, error, isLoading } = useLive('/v2/search', { q }, { enabled: q !== '', every: false })
  const hits = data?.data ?? []
  const [first] = hits
  const only = hits.length === 1 && first ? addressOfHit(first) : null
  useEffect(() => {
    // Replaces this page in the history, so that going back leads to the page before the search.
    if (only !== null) router.history.replace(only)
  }, [only, router])
  return (
    <>
      <h1>Search</h1>
      <Problem error={error} />
      <div role="status">
        {q === '' && (
          <p>Type or scan a number in the box above, such as the number of a shipment, an order, a claim, a tender or an event.</p>
        )}
        {isLoading && <p>One moment.</p>}
        {data && hits.length === 0 && (
          <p>
            No record has the number <bdi>{q}</bdi>. Enter the complete number. Capital letters and spaces do not matter. You cannot search
            for names of people. You can also list the{' '}
            <Go to={`/console/shipments?customer=${encodeURIComponent(q)}`}>shipments of the customer with this id</Go>.
          </p>
        )}
        {only === null && hits.length > 0 && (
          <p>
            {hits.length === 1 ? 'One record has' : `${hits.length} records have`} the number <bdi>{q}</bdi>.
          </p>
        )}
      </div>
      {only === null && (
        <ul className="rows">
          {hits.map((hit) => (
            <Found key={`${hit.kind} ${hit.id}`} hit={hit} />
          ))}
        </ul>
      )}
    </>
  )
}
