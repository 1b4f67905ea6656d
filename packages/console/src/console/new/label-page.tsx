import { useState } from 'react'
import { Field } from '../../design/field.tsx'
import { printLabelAsPdf } from '../../shared/print/print-label.ts'
import { Problem } from '../../shared/problem.tsx'
import { CommandForm } from '../forms/command-form.tsx'
import { useFilters } from '../frame/address.ts'
import { useCommand, useLive } from '../live/use-live.ts'
import { ShipmentName } from '../names.tsx'
import { Label } from '../shipment/papers/label.tsx'
import '../shipment/shipment.css'
import { findShipment } from './find-shipment.ts'
import './new.css'

const Printed = ({ id }: { id: string }) => {
  const { data, error } = useLive(`/v2/shipments/${id}`)
  return (
    <>
      <Problem error={error} />
      {data && (
        <>
          <p role="status">
            Label version {data.label_version} of <ShipmentName id={id} /> is printed. Remove the label before it from the parcel.
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
  const [problem, setProblem] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isFinding, setFinding] = useState(false)
  const { run, isRunning, error } = useCommand('backhaul-new-label-keys')
  const reprint = async () => {
    setProblem(null)
    setFailure(null)
    setFinding(true)
    const found = await findShipment(number)
      .catch(setFailure)
      .finally(() => setFinding(false))
    if (typeof found === 'string') setProblem(found)
    if (typeof found !== 'object' || !(await run('POST', `/v2/shipments/${found.id}/label/reprint`, {}))) return
    setNumber('')
    setFilters({ made: found.id })
    await printLabelAsPdf(found.id)
  }
  return (
    <>
      <h1>Label again</h1>
      <p>The parcel gets a new version of its label, which is printed. The number of the parcel stays the same.</p>
      <CommandForm className="new" action="Reprint" isRunning={isRunning || isFinding} error={failure ?? error} onSubmit={reprint}>
        <Field label="Number of the parcel or order" isRequired maxLength={255} value={number} error={problem} onChange={setNumber} />
      </CommandForm>
      {made !== undefined && <Printed key={made} id={made} />}
    </>
  )
}
