import { Fact, TimeFact } from '../facts.tsx'
import { Go, usePathParam } from '../frame/address.ts'
import { NotYet } from '../lists/not-yet.tsx'
import { useLive } from '../live/use-live.ts'
import { Evidence } from './evidence.tsx'
import { sizeText, weightText } from './measures.ts'
import './cases.css'

export const Page = () => {
  const id = usePathParam('id')
  const { data: one, error } = useLive(`/v2/discrepancies/${id}`)
  if (!one) return <NotYet title="Discrepancy" others="discrepancies" error={error} />
  const isLate = one.reason === 'late_custody'
  return (
    <>
      <p className="back">
        <Go to="/console/discrepancies">All discrepancies</Go>
      </p>
      <h1>
        {isLate ? 'Discrepancy: late scan, shipment ended' : `Discrepancy: measured at ${one.stage === 'dropoff' ? 'drop-off' : one.stage}`}
      </h1>
      <div className="case">
        <section aria-labelledby="found" className="beside">
          <h2 id="found">Findings</h2>
          <dl>
            {isLate ? (
              <Fact name="Meaning">A scan that was reported late shows that the network has a parcel whose shipment has ended.</Fact>
            ) : (
              <>
                <Fact name="Declared">
                  {weightText(one.declared)}, {sizeText(one.declared)}
                </Fact>
                <Fact name="Observed">
                  {weightText(one.observed)}, {sizeText(one.observed)}
                </Fact>
              </>
            )}
            <Fact name="Charged">
              {one.adjustment_id ? <Go to={`/console/disputes/${one.adjustment_id}`}>Yes: view the charge and its dispute</Go> : 'No'}
            </Fact>
            <TimeFact name="Found" at={one.created_at} />
          </dl>
          <p>
            <Go to={`/console/shipments/${one.shipment_id}`} className="button">
              Open the shipment
            </Go>
          </p>
        </section>
        <Evidence shipment_id={one.shipment_id} current={one.adjustment_id ?? one.id} />
      </div>
    </>
  )
}
