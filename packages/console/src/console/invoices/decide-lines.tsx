import type { CarrierInvoice, CarrierInvoiceLine } from '@backhaul/client'
import { useState } from 'react'
import { useChoiceLetters } from '../cases/use-choices.ts'
import { LetterButton } from '../cases/use-next.tsx'
import { AskDecision } from './ask-decision.tsx'
import { decidableOf, decidedLine, WAYS, type Way } from './decisions.ts'

interface Props {
  invoice: Pick<CarrierInvoice, 'id' | 'currency'>
  lines: readonly CarrierInvoiceLine[]
  /** Called with the decision, and with the lines as they are after the decision. */
  onDecided: (way: Way, lines: CarrierInvoiceLine[]) => void
}

/**
 * Buttons and letter keys for the possible decisions about these lines. If a decision is possible for only some of the lines, its button
 * shows their number.
 */
export const DecideLines = ({ invoice, lines, onDecided }: Props) => {
  const [asked, setAsked] = useState<{ way: Way; lines: CarrierInvoiceLine[] } | null>(null)
  const choices = WAYS.map((way) => ({ way, decidable: decidableOf(way.decision, lines) })).filter(({ decidable }) => decidable.length > 0)
  useChoiceLetters((letter) => {
    const one = choices.find(({ way }) => way.letter === letter)
    if (one) setAsked({ way: one.way, lines: one.decidable })
  })
  const close = (decided: number) => {
    setAsked(null)
    if (asked && decided > 0) {
      const { way } = asked
      onDecided(
        way,
        asked.lines.slice(0, decided).map((line) => decidedLine(way.decision, line)),
      )
    }
  }
  return (
    <>
      {choices.map(({ way, decidable }) => (
        <LetterButton
          key={way.decision}
          letter={way.letter}
          className={way.decision === 'approve' ? 'action' : undefined}
          onClick={() => setAsked({ way, lines: decidable })}
        >
          {way.label}
          {decidable.length < lines.length && ` (${decidable.length.toLocaleString()})`}
        </LetterButton>
      ))}
      {asked && <AskDecision invoice={invoice} way={asked.way} chosen={{ lines: asked.lines }} onClose={close} />}
    </>
  )
}
