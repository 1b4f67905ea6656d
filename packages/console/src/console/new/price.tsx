import { Refused } from '../../shared/api.ts'
import { fieldErrorsOf } from '../forms/errors.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { useLive } from '../live/use-live.ts'
import { moneyText } from '../words.ts'
import { useAsked } from './use-asked.ts'
import type { Draft } from './use-draft.tsx'
import { addressAt, bodyOf } from './values.ts'

const QUOTED = ['from', 'to', 'parcel', 'service_level']

/** Names the fields by their paths, because some of them are not in the form. */
const whyNot = (error: Refused): string => {
  const errors = fieldErrorsOf(error)
  return errors.length === 0
    ? error.message
    : errors.map(({ path, message }) => `${path.slice(1).replaceAll('/', ' ')} ${message}`).join('; ')
}

/** The price before the record is created. A quote for an operator has no defaults of a partner, so they are sent with it. */
export const Price = ({ draft: { values }, direction }: { draft: Draft; direction: 'return' | 'outbound' }) => {
  const { session } = useCurrentSession()
  const isForPartner = isOperators(session) && (values.partner ?? '') !== ''
  const { data: partner } = useLive(`/v2/ops/partners/${values.partner}`, {}, { enabled: isForPartner, every: false })
  const isReady = addressAt(values, direction === 'return' ? '/from' : '/to') !== null && (!isOperators(session) || partner !== undefined)
  const body = Object.fromEntries(Object.entries(bodyOf(values)).filter(([name]) => QUOTED.includes(name)))
  const { default_return_address: to, default_parcel } = partner ?? {}
  const parcel = { ...default_parcel, ...(body.parcel as object) }
  const asked = { direction, ...(direction === 'return' && to && { to }), ...body, ...(Object.keys(parcel).length > 0 && { parcel }) }
  const { data: quote, error } = useAsked('/v2/quotes', isReady ? asked : null)
  return (
    <p role="status" className="price">
      {quote ? (
        <>
          Price: <strong>{moneyText(quote.amount, quote.currency)}</strong> for {quote.weight.billable_lb} lb
          {quote.weight.billed_by === 'size' && ', by its size'}
        </>
      ) : error instanceof Refused ? (
        `No price yet: ${whyNot(error)}`
      ) : (
        <span className="soft">The price appears when the address is complete.</span>
      )}
    </p>
  )
}
