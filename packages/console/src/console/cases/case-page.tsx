// What the pages of a claim and of a dispute have in common: it is read again and again, so that somebody else's decision appears; after a
// decision the next one is opened; and the evidence is beside it.
import { type ReactNode, useState } from 'react'
import type { Item } from '../../shared/api.ts'
import { Problem } from '../../shared/problem.tsx'
import { Go, stringifySearch, useFilters, useGo } from '../frame/address.ts'
import { DecidedBy } from './decided-by.tsx'
import { Evidence } from './evidence.tsx'
import { type Before, beforeOf, type CaseList, findNext, tellNext } from './next.ts'
import { alongOf } from './queue.tsx'
import { useChoiceLetters } from './use-choices.ts'
import { useMeanwhile } from './use-meanwhile.ts'
import './cases.css'

interface Props {
  one: Pick<Item<CaseList>, 'id' | 'shipment_id' | 'created_at'>
  /** "dispute" */
  noun: string
  /** Of all of them. */
  page: string
  /** The list of the API that has those that wait. */
  list: CaseList
  heading: ReactNode
  facts: ReactNode
  /** Where it stands, as the service says; it is said when it changes. */
  state: string
  /** Whether it waits for a decision. */
  isOpen: boolean
  /** Choices, or what this access sees instead of them. Told what to do once something is decided here. */
  decision: (onDecided: (words: string) => void) => ReactNode
}

export const CaseView = ({ one, noun, page, list, heading, facts, state, isOpen, decision }: Props) => {
  const go = useGo()
  const [filters] = useFilters()
  const { isMeanwhile, own } = useMeanwhile(state)
  const [problem, setProblem] = useState<unknown>(null)
  const [isLast, setLast] = useState<string | null>(null)
  const [before] = useState(() => beforeOf(one.id))
  const along = alongOf(filters)
  const openNext = async (decided: Before | null) => {
    try {
      setProblem(null)
      const next = await findNext(list, along, one)
      if (next === null) {
        setLast(decided ? `${decided.words} No other ${noun} waits.` : `No other ${noun} waits.`)
        return
      }
      tellNext(next, decided)
      go(`${page}/${next}${stringifySearch(along)}`)
    } catch (error) {
      setProblem(error)
    }
  }
  const onDecided = (words: string) => {
    own()
    void openNext({ id: one.id, words })
  }
  useChoiceLetters((letter) => {
    if (letter === 'n') void openNext(null)
  })
  return (
    <>
      <p className="back">
        <Go to={`${page}${stringifySearch(along)}`}>All {noun}s</Go>
      </p>
      <h1>{heading}</h1>
      <p role="status" className={isLast || before ? 'notice good' : undefined}>
        {isLast ??
          (before && (
            <>
              {before.words} <Go to={`${page}/${before.id}`}>See it again</Go>. This is the next one that waits.
            </>
          ))}
      </p>
      <div className="case">
        <section aria-labelledby="decision" className="beside">
          <h2 id="decision">Decision</h2>
          {facts}
          <div role="alert">
            {isMeanwhile && (
              <p className="notice warn">
                Somebody else has decided this {noun} meanwhile: {state}
                <DecidedBy id={one.id} />.
              </p>
            )}
          </div>
          {!isOpen && !isMeanwhile && (
            <p>
              It is {state}
              <DecidedBy id={one.id} />.
            </p>
          )}
          {decision(onDecided)}
          <p>
            <button type="button" aria-keyshortcuts="n" onClick={() => void openNext(null)}>
              Next open {noun}{' '}
              <small className="letter" aria-hidden="true">
                n
              </small>
            </button>
          </p>
          <Problem error={problem} />
        </section>
        <Evidence shipment_id={one.shipment_id} current={one.id} />
      </div>
    </>
  )
}
