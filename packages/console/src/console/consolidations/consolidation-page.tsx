import type { Consolidation, ConsolidationMember } from '@backhaul/client'
import { type SmallColumn, SmallTable } from '../../design/small-table.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { Problem } from '../../shared/problem.tsx'
import { Time } from '../../shared/time.tsx'
import { Fact, TimeFact } from '../facts.tsx'
import { usePathParam } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { NotYet } from '../lists/not-yet.tsx'
import { useLive } from '../live/use-live.ts'
import { CopyId, PartnerName, ShortName } from '../names.tsx'
import { inWords, plainWords } from '../words.ts'
import { Accept, Cancel } from './accept.tsx'
import { progressOf } from './count.ts'
import { Place } from './place.tsx'
import { consolidationWords, differenceWords, memberAddress } from './words.ts'
import './consolidations.css'

const Facts = ({ consolidation }: { consolidation: Consolidation }) => {
  const { status, piece_count, piece_count_received, unattributed, accepted_by, created_at, counted_at, ended_at } = consolidation
  return (
    <dl>
      <Fact name="State">{consolidationWords(status)}</Fact>
      <Fact name="Where">
        <Place of={consolidation} />
      </Fact>
      <Fact name="Expected">{piece_count.toLocaleString()}</Fact>
      <Fact name="Counted">
        {piece_count_received?.toLocaleString() ?? 'not yet'}
        {unattributed !== 0 && ` (unattributed: ${Math.abs(unattributed)} ${unattributed < 0 ? 'missing' : 'too many'})`}
      </Fact>
      <TimeFact name="Created" at={created_at} />
      {counted_at !== null && (
        <Fact name="Counted at">
          <Time at={counted_at} /> by <bdi>{accepted_by}</bdi>
        </Fact>
      )}
      <TimeFact name="Ended" at={ended_at} />
    </dl>
  )
}

/** Shows the progress by tender. */
const Progress = ({ consolidation }: { consolidation: Consolidation }) => {
  const { done, of } = progressOf(consolidation)
  return (
    <section aria-label="Progress">
      <p role="status">
        {done} of {of} tenders are done. Processing continues even if you close this page.
      </p>
      <progress aria-label="Tenders done" max={of} value={done} />
    </section>
  )
}

const Refused = ({ members }: { members: readonly ConsolidationMember[] }) => (
  <section aria-labelledby="refused" className="notice warn">
    <h2 id="refused">Refused</h2>
    <ul>
      {members.map(({ id, kind, message, reason }) => (
        <li key={id}>
          <ShortName kind={plainWords(kind)} id={id} to={memberAddress(kind, id)} />: <bdi>{message ?? reason}</bdi>
        </li>
      ))}
    </ul>
    <p>None of these tenders and sweeps was accepted in this consolidation. All others were processed.</p>
  </section>
)

const PARTNERS: SmallColumn<Consolidation['partners'][number]>[] = [
  { title: 'Partner', cell: ({ partner_id }) => <PartnerName id={partner_id} />, isHead: true },
  { title: 'Members', cell: ({ member_count }) => member_count, isNumber: true },
  { title: 'Expected', cell: ({ piece_count }) => piece_count.toLocaleString(), isNumber: true },
  { title: 'Counted', cell: ({ piece_count_received }) => piece_count_received?.toLocaleString(), isNumber: true },
]

const Partners = ({ partners }: Pick<Consolidation, 'partners'>) => (
  <section aria-labelledby="partners">
    <h2 id="partners">By partner</h2>
    <SmallTable label="Table of partners" caption="By partner" columns={PARTNERS} rows={partners} rowKey={({ partner_id }) => partner_id} />
  </section>
)

const MEMBERS: Column<ConsolidationMember>[] = [
  {
    title: 'Tender or sweep',
    cell: ({ id, kind }) => <ShortName kind={plainWords(kind)} id={id} to={memberAddress(kind, id)} />,
    width: 19,
  },
  { title: 'Partner', cell: ({ partner_id }) => <PartnerName id={partner_id} />, width: 19 },
  { title: 'Expected', cell: ({ piece_count }) => piece_count.toLocaleString(), isNumber: true, width: 6.5 },
  { title: 'Counted', cell: ({ piece_count_received }) => piece_count_received?.toLocaleString(), isNumber: true, width: 6 },
  {
    title: 'Difference',
    cell: ({ piece_count, piece_count_received }) => (
      <span className="tone warn">{differenceWords(piece_count, piece_count_received)}</span>
    ),
    width: 7,
  },
  {
    title: 'State',
    cell: ({ state }) => <span className={state === 'refused' ? 'tone warn' : undefined}>{consolidationWords(state)}</span>,
    width: 9,
  },
  { title: 'Own status', cell: ({ status }) => inWords(status), width: 7 },
]

/** One consolidation: the expected parcels, the count, and the result for each member. */
export const Page = () => {
  const { session } = useCurrentSession()
  const id = usePathParam('id')
  const { data, error } = useLive(`/v2/ops/consolidations/${encodeURIComponent(id)}`)
  if (!data) return <NotYet title="Consolidation" others="consolidations" error={error} />
  const mayAct = data.status === 'open' && session.access === 'operator'
  const refused = data.members.filter(({ state }) => state === 'refused')
  return (
    <>
      <h1>
        Consolidation for <bdi>{data.carrier}</bdi>
      </h1>
      <p>
        <CopyId id={data.id} of="the consolidation" />
      </p>
      <Problem error={error} />
      <Facts consolidation={data} />
      {data.status === 'accepting' && <Progress consolidation={data} />}
      {refused.length > 0 && <Refused members={refused} />}
      {mayAct && <Accept key={data.id} consolidation={data} />}
      {mayAct && <Cancel consolidation={data} />}
      <Partners partners={data.partners} />
      <h2>Members</h2>
      <Table label="Members" rows={data.members} columns={MEMBERS} rowKey={(member) => member.id} />
    </>
  )
}
