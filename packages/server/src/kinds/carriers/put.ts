// An operator creates or replaces a carrier completely, by its code. The key of its account is proved first.

import { hasService } from '@backhaul/core/carrier-scan.ts'
import { isShownOf, shownUrl } from '@backhaul/core/carrier-url.ts'
import type { Carrier } from '@backhaul/core/network.ts'
import { invalidField, isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Static } from 'typebox'
import type { OperatorActor } from '../../service/audit.ts'
import type { Service } from '../../service/service.ts'
import { countUnsettled, putCarrierSecret, refuseServiceUrl } from '../network/carrier-service.ts'
import { carrierNumbersFrom } from '../network/numbering.ts'
import { badCode } from '../network/places.ts'
import { putRow } from '../network/put-row.ts'
import { type CarrierPut, IS_CODE } from '../network/schema.ts'
import { loadAdapter } from './adapter.ts'
import { refuseKey } from './key.ts'

/**
 * Creates or replaces a carrier. An inactive carrier gets no new shipments, and its service is not called. `secret`: undefined leaves it
 * unchanged; null removes it. Errors: `not_found` for an invalid code; `validation_failed`; `carrier_service_in_use`.
 */
export const putCarrier = async (
  service: Service,
  actor: OperatorActor,
  code: string,
  { name, active = true, numbers: given, adapter: chosen, codes, url, secret }: Static<typeof CarrierPut>,
): Promise<Carrier | Refusal> => {
  if (!IS_CODE.test(code)) return badCode('code', '1 to 40 letters, digits, dots, dashes or underscores')
  const numbers = given ? carrierNumbersFrom(given) : given
  if (isRefusal(numbers)) return numbers
  const known = await service.db.one<Carrier>('carrier_known', 'select * from carriers where code = $1', [code])
  const given_url = url && known?.url && isShownOf(url, known.url) ? undefined : url
  const adapter = chosen ?? known?.adapter ?? 'house'
  const provider = hasService(adapter) ? await loadAdapter(adapter) : null
  const addressFor = (before: Carrier | null): string | null =>
    provider && (given_url ?? (given_url === undefined && before?.adapter === adapter ? before.url : null) ?? provider.url ?? null)
  const address = addressFor(known)
  const forbidden = address !== null && address !== known?.url ? await refuseServiceUrl(service, address, provider?.url) : null
  if (forbidden) return forbidden
  if (provider && address !== null) {
    const isNew = known?.adapter !== adapter || known.url !== address
    const bad = await refuseKey(service, provider, { code, url: address, secret, isNew })
    if (bad) return bad
  }
  const unsettled = known?.url ? await countUnsettled(service.db, code, known.url) : 0
  const decide = (before: Carrier | null): Carrier | Refusal => {
    const url = addressFor(before)
    if (provider && url === null)
      return invalidField('/url', 'required', `is required with the adapter \`${adapter}\`; send the address of the carrier's service`)
    if (unsettled > 0 && before?.url && (adapter !== before.adapter || baseOf(url) !== baseOf(before.url)))
      return refuse(
        'carrier_service_in_use',
        `The service of this carrier has ${unsettled} purchases or voids without an outcome; keep its address and adapter until \`backhaul carrier booking list\` shows an outcome for each, or set the new service for another carrier code.`,
        { purchases: unsettled },
      )
    return {
      ...{ code, name, active, adapter, url },
      numbers: numbers === undefined ? (before?.numbers ?? null) : numbers,
      codes: codes !== undefined ? codes : ((before?.adapter === adapter ? undefined : provider?.codes) ?? before?.codes ?? null),
    }
  }
  const refused = decide(known)
  if (isRefusal(refused)) return refused
  // The secret is set before the URL, so that a new service is never called without a signature.
  if (secret !== undefined) await putCarrierSecret(service, actor, code, secret)
  const carrier = await putRow<Carrier>(service, 'carriers', code, actor, decide, shownCarrier)
  // The operator may have removed the cause of a pause, so the carrier is called at once.
  await service.db.query(
    'carrier_end_pause',
    'update carrier_exchanges set paused_until = null, pauses = 0, stopped = null where carrier = $1 and paused_until is not null',
    [code],
  )
  return carrier
}

/** The address without its query, which may have a secret that was replaced. */
const baseOf = (url: string | null): string | undefined => url?.split('?')[0]

/** The carrier in the form that the audit trail shows. */
const shownCarrier = (row: Carrier): Carrier => ({ ...row, url: row.url && shownUrl(row.url) })
