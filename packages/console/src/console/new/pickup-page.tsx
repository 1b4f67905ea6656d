import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Field } from '../../design/field.tsx'
import { errorAt } from '../forms/errors.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { StoreFilter } from '../lists/name-filters.tsx'
import { useLive } from '../live/use-live.ts'
import { ShipmentName } from '../names.tsx'
import { Fields, type NewField, pathsOf } from './fields.tsx'
import { findShipment } from './find-shipment.ts'
import { NewForm } from './new-form.tsx'
import { useSettled } from './use-asked.ts'
import { useDraft } from './use-draft.tsx'
import { bodyOf } from './values.ts'

const WHEN: NewField[] = [
  { path: '/date', label: 'Day', isRequired: true, isDate: true },
  { path: '/window_start', label: 'From', isRequired: true, isTime: true },
  { path: '/window_end', label: 'Until', isRequired: true, isTime: true },
  { path: '/package_count', label: 'Packages', isNumber: true, help: 'Empty: 1.' },
]
const NUMBER = 'number'
const SHOWN = ['/shipment_id', '/store_id', ...pathsOf(WHEN)]

/** Books a pickup. */
export const Page = () => {
  const { session, ended } = useCurrentSession()
  const draft = useDraft('pickup', 'pickups')
  const { values, set, error } = draft
  const number = (values[NUMBER] ?? '').trim()
  const store = values['/store_id'] ?? ''
  const partner = isOperators(session) ? (values.partner ?? '') : undefined
  const asked = `${partner} ${number}`
  const settled = useSettled(number)
  const { data: found } = useQuery({
    queryKey: ['find', settled, partner],
    enabled: settled.length > 3 && settled === number && partner !== '' && !ended,
    queryFn: () => findShipment(settled, partner),
  })
  const [refused, setRefused] = useState<{ asked: string; why: string } | null>(null)
  // Finds the parcel again: the answer about what was typed may not have arrived yet.
  const body = async () => {
    const one = await findShipment(number, partner)
    setRefused(typeof one === 'string' ? { asked, why: one } : null)
    return typeof one === 'string' ? null : { ...bodyOf(values), shipment_id: one.id }
  }
  const { data: days } = useLive(`/v2/drop-off-locations/${store}/pickup-days`, {}, { enabled: store !== '', every: false })
  const day = days?.data.find(({ date }) => date === values['/date'])
  const id = typeof found === 'object' ? found.id : ''
  return (
    <NewForm title="New pickup" action="Book the pickup" draft={draft} shown={SHOWN} body={body}>
      <Field
        label="Number of the parcel"
        isRequired
        maxLength={255}
        value={values[NUMBER] ?? ''}
        error={refused?.asked === asked ? refused.why : errorAt(error, '/shipment_id')}
        help={typeof found === 'string' ? `Not found: ${found}.` : undefined}
        onChange={(text) => set(NUMBER, text)}
      />
      {id !== '' && (
        <p role="status">
          Found: <ShipmentName id={id} />
        </p>
      )}
      <StoreFilter
        label="Store where it is collected"
        isRequired
        value={store}
        error={errorAt(error, '/store_id')}
        onChange={(text) => set('/store_id', text)}
      />
      <div className="set">
        <Fields fields={WHEN} draft={draft} />
      </div>
      {day && (
        <p role="status" className="soft">
          {day.windows.length === 0
            ? `Nothing is collected there on this day${day.name === null ? '' : ` (${day.name})`}.`
            : `Collected there on this day: ${day.windows.map((window) => window.join(' to ')).join(', ')}.`}
        </p>
      )}
    </NewForm>
  )
}
