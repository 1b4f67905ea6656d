import { Refused } from '../../shared/api.ts'
import { usePathParam } from '../frame/address.ts'
import { NotYet } from '../lists/not-yet.tsx'
import { useLive } from '../live/use-live.ts'
import { Commands } from './commands/commands.tsx'
import { Places } from './map/places.tsx'
import { Money } from './money/money.tsx'
import { CarrierLabel } from './papers/carrier-label.tsx'
import { Customs } from './papers/customs.tsx'
import { Label } from './papers/label.tsx'
import { Proof } from './papers/proof.tsx'
import { Qr } from './papers/qr.tsx'
import { Raw } from './raw.tsx'
import './shipment.css'
import { Facts, Summary } from './summary.tsx'
import type { ShownShipment } from './types.ts'
import { useMoney } from './way/use-way.ts'
import { Way } from './way/way.tsx'

export { Page as Reprint } from '../new/label-page.tsx'

const ShipmentView = ({ shipment }: { shipment: ShownShipment }) => {
  const money = useMoney(shipment.id)
  return (
    <>
      <h1>
        Shipment <code>{shipment.tracking}</code>
      </h1>
      <Summary shipment={shipment} />
      <Commands shipment={shipment} />
      <div className="shipment">
        <div>
          <Way shipment={shipment} money={money} />
          <Places shipment={shipment} />
          <Money shipment={shipment} money={money} />
        </div>
        <div>
          <Facts shipment={shipment} />
          <Label shipment={shipment} />
          <CarrierLabel shipment={shipment} />
          <Customs shipment={shipment} />
          <Proof shipment={shipment} />
          <Qr shipment={shipment} />
        </div>
      </div>
      <Raw shipment={shipment} />
    </>
  )
}

/** One shipment: where it is, how it got there, what it costs, and the possible commands. */
export const Page = () => {
  const id = usePathParam('id')
  const path = `/v2/shipments/${encodeURIComponent(id)}` as const
  const { data, error } = useLive(path)
  const { data: can } = useLive(`${path}/actions`)
  const { data: has } = useLive(`${path}/custody`)
  if (data)
    return <ShipmentView key={data.id} shipment={{ ...data, ...(has && { custody: has.custody }), ...(can && { actions: can.actions }) }} />
  const title = error instanceof Refused && error.status === 404 ? 'Shipment not found' : 'Shipment'
  return <NotYet title={title} others="shipments" error={error} />
}
