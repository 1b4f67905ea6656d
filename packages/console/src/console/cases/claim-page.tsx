import type { Claim } from '@backhaul/client'
import { CLAIM_MOVES, type ClaimOutcome } from '@backhaul/core/claim.ts'
import { TextField } from '../../design/text-field.tsx'
import type { Money } from '../../shared/money.ts'
import { Time } from '../../shared/time.tsx'
import { Fact } from '../facts.tsx'
import { usePathParam } from '../frame/address.ts'
import { NotYet } from '../lists/not-yet.tsx'
import { useLive } from '../live/use-live.ts'
import { moneyText, plainWords } from '../words.ts'
import { CaseView } from './case-page.tsx'
import { type Choice, Decide } from './decision.tsx'

const choicesOf = ({ status, amount_claimed, currency }: Claim): Choice[] => {
  const all: Choice[] = [
    {
      outcome: 'approved',
      letter: 'a',
      label: 'Approve',
      question: 'Approve this claim?',
      effect: 'The partner is paid this amount. After that the claim can only be closed.',
      isMain: true,
      amount: {
        proposed: amount_claimed,
        currency,
        field: (value, set) => (
          <TextField label={`Amount to pay, in ${currency}`} inputMode="decimal" required value={value} onChange={set} />
        ),
      },
    },
    {
      outcome: 'denied',
      letter: 'd',
      label: 'Deny',
      question: 'Deny this claim?',
      effect: 'Nothing is paid. After that the claim can only be closed. The partner may open another.',
    },
    {
      outcome: 'closed',
      letter: 'x',
      label: 'Close',
      question: 'Close this claim?',
      effect:
        status === 'open'
          ? 'Close a claim that was withdrawn or opened in error. Nothing is paid. This cannot be undone.'
          : 'The decision and its amount do not change. This cannot be undone.',
    },
  ]
  // For an unknown status from a newer service, no choices are offered. The service validates each step itself.
  return all.filter(({ outcome }) => CLAIM_MOVES[status]?.includes(outcome as ClaimOutcome))
}

const Facts = ({ one }: { one: Claim }) => {
  const money = (amount: Money | null): string => (amount === null ? 'no amount' : moneyText(amount, one.currency))
  return (
    <>
      <dl>
        <Fact name="What happened">{plainWords(one.type)}</Fact>
        <Fact name="Claimed">{money(one.amount_claimed)}</Fact>
        {one.amount_approved !== null && <Fact name="Approved">{money(one.amount_approved)}</Fact>}
        <Fact name="Partner’s description" dir="auto" className="said">
          {one.description ?? 'None.'}
        </Fact>
      </dl>
      <h3>Steps</h3>
      <ol className="steps">
        {one.history.map(({ status, at, amount_approved }) => (
          <li key={`${status} ${at}`}>
            {plainWords(status)}
            {amount_approved !== null && `, ${money(amount_approved)}`}, <Time at={at} />
          </li>
        ))}
      </ol>
    </>
  )
}

const WORDS: Record<string, string> = { approved: 'Approved.', denied: 'Denied.', closed: 'Closed.' }

export const Page = () => {
  const id = usePathParam('id')
  const { data: one, error } = useLive(`/v2/claims/${id}`)
  if (!one) return <NotYet title="Claim" others="claims" error={error} />
  return (
    <CaseView
      key={id}
      one={one}
      noun="claim"
      heading={`Claim: ${plainWords(one.type).toLowerCase()}`}
      facts={<Facts one={one} />}
      state={one.status}
      isOpen={one.status === 'open'}
      decision={(onDecided) => (
        <Decide path={`claims/${id}`} isOpen={one.status === 'open'} choices={choicesOf(one)} words={WORDS} onDecided={onDecided} />
      )}
    />
  )
}
