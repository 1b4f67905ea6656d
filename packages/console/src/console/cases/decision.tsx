import { type ReactNode, useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { Confirm } from '../frame/confirm.tsx'
import { useCommand } from '../live/use-live.ts'
import { useChoiceLetters } from './use-choices.ts'

export interface Choice {
  outcome: string
  /** Opens it from the keyboard. */
  letter: string
  label: string
  /** "Uphold this dispute?" */
  question: string
  /** What it does, in words. */
  effect: ReactNode
  isMain?: boolean
  /** Asks for an amount, in cents: what is proposed, null for nothing. */
  amount?: {
    proposed: number | null
    field: (value: string, set: (value: string) => void) => ReactNode
    centsOf: (value: string) => number | null
  }
}

interface Props {
  choices: Choice[]
  /** Where a decision is sent. */
  path: string
  /** What is entered at first, for an amount. */
  amountText: (cents: number | null) => string
  onDecided: (choice: Choice) => void
}

/** Buttons for what can be decided; each asks once, naming its effect. Nothing changes here until the service has answered. */
export const Decision = ({ choices, path, amountText, onDecided }: Props) => {
  const { run, isRunning, error } = useCommand()
  const [chosen, setChosen] = useState<string | null>(null)
  const [amount, setAmount] = useState('')
  const [isWrong, setWrong] = useState(false)
  const choice = choices.find(({ outcome }) => outcome === chosen)
  const choose = (one: Choice) => {
    setAmount(amountText(one.amount?.proposed ?? null))
    setWrong(false)
    setChosen(one.outcome)
  }
  useChoiceLetters((letter) => {
    const one = choices.find((each) => each.letter === letter)
    if (one && !isRunning) choose(one)
  })
  const decide = async (one: Choice) => {
    const cents = one.amount ? one.amount.centsOf(amount) : null
    if (one.amount && cents === null) {
      setWrong(true)
      return
    }
    const answer = await run<object>('POST', path, { outcome: one.outcome, ...(cents !== null && { amount_approved: cents }) })
    setChosen(null)
    if (answer !== null) onDecided(one)
  }
  return (
    <>
      <div className="buttons">
        {choices.map((one) => (
          <button
            key={one.outcome}
            type="button"
            className={one.isMain ? 'action' : undefined}
            aria-keyshortcuts={one.letter}
            aria-disabled={isRunning}
            onClick={() => !isRunning && choose(one)}
          >
            {one.label}{' '}
            <small className="letter" aria-hidden="true">
              {one.letter}
            </small>
          </button>
        ))}
      </div>
      <Problem error={error} />
      {choice && (
        <Confirm
          title={choice.question}
          action={choice.label}
          isRunning={isRunning}
          onCancel={() => setChosen(null)}
          onConfirm={() => void decide(choice)}
        >
          {choice.amount?.field(amount, setAmount)}
          {isWrong && (
            <p role="alert" className="notice bad">
              Enter an amount, such as 12.50.
            </p>
          )}
          <p>{choice.effect}</p>
        </Confirm>
      )}
    </>
  )
}
