import { Problem } from '../../../shared/problem.tsx'
import { Time } from '../../../shared/time.tsx'
import { Asked } from '../../frame/asked.tsx'
import { useCommand, useLive } from '../../live/use-live.ts'
import { actionOf, mayAsk, type ShownShipment } from '../types.ts'
import { usePicture } from './use-picture.ts'

/** The QR code that the sender shows at the counter. */
export const Qr = ({ shipment }: { shipment: ShownShipment }) =>
  shipment.qr_id === null ? null : <OneQr shipment={shipment} id={shipment.qr_id} />

const OneQr = ({ shipment, id }: { shipment: ShownShipment; id: string }) => {
  const { data: qr, error } = useLive(`/v2/qr/${id}`)
  const picture = usePicture(qr?.status === 'active' || qr?.status === 'used' ? `/v2/qr/${id}/image` : null, 'image/png', id)
  const command = useCommand()
  const reissue = actionOf(shipment, 'reissue-qr')
  return (
    <section aria-labelledby="qr">
      <h2 id="qr">QR</h2>
      <Problem error={error ?? picture.error} />
      {qr && (
        <p>
          {qr.status === 'active' ? 'Valid until ' : `Status: ${qr.status}. It was valid until `}
          <Time at={qr.expires_at} />
        </p>
      )}
      {picture.url && <img className="qr-picture" src={picture.url} alt="QR that the sender shows at the counter" />}
      <div className="buttons">
        {reissue?.outcome === 'applies' && (
          <button
            type="button"
            disabled={command.isRunning}
            onClick={() => void command.run('POST', `/v2/shipments/${shipment.id}/qr/reissue`, {})}
          >
            Replace the QR with a new one
          </button>
        )}
        {qr?.status === 'active' && mayAsk(reissue) && (
          <Asked title="Invalidate this QR?" label="Invalidate the QR" act={(run) => run('POST', `/v2/qr/${id}/invalidate`, {})}>
            <p>
              Counters no longer accept this QR, including the copy that the sender has. This cannot be undone. The sender needs a new QR.
            </p>
          </Asked>
        )}
      </div>
      <Problem error={command.error} />
    </section>
  )
}
