import { type ReactNode, useState } from 'react'
import { Confirm } from '../../design/dialog.tsx'
import { decimalText, isNegative, type Money, parseMoney } from '../../shared/money.ts'
import { Problem } from '../../shared/problem.tsx'
import { amountWanted } from '../forms/errors.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { hasScope, isOperators } from '../frame/who-may.ts'
import { useCommand } from '../live/use-live.ts'
import { plainWords } from '../words.ts'
import { useChoiceLetters } from './use-choices.ts'
import { LetterButton } from './use-next.tsx'

export interface Choice {
  outcome: string
  /** The key that opens the choice. */
  letter: string
  label: string
  /** For example "Uphold this dispute?" */
  question: string
  effect: ReactNode
  isMain?: boolean
  /** Present if the choice asks for an amount. `proposed` is the initial amount, or null if there is none. */
  amount?: {
    proposed: Money | null
    currency: string
    field: (value: string, set: (value: string) => void) => ReactNode
  }
}

type CasePath = `${'claims' | 'adjustments'}/${string}`

interface Props {
  choices: Choice[]
  /** The path that a decision is sent to. */
  path: `/v2/${'ops' | 'test'}/${CasePath}/resolve`
  onDecided: (choice: Choice) => void
}

/**
 * Buttons for the possible decisions. Each button asks for confirmation and explains its effect. The page does not change until the service
 * has answered.
 */
const Decision = ({ choices, path, onDecided }: Props) => {
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
          <LetterButton
            key={one.outcome}
            letter={one.letter}
            className={one.isMain ? 'action' : undefined}
            aria-disabled={isRunning}
            onClick={() => !isRunning && choose(one)}
          >
            {one.label}
          </LetterButton>
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

interface DecideProps {
  path: CasePath
  /** Whether the case waits for a decision. */
  isOpen: boolean
  choices: Choice[]
  words: Record<string, string>
  onDecided: (words: string) => void
}

/** Shows the choices to operators, and to partners in the sandbox. Other users see a note that the operator decides. */
export const Decide = ({ path, isOpen, choices, words, onDecided }: DecideProps) => {
  const { session } = useCurrentSession()
  const isRehearsal = session.access === 'partner' && session.environment === 'sandbox' && hasScope(session, 'shipments:write')
  if (!isRehearsal && !(isOperators(session) && hasScope(session, 'ops'))) {
    return isOpen ? <p className="soft">The operator decides. The decision appears here.</p> : null
  }
  return (
    <>
      {isRehearsal && choices.length > 0 && <p className="soft">In the sandbox, you decide in place of the operator.</p>}
      <Decision
        choices={choices}
        path={`/v2/${isRehearsal ? 'test' : 'ops'}/${path}/resolve`}
        onDecided={({ outcome }) => onDecided(words[outcome] ?? plainWords(outcome))}
      />
    </>
  )
}
