// Shared by the pages of a claim and of a dispute. The case is reloaded regularly, so that another person's decision appears. After a
// decision the next case opens. The evidence is shown next to the case.
import type { ReactNode } from 'react'
import type { Item } from '../../shared/api.ts'
import { Go, stringifySearch, useFilters } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { DecidedBy } from './decided-by.tsx'
import { Evidence } from './evidence.tsx'
import { type CaseList, findNext, type Noun } from './next.ts'
import { alongOf } from './queue.tsx'
import { useMeanwhile } from './use-meanwhile.ts'
import { useNext } from './use-next.tsx'
import './cases.css'

interface Props {
  one: Pick<Item<CaseList>, 'id' | 'shipment_id' | 'created_at'>
  noun: Noun
  heading: ReactNode
  facts: ReactNode
  /** The state as the service reports it. Screen readers announce changes. */
  state: string
  /** Whether the case waits for a decision. */
  isOpen: boolean
  /**
   * Returns the choices, or the text that replaces them for users who may not decide. `onDecided` is called after a decision on this page.
   */
  decision: (onDecided: (words: string) => void) => ReactNode
}

export const CaseView = ({ one, noun, heading, facts, state, isOpen, decision }: Props) => {
  const { session } = useCurrentSession()
  const [filters] = useFilters()
  const { isMeanwhile, own } = useMeanwhile(state)
  const page = `/console/${noun}s`
  const along = alongOf(filters)
  const { openNext, news, button, problem } = useNext({
    id: one.id,
    label: `Next open ${noun}`,
    how: 'is open',
    none: `There is no other open ${noun}.`,
    find: () => findNext(`/v2/${isOperators(session) ? 'ops/' : ''}${noun}s`, along, one),
    addressOf: (id) => `${page}/${id}`,
    search: stringifySearch(along),
  })
  const onDecided = (words: string) => {
    own()
    void openNext(words)
  }
  return (
    <>
      <p className="back">
        <Go to={`${page}${stringifySearch(along)}`}>All {noun}s</Go>
      </p>
      <h1>{heading}</h1>
      {news}
      <div className="case">
        <section aria-labelledby="decision" className="beside">
          <h2 id="decision">Decision</h2>
          {facts}
          <div role="alert">
            {isMeanwhile && (
              <p className="notice warn">
                Another person has already decided this {noun}: {state}
                <DecidedBy id={one.id} />.
              </p>
            )}
          </div>
          {!isOpen && !isMeanwhile && (
            <p>
              Status: {state}
              <DecidedBy id={one.id} />.
            </p>
          )}
          {decision(onDecided)}
          <p>{button}</p>
          {problem}
        </section>
        <Evidence shipment_id={one.shipment_id} current={one.id} />
      </div>
    </>
  )
}
