import { type SmallColumn, SmallTable } from '../../design/small-table.tsx'
import { Go } from '../frame/address.ts'
import { PartnerName, ShortName, shortId } from '../names.tsx'
import { plainWords } from '../words.ts'
import type { Candidate } from './open-there.ts'
import { addressOf, memberAddress, pieces } from './words.ts'

interface Props {
  candidates: readonly Candidate[]
  /** The selected candidates. */
  members: readonly Candidate[]
  /** Candidates that are in another consolidation, with the id of that consolidation. */
  taken: ReadonlyMap<string, string>
  /** Reasons from the service why candidates cannot be members. */
  refused: ReadonlyMap<string, string>
  onToggle: (one: Candidate) => void
}

/** Lists the open tenders and sweeps of the place for selection. */
export const Candidates = ({ candidates, members, taken, refused, onToggle }: Props) => {
  if (candidates.length === 0) return <p>This carrier has no open tenders or sweeps at this place.</p>
  const isChosen = new Set(members.map(({ id }) => id))
  const sum = members.reduce((total, one) => total + (one.pieces ?? 0), 0)
  const sweeps = members.filter(({ kind }) => kind === 'sweep').length
  const columns: SmallColumn<Candidate>[] = [
    {
      title: 'Include',
      cell: (one) => (
        <label className="choice">
          <input
            type="checkbox"
            aria-label={`Include ${one.kind} ${shortId(one.id)}`}
            checked={isChosen.has(one.id)}
            disabled={taken.has(one.id)}
            onChange={() => onToggle(one)}
          />
        </label>
      ),
    },
    { title: 'Tender or sweep', cell: ({ kind, id }) => <ShortName kind={plainWords(kind)} id={id} to={memberAddress(kind, id)} /> },
    { title: 'Partner', cell: ({ partner_id }) => partner_id && <PartnerName id={partner_id} /> },
    { title: 'Pieces', cell: (one) => one.pieces, isNumber: true },
    {
      title: 'Where',
      cell: ({ id, isThere }) => {
        if (refused.has(id)) return <span className="wrong">{refused.get(id)}</span>
        if (taken.has(id)) return <Go to={addressOf({ id: taken.get(id) ?? '' })}>in another consolidation</Go>
        return isThere ? 'at this place' : 'place not given'
      },
    },
  ]
  return (
    <>
      <SmallTable
        label="Table of open tenders and sweeps"
        caption="Open tenders and sweeps"
        columns={columns}
        rows={candidates}
        rowKey={({ id }) => id}
      />
      <p role="status">
        {members.length} of {candidates.length} selected, {pieces(sum)}
        {sweeps > 0 && ' plus the pieces of the sweeps'}.
      </p>
    </>
  )
}
