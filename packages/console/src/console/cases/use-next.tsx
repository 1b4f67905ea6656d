import { type ButtonHTMLAttributes, useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { Go, useGo } from '../frame/address.ts'
import { beforeOf, tellNext } from './next.ts'
import { useChoiceLetters } from './use-choices.ts'

/** A button that its letter presses, too: useChoiceLetters hears it. */
export const LetterButton = ({ letter, children, ...rest }: { letter: string } & ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button type="button" aria-keyshortcuts={letter} {...rest}>
    {children}{' '}
    <small className="letter" aria-hidden="true">
      {letter}
    </small>
  </button>
)

interface Wanted {
  /** Of the case on this page. */
  id: string
  /** "Next open claim" */
  label: string
  /** Completes "This is the next one that …". */
  how: string
  /** What the page says if there is no other. */
  none: string
  find: () => Promise<string | null>
  addressOf: (id: string) => string
  /** What the address of the next one says besides. */
  search?: string
}

/** Opens the next case that waits: by a button, by the letter n, and after a decision. The next page then says what was decided. */
export const useNext = ({ id, label, how, none, find, addressOf, search = '' }: Wanted) => {
  const go = useGo()
  const [problem, setProblem] = useState<unknown>(null)
  const [said, setSaid] = useState<string | null>(null)
  const [before] = useState(() => beforeOf(id))
  const openNext = async (decided: string | null) => {
    try {
      setProblem(null)
      const next = await find()
      if (next === null) return setSaid(decided === null ? none : `${decided} ${none}`)
      tellNext(next, decided === null ? null : { id, words: decided })
      go(addressOf(next) + search)
    } catch (error) {
      setProblem(error)
    }
  }
  useChoiceLetters((letter) => {
    if (letter === 'n') void openNext(null)
  })
  const news = (
    <p role="status" className={said || before ? 'notice good' : undefined}>
      {said ??
        (before && (
          <>
            {before.words} <Go to={addressOf(before.id)}>See it again</Go>. This is the next one that {how}.
          </>
        ))}
    </p>
  )
  const button = (
    <LetterButton letter="n" onClick={() => void openNext(null)}>
      {label}
    </LetterButton>
  )
  return { openNext, setSaid, news, button, problem: <Problem error={problem} /> }
}
