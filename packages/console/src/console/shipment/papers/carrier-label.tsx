import { Refused } from '../../../shared/api.ts'
import { Problem } from '../../../shared/problem.tsx'
import { useCommand } from '../../live/use-live.ts'
import { actionOf, mayAsk, type ShownShipment } from '../types.ts'
import { usePicture } from './use-picture.ts'

/** The carrier's own label of a shipment in direct mode: how far it is, the button that orders it, and the file. */
export const CarrierLabel = ({ shipment }: { shipment: ShownShipment }) =>
  shipment.carrier_label_url === null || shipment.label_voided ? null : <OneCarrierLabel shipment={shipment} />

/** Nothing of the shipment changes when its label is delayed or refused. */
const isOnItsWay = (error: Error): boolean =>
  error instanceof Refused &&
  error.code === 'carrier_label_not_ready' &&
  (error.details.state === 'ordered' || error.details.state === 'delayed')

const OneCarrierLabel = ({ shipment }: { shipment: ShownShipment }) => {
  const path = `/v2/shipments/${shipment.id}/carrier-label` as const
  const file = usePicture(path, '*/*', shipment.version, isOnItsWay)
  const { run, isRunning, error } = useCommand()
  const notReady = file.error instanceof Refused && file.error.code === 'carrier_label_not_ready' ? file.error : null
  const state = notReady?.details.state
  // Anyone who may replace the label may also order this one.
  const mayOrder = (state === null || state === 'failed') && mayAsk(actionOf(shipment, 'reprint'))
  return (
    <section aria-labelledby="carrier-label">
      <h2 id="carrier-label">Label of the carrier</h2>
      {notReady ? <p>{state === null ? 'It is not ordered.' : notReady.message}</p> : <Problem error={file.error} />}
      {file.url && (
        <p>
          <a href={file.url} target="_blank" rel="noreferrer">
            Open the label of the carrier
          </a>
        </p>
      )}
      {mayOrder && (
        <button type="button" disabled={isRunning} onClick={() => void run('POST', path)}>
          Order the label of the carrier
        </button>
      )}
      <Problem error={error} />
    </section>
  )
}
