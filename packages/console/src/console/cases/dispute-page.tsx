import type { Adjustment } from '@backhaul/client'
import { useState } from 'react'
import { TextField } from '../../design/text-field.tsx'
import { Fact, TimeFact } from '../facts.tsx'
import { CommandForm } from '../forms/command-form.tsx'
import { usePathParam } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { hasScope } from '../frame/who-may.ts'
import { NotYet } from '../lists/not-yet.tsx'
import { useCommand, useLive } from '../live/use-live.ts'
import { deltaText, plainWords } from '../words.ts'
import { CaseView } from './case-page.tsx'
import { type Choice, Decide } from './decision.tsx'

const choicesOf = ({ delta_amount, currency }: Adjustment): Choice[] => [
  {
    outcome: 'upheld',
    letter: 'u',
    label: 'Uphold',
    question: 'Uphold this dispute?',
    effect: `The partner is right: the charge of ${deltaText(delta_amount, currency)} no longer counts. This cannot be undone.`,
    isMain: true,
  },
  {
    outcome: 'rejected',
    letter: 'r',
    label: 'Reject',
    question: 'Reject this dispute?',
    effect: `The charge of ${deltaText(delta_amount, currency)} still counts. The partner cannot dispute it again. This cannot be undone.`,
  },
]

/** The form in which a partner explains why a charge is wrong. A charge can be disputed only once. */
const DisputeForm = ({ id }: { id: string }) => {
  const { run, isRunning, error } = useCommand()
  const [reason, setReason] = useState('')
  const submit = () => run('POST', `/v2/adjustments/${id}/dispute`, { reason: reason.trim() })
  return (
    <CommandForm action="Dispute this charge" {...{ isRunning, error }} onSubmit={submit}>
      <TextField label="Why the charge is wrong" required maxLength={1_000} rows={4} dir="auto" value={reason} onChange={setReason} />
      <p className="soft">A charge can be disputed only once. The operator decides.</p>
    </CommandForm>
  )
}

const Facts = ({ one }: { one: Adjustment }) => (
  <dl>
    <Fact name="Charge">
      {deltaText(one.delta_amount, one.currency)} for {plainWords(one.reason).toLowerCase()}
    </Fact>
    {one.original_weight !== null && one.new_weight !== null && (
      <Fact name="Weight">
        {one.original_weight} lb charged before, {one.new_weight} lb now
      </Fact>
    )}
    {one.dispute_reason !== null && (
      <Fact name="Partner’s reason" dir="auto" className="said">
        {one.dispute_reason}
      </Fact>
    )}
    <TimeFact name="Disputed" at={one.disputed_at} />
    <TimeFact name="Decided" at={one.resolved_at} />
  </dl>
)

const WORDS: Record<string, string> = { upheld: 'Upheld: the charge no longer counts.', rejected: 'Rejected: the charge still counts.' }

const Choices = ({ one, onDecided }: { one: Adjustment; onDecided: (words: string) => void }) => {
  const { session } = useCurrentSession()
  const isOpen = one.dispute_status === 'open'
  if (one.dispute_status !== null) {
    const choices = isOpen ? choicesOf(one) : []
    return <Decide path={`adjustments/${one.id}`} {...{ isOpen, choices, onDecided }} words={WORDS} />
  }
  if (session.access === 'partner' && hasScope(session, 'shipments:write')) return <DisputeForm id={one.id} />
  return <p className="soft">This charge is not disputed, so there is nothing to decide.</p>
}

const titleOf = ({ dispute_status, delta_amount, currency }: Adjustment): string =>
  dispute_status === null ? `Charge of ${deltaText(delta_amount, currency)}` : `Dispute of ${deltaText(delta_amount, currency)}`

export const Page = () => {
  const id = usePathParam('id')
  const { data: one, error } = useLive(`/v2/adjustments/${id}`)
  if (!one) return <NotYet title="Dispute" others="disputes" error={error} />
  return (
    <CaseView
      key={id}
      one={one}
      noun="dispute"
      heading={titleOf(one)}
      facts={<Facts one={one} />}
      state={one.dispute_status ?? 'not disputed'}
      isOpen={one.dispute_status === 'open' || one.dispute_status === null}
      decision={(onDecided) => <Choices one={one} onDecided={onDecided} />}
    />
  )
}
