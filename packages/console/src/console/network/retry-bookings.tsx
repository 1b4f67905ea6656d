import type { CarrierBooking } from '@backhaul/client'
import { useState } from 'react'
import { Confirm } from '../../design/dialog.tsx'
import { request } from '../../shared/api.ts'
import { useChoiceLetters } from '../cases/use-choices.ts'
import { BulkBar } from '../lists/bulk-bar.tsx'
import { useBulk } from '../lists/use-bulk.ts'
import { errorWords } from './booking-words.ts'

const bookings = (count: number): string => (count === 1 ? '1 booking' : `${count.toLocaleString()} bookings`)

interface Props {
  rows: readonly CarrierBooking[]
  onChanged: (rows: CarrierBooking[]) => void
  onClear: () => void
}

/** Retries the bookings that carriers refused, or whose label they do not show. Each is sent separately, because some may be refused again and others not. */
export const RetryBookings = ({ rows, onChanged, onClear }: Props) => {
  const bulk = useBulk<CarrierBooking>()
  const { state, run } = bulk
  const [isAsked, setAsked] = useState(false)
  const refused = rows.filter((row) => row.state === 'refused' || row.state === 'undecided')
  const isUndecided = refused.some((row) => row.state === 'undecided')
  const mayAsk = refused.length > 0 && !state?.isRunning
  useChoiceLetters((letter) => {
    if (letter === 'r' && mayAsk) setAsked(true)
  })
  const start = () => {
    setAsked(false)
    void run('will be sent again', refused, async ({ id }, idempotencyKey) => {
      onChanged([await request('POST', `/v2/ops/carrier-bookings/${id}/retry`, { idempotencyKey })])
    })
  }
  if (rows.length === 0 && !state) return null
  const reasons = [...new Set(refused.map(({ error }) => error ?? ''))].filter(Boolean)
  return (
    <BulkBar
      label="Selected bookings"
      {...{ rows, bulk, onClear }}
      counted={bookings}
      notDone="not"
      nameOf={({ shipment_id }) => shipment_id}
    >
      {refused.length > 0 && (
        <button type="button" className="action" aria-keyshortcuts="r" aria-disabled={!mayAsk} onClick={() => mayAsk && setAsked(true)}>
          Send again{refused.length < rows.length && ` (${refused.length})`} (r)
        </button>
      )}
      {isAsked && (
        <Confirm title={`Send ${bookings(refused.length)} again?`} action="Send again" onConfirm={start} onCancel={() => setAsked(false)}>
          {isUndecided && (
            <p>
              The carrier may have sold a label for some of these bookings. Check with the carrier first: sending them again buys another
              label.
            </p>
          )}
          <p>What the carrier refused, it will refuse again unless the cause is fixed. Its reasons:</p>
          <ul>
            {reasons.slice(0, 5).map((error) => (
              <li key={error} dir="auto">
                {errorWords(error)}
              </li>
            ))}
          </ul>
          {reasons.length > 5 && <p>And {reasons.length - 5} other reasons.</p>}
        </Confirm>
      )}
    </BulkBar>
  )
}
