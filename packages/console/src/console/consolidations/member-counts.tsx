import type { ConsolidationMember } from '@backhaul/client'
import { Wide } from '../lists/wide.tsx'
import { PartnerName, ShortName, shortId } from '../names.tsx'
import { plainWords } from '../words.ts'
import type { MemberEntry } from './count.ts'
import { isExpected } from './words.ts'

interface Props {
  members: readonly ConsolidationMember[]
  entryOf: (id: string) => MemberEntry
  /** Why the count of a member was not taken. */
  errorOf: (id: string) => string | null
  onCount: (id: string, count: string) => void
}

/** How many were counted of each, where that is not what was expected. */
export const MemberCounts = ({ members, entryOf, errorOf, onCount }: Props) => (
  <Wide label="Table of counts">
    <table className="plain">
      <caption>Leave empty what is as expected</caption>
      <thead>
        <tr>
          <th scope="col">Tender or sweep</th>
          <th scope="col">Partner</th>
          <th scope="col" className="number">
            Expected
          </th>
          <th scope="col">Counted</th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => {
          const { id, kind, partner_id, piece_count, status } = member
          const error = errorOf(id)
          return (
            <tr key={id}>
              <th scope="row">
                <ShortName kind={plainWords(kind)} id={id} />
              </th>
              <td>
                <PartnerName id={partner_id} />
              </td>
              <td className="number">{piece_count}</td>
              <td>
                {isExpected(member) ? (
                  <input
                    className="count-of"
                    aria-label={`Counted of ${kind} ${shortId(id)}`}
                    inputMode="numeric"
                    autoComplete="off"
                    aria-invalid={error !== null}
                    aria-describedby={error === null ? undefined : `wrong-${id}`}
                    value={entryOf(id).count}
                    onChange={(event) => onCount(id, event.target.value)}
                  />
                ) : (
                  <span className="soft">it is {status} already</span>
                )}
                {error !== null && (
                  <p id={`wrong-${id}`} className="wrong" role="alert">
                    {error}
                  </p>
                )}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  </Wide>
)
