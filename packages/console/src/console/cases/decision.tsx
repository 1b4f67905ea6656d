import { type ReactNode, useState } from 'react'
import { decimalText, isNegative, type Money, parseMoney } from '../../shared/money.ts'
import { Problem } from '../../shared/problem.tsx'
import { amountWanted } from '../forms/errors.ts'
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
  /** Present if the choice asks for an amount; `proposed` is null if nothing is proposed. */
  amount?: {
    proposed: Money | null
    currency: string
    field: (value: string, set: (value: string) => void) => ReactNode
  }
}

interface Props {
  choices: Choice[]
  /** Where a decision is sent. */
  path: `/v2/${'ops' | 'test'}/${'claims' | 'adjustments'}/${string}/resolve`
  onDecided: (choice: Choice) => void
}

/** Buttons for what can be decided; each asks once, naming its effect. Nothing changes here until the service has answered. */
export const Decision = ({ choices, path, onDecided }: Props) => {
  const { run, isRunning, error } = useCommand()
  const [chosen, setChosen] = useState<string | null>(null)
  const [amount, setAmount] = useState('')
  const [isWrong, setWrong] = useState(false)
  const choice = choices.find(({ outcome }) => outcome === chosen)
  const choose = (one: Choice) => {
    setAmount(one.amount?.proposed == null ? '' : decimalText(one.amount.proposed, one.amount.currency))
    setWrong(false)
    setChosen(one.outcome)
  }
  useChoiceLetters((letter) => {
    const one = choices.find((each) => each.letter === letter)
    if (one && !isRunning) choose(one)
  })
  const decide = async (one: Choice) => {
    const paid = one.amount ? parseMoney(amount, one.amount.currency) : null
    if (one.amount && (paid === null || isNegative(paid))) {
      setWrong(true)
      return
    }
    const answer = await run('POST', path, { outcome: one.outcome, ...(paid !== null && { amount_approved: paid }) })
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
          {isWrong && choice.amount && (
            <p role="alert" className="notice bad">
              {amountWanted(choice.amount.currency)}
            </p>
          )}
          <p>{choice.effect}</p>
        </Confirm>
      )}
    </>
  )
}
