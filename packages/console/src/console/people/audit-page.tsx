import type { AuditRecord } from '@backhaul/client'
import { useState } from 'react'
import { Skeleton } from '../../design/skeleton.tsx'
import { Problem } from '../../shared/problem.tsx'
import { Time } from '../../shared/time.tsx'
import { Go, useFilters } from '../frame/address.ts'
import { useLiveList } from '../live/use-live.ts'
import { CopyId, PartnerName } from '../names.tsx'
import './audit.css'
import { type Filter, FilterBar } from '../lists/filters.tsx'
import { changesOf, partnerOf, placeOf, subjectWords, whoOf } from './audit-words.ts'

const FILTERS: Filter[] = [
  { name: 'actor', label: 'Actor id', kind: 'id', maxLength: 300 },
  { name: 'action', label: 'Action, such as key.revoked', kind: 'id', maxLength: 100 },
  { name: 'subject', label: 'Subject id or code', kind: 'id', maxLength: 255 },
]

const Before = ({ record }: { record: AuditRecord }) => {
  const changes = changesOf(record)
  if (changes.length === 0) return null
  return (
    <details>
      <summary>
        What changed<span className="unseen"> in {subjectWords(record)}</span>
      </summary>
      <dl>
        {changes.map(({ field, before, after }) => (
          <div key={field}>
            <dt>{field}</dt>
            <dd>
              {before !== null && (
                <>
                  <del dir="auto">{before}</del>{' '}
                </>
              )}
              {after !== null && <ins dir="auto">{after}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const Entry = ({ record }: { record: AuditRecord }) => {
  const [, set] = useFilters()
  const place = placeOf(record)
  const subject = subjectWords(record)
  const partner = partnerOf(record)
  return (
    <li className="audit-entry">
      <p>
        <Time at={record.at} />: <bdi>{whoOf(record)}</bdi> <strong>{record.action}</strong>{' '}
        {place === null ? <bdi>{subject}</bdi> : <Go to={place}>{subject}</Go>}
        {subject !== record.subject && (
          <>
            {' '}
            <CopyId id={record.subject} of={subject} />
          </>
        )}
        {partner !== null && (
          <>
            {' '}
            of <PartnerName id={partner} />
          </>
        )}
      </p>
      <p className="soft">
        <CopyId id={record.actor} of={whoOf(record)} />{' '}
        <button type="button" className="small" onClick={() => set({ actor: record.actor })}>
          only entries<span className="unseen"> of {whoOf(record)}</span>
        </button>
      </p>
      <Before record={record} />
    </li>
  )
}

/** Lists the actions of operators, and those of partners on their keys, newest first. */
export const Page = () => {
  const [{ actor, action, subject }] = useFilters()
  const { items, error, isLoading, more } = useLiveList('/v2/ops/audit', { actor, action, subject, limit: 50 })
  const [isReading, setIsReading] = useState(false)
  const readMore = async () => {
    setIsReading(true)
    await more?.()
    setIsReading(false)
  }
  return (
    <>
      <h1>Audit trail</h1>
      <p>Who did what, and when. Each entry was recorded together with its change.</p>
      <FilterBar filters={FILTERS} />
      <Problem error={error} />
      {isLoading && <Skeleton />}
      {!isLoading && !error && items.length === 0 && <p>No entries found.</p>}
      <ul className="rows">
        {items.map((record) => (
          <Entry key={record.id} record={record} />
        ))}
      </ul>
      {more && (
        <button type="button" aria-disabled={isReading} onClick={readMore}>
          Show more
        </button>
      )}
    </>
  )
}
