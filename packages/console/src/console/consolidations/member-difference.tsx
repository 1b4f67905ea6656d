import type { ConsolidationMember } from '@backhaul/client'
import { Field } from '../../design/field.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useLive } from '../live/use-live.ts'
import { shortId } from '../names.tsx'
import { MissingMembers } from '../tenders/missing-members.tsx'
import { type MemberEntry, numbersOf } from './count.ts'
import { pieces } from './words.ts'

interface Props {
  member: ConsolidationMember
  entry: MemberEntry
  /** Below zero if parcels are missing. */
  difference: number
  onChange: (part: Partial<MemberEntry>) => void
}

const Missing = ({ member: { id }, entry, onChange }: Props) => {
  const { data, error } = useLive(`/v2/tenders/${id}`, {}, { every: false })
  return (
    <fieldset>
      <legend>
        Which parcels of tender {shortId(id)} were not found? Their status does not change. If you select none, all are handed over.
      </legend>
      <Problem error={error} />
      {data && (
        <MissingMembers tender={data} missing={new Set(entry.missing)} onChange={(missing) => onChange({ missing: [...missing] })} />
      )}
    </fieldset>
  )
}

/** Asks which parcels of a tender are missing or surplus. Sweeps need no question: the driver's scans already identify their parcels. */
export const MemberDifference = (props: Props) => {
  const { member, entry, difference, onChange } = props
  if (member.kind === 'sweep') return null
  if (difference < 0) return <Missing {...props} />
  return (
    <Field
      label={`Numbers of the ${pieces(difference)} too many in tender ${shortId(member.id)}`}
      help={`One number per line, if known. The numbers appear under unmatched scans. Entered: ${numbersOf(entry.surplus).length}.`}
      isLong
      error={null}
      value={entry.surplus}
      onChange={(surplus) => onChange({ surplus })}
    />
  )
}
