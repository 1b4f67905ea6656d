import { type ButtonHTMLAttributes, useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { Go, useGo } from '../frame/address.ts'
import { beforeOf, rememberDecision } from './next.ts'
import { useChoiceLetters } from './use-choices.ts'

/** A button that can also be pressed with a letter key. useChoiceLetters listens for the key. */
export const LetterButton = ({ letter, children, ...rest }: { letter: string } & ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button type="button" aria-keyshortcuts={letter} {...rest}>
    {children}{' '}
    <small className="letter" aria-hidden="true">
      {letter}
    </small>
  </button>
)

interface Wanted {
  /** The id of the case on this page. */
  id: string
  /** For example "Next open claim". */
  label: string
  /** Completes the sentence "This is the next one that …". */
  how: string
  /** The text for the page if no other case waits. */
  none: string
  find: () => Promise<string | null>
  addressOf: (id: string) => string
  /** Search parameters to add to the next page's address. */
  search?: string
}

/**
 * Opens the next waiting case when the button or the letter n is pressed, and after a decision. The next page then reports the decision
 * made on this page.
 */
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
      rememberDecision(next, decided === null ? null : { id, words: decided })
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
            {before.words} <Go to={addressOf(before.id)}>View it again</Go>. This is the next one that {how}.
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
