import { Go } from '../frame/address.ts'
import { Wide } from '../lists/wide.tsx'
import { PartnerName, ShortName, shortId } from '../names.tsx'
import { plainWords } from '../words.ts'
import type { Candidate } from './open-there.ts'
import { addressOf, memberAddress, pieces } from './words.ts'

interface Props {
  candidates: readonly Candidate[]
  /** Those that are chosen. */
  members: readonly Candidate[]
  /** Those that are in another consolidation, by that. */
  taken: ReadonlyMap<string, string>
  /** Why others cannot be in it, once the service has said so. */
  refused: ReadonlyMap<string, string>
  onToggle: (one: Candidate) => void
}

/** What is open there, to be chosen of. */
export const Candidates = ({ candidates, members, taken, refused, onToggle }: Props) => {
  if (candidates.length === 0) return <p>Nothing is open there for this carrier.</p>
  const isChosen = new Set(members.map(({ id }) => id))
  const sum = members.reduce((total, one) => total + (one.pieces ?? 0), 0)
  const sweeps = members.filter(({ kind }) => kind === 'sweep').length
  return (
    <>
      <Wide label="Table of what is open">
        <table className="plain">
          <caption className="unseen">What is open</caption>
          <thead>
            <tr>
              <th scope="col">Take</th>
              <th scope="col">Tender or sweep</th>
              <th scope="col">Partner</th>
              <th scope="col" className="number">
                Pieces
              </th>
              <th scope="col">Where</th>
            </tr>
          </thead>
          <tbody>
            {candidates.map((one) => (
              <tr key={one.id}>
                <td>
                  <label className="choice">
                    <input
                      type="checkbox"
                      aria-label={`Take ${one.kind} ${shortId(one.id)}`}
                      checked={isChosen.has(one.id)}
                      disabled={taken.has(one.id)}
                      onChange={() => onToggle(one)}
                    />
                  </label>
                </td>
                <td>
                  <ShortName kind={plainWords(one.kind)} id={one.id} to={memberAddress(one.kind, one.id)} />
                </td>
                <td>{one.partner_id && <PartnerName id={one.partner_id} />}</td>
                <td className="number">{one.pieces}</td>
                <td>
                  {refused.has(one.id) ? (
                    <span className="wrong">{refused.get(one.id)}</span>
                  ) : taken.has(one.id) ? (
                    <Go to={addressOf({ id: taken.get(one.id) ?? '' })}>in another consolidation</Go>
                  ) : one.isThere ? (
                    'there'
                  ) : (
                    'nobody said where'
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
      <p role="status">
        {members.length} of {candidates.length} chosen, {pieces(sum)}
        {sweeps > 0 && ' and those of the sweeps'}.
      </p>
    </>
  )
}
