import { Problem } from '../../../shared/problem.tsx'
import type { ShownShipment } from '../types.ts'
import { usePicture } from './use-picture.ts'

const GRADES: Readonly<Record<string, string>> = {
  A: 'an image and a signature',
  B: 'an image or a signature',
  C: 'neither an image nor a signature',
}

/** Shows the proof of delivery. Renders nothing before the delivery. */
export const Proof = ({ shipment: { id, pod } }: { shipment: ShownShipment }) => {
  const picture = usePicture(pod?.document ? `/v2/shipments/${id}/pod` : null, 'image/*', pod?.document)
  if (!pod) return null
  return (
    <section aria-labelledby="proof">
      <h2 id="proof">Proof of delivery</h2>
      <p>
        Grade {pod.grade}: {GRADES[pod.grade] ?? ''}
      </p>
      <Problem error={picture.error} />
      {picture.url && <img className="proof-picture" src={picture.url} alt="Proof of delivery" />}
    </section>
  )
}
