import type { ConsolidationMember } from '@backhaul/client'
import { type SmallColumn, SmallTable } from '../../design/small-table.tsx'
import { PartnerName, ShortName, shortId } from '../names.tsx'
import { plainWords } from '../words.ts'
import type { MemberEntry } from './count.ts'
import { isExpected } from './words.ts'

const COLUMNS: SmallColumn<ConsolidationMember>[] = [
  { title: 'Tender or sweep', cell: ({ kind, id }) => <ShortName kind={plainWords(kind)} id={id} />, isHead: true },
  { title: 'Partner', cell: ({ partner_id }) => <PartnerName id={partner_id} /> },
  { title: 'Expected', cell: ({ piece_count }) => piece_count, isNumber: true },
]

interface Props {
  members: readonly ConsolidationMember[]
  entryOf: (id: string) => MemberEntry
  /** Returns the service's error for the count of a member. */
  errorOf: (id: string) => string | null
  onCount: (id: string, count: string) => void
}

/** Fields for the counts of the members. An empty field means that the count is as expected. */
export const MemberCounts = ({ members, entryOf, errorOf, onCount }: Props) => {
  const countOf = (member: ConsolidationMember) => {
    const { id, kind, status } = member
    const error = errorOf(id)
    return (
      <>
        {isExpected(member) ? (
          <input
            className="count-of"
            aria-label={`Count of ${kind} ${shortId(id)}`}
            inputMode="numeric"
            autoComplete="off"
            aria-invalid={error !== null}
            aria-describedby={error === null ? undefined : `wrong-${id}`}
            value={entryOf(id).count}
            onChange={(event) => onCount(id, event.target.value)}
          />
        ) : (
          <span className="soft">already {status}</span>
        )}
        {error !== null && (
          <p id={`wrong-${id}`} className="wrong" role="alert">
            {error}
          </p>
        )}
      </>
    )
  }
  return (
    <SmallTable
      label="Table of counts"
      caption="Leave a count empty if it is as expected"
      isCaptionSeen
      columns={[...COLUMNS, { title: 'Counted', cell: countOf }]}
      rows={members}
      rowKey={({ id }) => id}
    />
  )
}
