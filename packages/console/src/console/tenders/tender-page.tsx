import type { Tender } from '@backhaul/client'
import { type Column, Table } from '../../design/table.tsx'
import { Problem } from '../../shared/problem.tsx'
import { Time } from '../../shared/time.tsx'
import { OfTender } from '../consolidations/of-tender.tsx'
import { Fact, TimeFact } from '../facts.tsx'
import { useGo, usePathParam } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators, mayCommand } from '../frame/who-may.ts'
import { NotYet } from '../lists/not-yet.tsx'
import { useLive } from '../live/use-live.ts'
import { CopyId } from '../names.tsx'
import { inWords } from '../words.ts'
import { AcceptTender, CancelTender } from './accept-tender.tsx'
import { ClearUp } from './clear-up.tsx'
import { differenceOf } from './difference.ts'
import { MEMBERS } from './missing-members.tsx'

type Member = Tender['shipments'][number]

const membersOf = (missing: ReadonlySet<string>): Column<Member>[] => [
  ...MEMBERS,
  { title: 'Found', cell: ({ id }) => (missing.has(id) ? 'not found by the carrier' : '') },
]

const Facts = ({ tender }: { tender: Tender }) => (
  <dl>
    <Fact name="Status">{inWords(tender.status)}</Fact>
    <Fact name="Handover">
      to {tender.handoff} {tender.facility !== null && <bdi>at {tender.facility}</bdi>}
    </Fact>
    <Fact name="Announced">{tender.piece_count}</Fact>
    <Fact name="Received">{tender.piece_count_received ?? 'not counted yet'}</Fact>
    {tender.discrepancy && (
      <Fact name="Difference">
        <strong className="tone warn">{differenceOf(tender)}</strong>
      </Fact>
    )}
    <TimeFact name="Created" at={tender.created_at} />
    {tender.accepted_at !== null && (
      <Fact name="Accepted">
        <Time at={tender.accepted_at} /> by <bdi>{tender.accepted_by}</bdi>
      </Fact>
    )}
    <TimeFact name="Canceled" at={tender.cancelled_at} />
  </dl>
)

/** One tender: the announced and the received parcels, its members, and its acceptance. */
export const Page = () => {
  const { session } = useCurrentSession()
  const go = useGo()
  const id = usePathParam('id')
  const { data: tender, error } = useLive(`/v2/tenders/${encodeURIComponent(id)}`)
  if (!tender) return <NotYet title="Tender" others="tenders" error={error} />
  const mayAct = tender.status === 'created' && mayCommand(session, 'tenders:write')
  return (
    <>
      <h1>
        Tender to <bdi>{tender.carrier}</bdi>
      </h1>
      <p>
        <CopyId id={tender.id} of="the tender" />
      </p>
      <Problem error={error} />
      <Facts tender={tender} />
      {isOperators(session) && <OfTender id={tender.id} />}
      {mayAct && <AcceptTender tender={tender} />}
      {mayAct && <CancelTender tender={tender} />}
      {tender.discrepancy && <ClearUp tender={tender} />}
      <h2>Members</h2>
      <Table
        label="Members"
        rows={tender.shipments}
        columns={membersOf(new Set(tender.missing_shipment_ids))}
        rowKey={(member) => member.id}
        onOpen={(member) => go(`/console/shipments/${member.id}`)}
      />
    </>
  )
}
