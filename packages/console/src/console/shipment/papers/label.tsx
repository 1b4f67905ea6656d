import { useState } from 'react'
import { request } from '../../../shared/api.ts'
import { type Printed, printLabelAsPdf } from '../../../shared/print/print-label.ts'
import { Problem } from '../../../shared/problem.tsx'
import { saveFile } from '../../lists/save.ts'
import { useCommand } from '../../live/use-live.ts'
import { actionOf, type ShownShipment } from '../types.ts'
import { usePicture } from './use-picture.ts'

type Printing = Printed | { kind: 'fetching' }

const SAID: Readonly<Record<Exclude<Printing['kind'], 'refused'>, string>> = {
  fetching: 'Preparing the label.',
  printer: 'The label was sent to the label printer.',
  browser: 'The label was sent to the printer.',
  shown: 'This browser cannot print automatically. Open the label and print it at 4 × 6 inches.',
  lost: 'The service cannot be reached. Print again when the connection is back.',
}

/** Says what became of a printout. */
export const PrintOutcome = ({ printed }: { printed: Printing | null }) => (
  <>
    <p role="status">
      {printed && printed.kind !== 'refused' && SAID[printed.kind]}
      {printed?.kind === 'shown' && (
        <>
          {' '}
          <a href={printed.url} target="_blank" rel="noreferrer">
            Open the label
          </a>
        </>
      )}
    </p>
    {printed?.kind === 'refused' && (
      <p role="alert" className="notice bad">
        {printed.message}
      </p>
    )}
  </>
)

/** Shows the label as an image, prints it, and replaces it. */
export const Label = ({ shipment }: { shipment: ShownShipment }) => {
  const { id, label_id, label_version, label_voided } = shipment
  const has = label_id !== null && !label_voided
  const picture = usePicture(has ? `/v2/shipments/${id}/label` : null, 'image/png', label_id)
  const [printed, setPrinted] = useState<Printing | null>(null)
  const { run, isRunning, error } = useCommand()
  const [failure, setFailure] = useState<unknown>(null)
  const save = async () =>
    saveFile(await request('GET', `/v2/shipments/${id}/label`, { accept: 'application/pdf' }), `${shipment.tracking}.pdf`)
  const reprint = actionOf(shipment, 'reprint')
  const print = async (): Promise<void> => {
    setPrinted({ kind: 'fetching' })
    setPrinted(await printLabelAsPdf(id))
  }
  return (
    <section aria-labelledby="label">
      <h2 id="label">Label</h2>
      {!has && <p>{label_voided ? 'The label is void.' : 'There is no label yet.'}</p>}
      <Problem error={picture.error} />
      {picture.url && <img className="label-picture" src={picture.url} alt={`Label, version ${label_version}`} />}
      {has && <p className="soft">Version {label_version}</p>}
      <div className="buttons">
        {has && (
          <button type="button" disabled={printed?.kind === 'fetching'} onClick={() => void print()}>
            Print
          </button>
        )}
        {has && (
          <button type="button" onClick={() => void save().catch(setFailure)}>
            Download
          </button>
        )}
        {reprint?.outcome === 'applies' && (
          <button type="button" disabled={isRunning} onClick={() => void run('POST', `/v2/shipments/${id}/label/reprint`, {})}>
            Replace the label with a new one
          </button>
        )}
      </div>
      <PrintOutcome printed={printed} />
      <Problem error={error ?? failure} />
    </section>
  )
}
