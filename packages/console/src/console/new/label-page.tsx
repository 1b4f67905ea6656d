import { useState } from 'react'
import { Field } from '../../design/field.tsx'
import { type Printed, printLabelAsPdf } from '../../shared/print/print-label.ts'
import { Problem } from '../../shared/problem.tsx'
import { CommandForm } from '../forms/command-form.tsx'
import { useFilters } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { useCommand, useLive } from '../live/use-live.ts'
import { ShipmentName } from '../names.tsx'
import { Label, PrintOutcome } from '../shipment/papers/label.tsx'
import '../shipment/shipment.css'
import { findShipment } from './find-shipment.ts'
import './new.css'
import { nameOf } from './person.ts'

const Replaced = ({ id }: { id: string }) => {
  const { data, error } = useLive(`/v2/shipments/${id}`)
  return (
    <>
      <Problem error={error} />
      {data && (
        <>
          <p role="status">
            Label version {data.label_version} of <ShipmentName id={id} /> replaces the one before. Remove the old label from the parcel.
          </p>
          <Label shipment={data} />
        </>
      )}
    </>
  )
}

/** Replaces the label of a parcel and prints the new one. */
export const Page = () => {
  const [{ made }, setFilters] = useFilters()
  const [number, setNumber] = useState('')
  /** A text is about the number; anything else was thrown. */
  const [problem, setProblem] = useState<unknown>(null)
  const [printed, setPrinted] = useState<Printed | null>(null)
  const [isFinding, setFinding] = useState(false)
  const { run, isRunning, error } = useCommand(nameOf('label', useCurrentSession().session))
  const reprint = async () => {
    setFinding(true)
    const found = await findShipment(number).catch((error: unknown) => ({ error }))
    setFinding(false)
    setProblem(typeof found === 'string' ? found : 'error' in found ? found.error : null)
    if (typeof found === 'string' || 'error' in found || !(await run('POST', `/v2/shipments/${found.id}/label/reprint`, {}))) return
    setNumber('')
    setFilters({ made: found.id })
    setPrinted(await printLabelAsPdf(found.id))
  }
  return (
    <>
      <h1>Label again</h1>
      <p>The parcel gets a new version of its label, which is printed. The number of the parcel stays the same.</p>
      <CommandForm
        className="new"
        action="Reprint"
        isRunning={isRunning || isFinding}
        error={typeof problem === 'string' ? error : (problem ?? error)}
        onSubmit={reprint}
      >
        <Field
          label="Number of the parcel or order"
          isRequired
          maxLength={255}
          value={number}
          error={typeof problem === 'string' ? problem : null}
          onChange={setNumber}
        />
      </CommandForm>
      <PrintOutcome printed={printed} />
      {made !== undefined && <Replaced key={made} id={made} />}
    </>
  )
}
