import { type Step, Timeline } from '../../design/timeline.tsx'
import { Time } from '../../shared/time.tsx'
import type { ShownShipment } from './types.ts'

/** The steps of a parcel, each with the statuses in which it is the current one. */
const STEPS: readonly [title: string, statuses: readonly string[]][] = [
  ['Created', ['created', 'label_ready']],
  ['Handed in', ['ready_for_pickup']],
  ['With us', ['picked_up', 'in_possession', 'at_sort_center', 'sorted', 'made_ready']],
  ['With the carrier', ['injected', 'in_transit', 'out_for_delivery']],
  ['Delivered', ['delivered']],
]

/** How far the parcel is. Nothing for a parcel that left the usual path, because its next step depends on a decision. */
export const Progress = ({ shipment: { status, created_at, custody } }: { shipment: ShownShipment }) => {
  const at = STEPS.findIndex(([, statuses]) => statuses.includes(status))
  if (at < 0) return null
  const steps = STEPS.map(([title], i): Step => {
    const when = i === 0 ? created_at : i === at ? custody?.since : null
    return { title, state: i < at ? 'done' : i === at ? 'now' : 'ahead', detail: when && <Time at={when} /> }
  })
  return <Timeline label="Progress" steps={steps} />
}
