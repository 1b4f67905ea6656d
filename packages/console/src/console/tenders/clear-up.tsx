import type { Shipment, Tender } from '@backhaul/client'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../../shared/api.ts'
import { Time } from '../../shared/time.tsx'
import { ANY } from '../cases/queue.tsx'
import { Go } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { hasScope, isOperators, mayCommand } from '../frame/who-may.ts'
import { ClaimForm } from '../shipment/money/claim-form.tsx'
import { statusWords } from '../words.ts'
import { DismissDiscrepancy } from './dismiss-discrepancy.tsx'
import { letterAboutMissing, letterAboutSurplus, type MissingMember, missingMembersOf } from './missing.ts'

/** Maximum number of members that are shown. Each of them costs one request for its number. */
const MAX_SHOWN = 50
const STALE_MS = 60_000

const useShipments = (sought: readonly MissingMember[]): (Shipment | undefined)[] => {
  const queries = sought.map(({ id }) => {
    const path = `/v2/shipments/${id}` as const
    const queryFn = ({ signal }: { signal: AbortSignal }) => request('GET', path, { signal })
    return { queryKey: [path], queryFn, staleTime: STALE_MS }
  })
  return useQueries({ queries }).map(({ data }) => data)
}

interface RowProps {
  sought: MissingMember
  shipment: Shipment | undefined
  mayClaim: boolean
}

const Row = ({ sought: { id, status, isFound }, shipment, mayClaim }: RowProps) => {
  const [isOpen, setOpen] = useState(false)
  const name = shipment?.tracking ?? 'Shipment'
  return (
    <li>
      <p>
        <Go to={`/console/shipments/${id}`}>{name}</Go>:{' '}
        <strong className={isFound ? undefined : 'tone warn'}>{isFound ? 'found' : 'missing'}</strong>, {statusWords(status).toLowerCase()}
      </p>
      {!isFound && (
        <p className="buttons">
          {mayClaim && !isOpen && (
            <button type="button" aria-label={`Open a claim for ${name}`} onClick={() => setOpen(true)}>
              Open a claim
            </button>
          )}
          <Go to={`/console/claims?status=${ANY}&shipment_id=${id}`}>Claims of this parcel</Go>
        </p>
      )}
      {isOpen && shipment && <ClaimForm id={id} currency={shipment.currency} onClose={() => setOpen(false)} />}
    </li>
  )
}

/** Shows the members that the carrier did not count: those that have been found since, and the commands for the others. */
const Missing = ({ tender }: { tender: Tender }) => {
  const { session } = useCurrentSession()
  const sought = missingMembersOf(tender).sort((a, b) => Number(a.isFound) - Number(b.isFound))
  const shown = sought.slice(0, MAX_SHOWN)
  const shipments = useShipments(shown)
  const count = sought.filter(({ isFound }) => !isFound).length
  const missing = shipments.filter((one, i) => one !== undefined && !shown[i]?.isFound) as Shipment[]
  const mayClaim = session.access === 'partner' && hasScope(session, 'claims:write')
  const isNamed = tender.missing_shipment_ids.length > 0
  return (
    <>
      <p role="status">
        {count === 0
          ? 'All missing parcels have been found.'
          : isNamed
            ? `${count} of the ${sought.length} parcels that the carrier did not find are still missing.`
            : `The carrier named no missing parcels. ${count} of ${sought.length} have not been scanned since the handover.`}
      </p>
      <ul className="rows">
        {shown.map((one, i) => (
          <Row key={one.id} sought={one} shipment={shipments[i]} mayClaim={mayClaim} />
        ))}
      </ul>
      {sought.length > MAX_SHOWN && <p className="soft">These are the first {MAX_SHOWN}. The list of members below has all of them.</p>}
      {missing.length > 0 && <Letter href={letterAboutMissing(tender, missing)} />}
    </>
  )
}

/** Parcels that the carrier counted in addition to the members. */
const Surplus = ({ tender }: { tender: Tender }) => {
  const { session } = useCurrentSession()
  return (
    <>
      <p>The carrier counted more parcels than the tender has.</p>
      {isOperators(session) && (
        <p>
          <Go to={`/console/network/unmatched?tender_id=${tender.id}`}>Match the numbers that the carrier reported</Go>
        </p>
      )}
      <Letter href={letterAboutSurplus(tender)} />
    </>
  )
}

const Letter = ({ href }: { href: string }) => (
  <p>
    <a className="button" href={href}>
      Write to the carrier
    </a>
  </p>
)

/** Shows how a count differs from the announced number, with the commands that resolve the difference. */
export const ClearUp = ({ tender }: { tender: Tender }) => {
  const { session } = useCurrentSession()
  const { dismissal } = tender
  return (
    <section aria-labelledby="clear-up">
      <h2 id="clear-up">Resolve the difference</h2>
      {dismissal && (
        <p className="notice good">
          Dismissed by <bdi>{dismissal.dismissed_by}</bdi> on <Time at={dismissal.dismissed_at} />: <bdi>{dismissal.note}</bdi>
        </p>
      )}
      {tender.discrepancy?.type === 'short' ? <Missing tender={tender} /> : <Surplus tender={tender} />}
      {!dismissal && mayCommand(session, 'tenders:write') && <DismissDiscrepancy tender={tender} />}
    </section>
  )
}
