import type { Carrier } from '@backhaul/client'
import { Time } from '../../shared/time.tsx'
import { Go } from '../frame/address.ts'
import { errorWords } from './booking-words.ts'
import { useWhole } from './use-whole.ts'
import './network.css'

const STOPPED = { credentials: 'does not accept the key', payment: 'has no money' } as const

/** Returns the state of a carrier's service for a table cell. */
export const serviceWords = ({ url, active, service }: Carrier): string => {
  if (url === null) return ''
  if (!active) return 'not called: the carrier is inactive'
  if (service === null) return 'not called yet'
  if (service.stopped !== null) return STOPPED[service.stopped]
  return service.failing_since === null ? 'answers' : 'does not answer'
}

/** Lists carriers whose service does not respond, with the start of the outage and the reason. */
export const ServiceState = () => {
  const { items } = useWhole('/v2/ops/carriers')
  const failing = items.filter(({ service }) => service?.failing_since)
  if (failing.length === 0) return null
  return (
    <ul className="failing" aria-label="Carriers that do not answer">
      {failing.map(({ code, name, service }) => (
        <li key={code} className="notice warn">
          The service of <bdi>{name}</bdi> has not {service?.stopped ? 'worked' : 'answered'} since{' '}
          <Time at={service?.failing_since ?? ''} />. {service?.last_error && <bdi>{errorWords(service.last_error)}</bdi>}{' '}
          {service?.stopped ? 'Fix the account, then save the carrier.' : 'Requests are retried automatically.'} The{' '}
          <Go to={`/console/network/bookings?carrier=${encodeURIComponent(code)}`}>bookings</Go> wait until the service answers.
        </li>
      ))}
    </ul>
  )
}
