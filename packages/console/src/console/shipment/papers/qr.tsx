import { useState } from 'react'
import { Problem } from '../../../shared/problem.tsx'
import { Time } from '../../../shared/time.tsx'
import { Confirm } from '../../frame/confirm.tsx'
import { useCommand, useLive } from '../../live/use-live.ts'
import { actionOf, mayAsk, type ShownShipment } from '../types.ts'
import { usePicture } from './use-picture.ts'

/** What the sender shows at the counter. */
export const Qr = ({ shipment }: { shipment: ShownShipment }) =>
  shipment.qr_id === null ? null : <OneQr shipment={shipment} id={shipment.qr_id} />

const OneQr = ({ shipment, id }: { shipment: ShownShipment; id: string }) => {
  const { data: qr, error } = useLive(`/v2/qr/${id}`)
  const picture = usePicture(qr?.status === 'active' || qr?.status === 'used' ? `/v2/qr/${id}/image` : null, 'image/png', id)
  const [asks, setAsks] = useState(false)
  const command = useCommand()
  const reissue = actionOf(shipment, 'reissue-qr')
  const invalidate = async (): Promise<void> => {
    await command.run('POST', `/v2/qr/${id}/invalidate`, {})
    setAsks(false)
  }
  return (
    <section aria-labelledby="qr">
      <h2 id="qr">QR</h2>
      <Problem error={error ?? picture.error} />
      {qr && (
        <p>
          {qr.status === 'active' ? 'Valid until ' : `It is ${qr.status}; it was valid until `}
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
            Replace the QR by a new one
          </button>
        )}
        {qr?.status === 'active' && mayAsk(reissue) && (
          <button type="button" disabled={command.isRunning} onClick={() => setAsks(true)}>
            Invalidate the QR
          </button>
        )}
      </div>
      <Problem error={command.error} />
      {asks && (
        <Confirm
          title="Invalidate this QR?"
          action="Invalidate the QR"
          isRunning={command.isRunning}
          onConfirm={() => void invalidate()}
          onCancel={() => setAsks(false)}
        >
          <p>
            No counter takes it any more, also not the copy that the sender has. It cannot be made valid again; the sender needs a new one.
          </p>
        </Confirm>
      )}
    </section>
  )
}
