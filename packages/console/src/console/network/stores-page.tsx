import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { DropOffPlaces } from './drop-off-places.tsx'
import { NetworkNav } from './network-nav.tsx'
import { OperatorsStores } from './operators-stores.tsx'

/** The stores of the network. Operators see all stores; partners see those that accept parcels. */
export const Page = () => {
  const { session } = useCurrentSession()
  return (
    <>
      <NetworkNav />
      <h1>Stores</h1>
      {isOperators(session) ? <OperatorsStores /> : <DropOffPlaces />}
    </>
  )
}
