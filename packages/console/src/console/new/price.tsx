import { Refused } from '../../shared/api.ts'
import { wordsOf } from '../../shared/problem.tsx'
import { fieldErrorsOf } from '../forms/errors.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { useLive } from '../live/use-live.ts'
import { moneyText } from '../words.ts'
import { addressLabel } from './address.tsx'
import { PARCEL } from './fields.tsx'
import { useAsked } from './use-asked.ts'
import type { Draft } from './use-draft.tsx'
import { addressAt, bodyOf } from './values.ts'

const QUOTED = ['from', 'to', 'parcel', 'service_level']

const labelOf = (path: string): string =>
  PARCEL.find((field) => field.path === path)?.label ?? addressLabel(path.split('/').at(-1) as string)

const whyNot = (error: Refused): string => {
  const errors = fieldErrorsOf(error)
  return errors.length === 0 ? error.message : errors.map(({ path, message }) => `${labelOf(path)}: ${message}`).join('; ')
}

/** The price before the record is created. A quote for an operator has no defaults of a partner, so they are sent with it. */
export const Price = ({ draft: { values }, direction }: { draft: Draft; direction: 'return' | 'outbound' }) => {
  const { session } = useCurrentSession()
  const isForPartner = isOperators(session) && (values.partner ?? '') !== ''
  const { data: partner, error: unread } = useLive(`/v2/ops/partners/${values.partner}`, {}, { enabled: isForPartner, every: false })
  const isWhole = addressAt(values, direction === 'return' ? '/from' : '/to') !== null
  const isReady = isWhole && (!isOperators(session) || partner !== undefined)
  const body = Object.fromEntries(Object.entries(bodyOf(values)).filter(([name]) => QUOTED.includes(name)))
  const { default_return_address: to, default_parcel } = partner ?? {}
  const parcel = { ...default_parcel, ...(body.parcel as object) }
  const asked = { direction, ...(direction === 'return' && to && { to }), ...body, ...(Object.keys(parcel).length > 0 && { parcel }) }
  const answer = useAsked('/v2/quotes', isReady ? asked : null)
  const quote = answer.data
  const error = answer.error ?? unread
  const problem = error instanceof Refused ? whyNot(error) : error && wordsOf(error)
  const missing = isOperators(session) && !isForPartner ? 'the partner is chosen' : isWhole ? null : 'the address is complete'
  const wait = missing === null ? 'Calculating the price …' : `The price appears when ${missing}.`
  return (
    <>
      <p role="status" className="price">
        {quote && (
          <>
            Price: <strong>{moneyText(quote.amount, quote.currency)}</strong> for {quote.weight.billable_lb} lb
            {quote.weight.billed_by === 'size' && ', by its size'}
          </>
        )}
        {problem && `No price yet: ${problem}`}
      </p>
      {/* Outside the status, so that screen readers do not announce it after every key. */}
      {!quote && !problem && <p className="soft">{wait}</p>}
    </>
  )
}
