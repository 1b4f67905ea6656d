// Proves the key of a carrier's account before it is stored, in a way that costs nothing.
import type { CarrierAdapter } from '@backhaul/core/carrier-adapter.ts'
import { invalidField, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Service } from '../../service/service.ts'
import { readCarrierSecret, serviceTargets } from '../network/carrier-service.ts'
import { answerTo } from './answers.ts'
import { accountAt } from './call.ts'

interface Given {
  code: string
  url: string
  /** Undefined: unchanged. Null: removed. */
  secret: string | null | undefined
  /** Whether the adapter or the address changes. */
  isNew: boolean
}

/**
 * Returns null if the account may be used here. Only adapters that report the mode of a key are asked. A sandbox accepts only test keys,
 * and production only live keys. Errors: `validation_failed` on `/secret`, and on `/url` if another address than the carrier's own does not
 * answer; `unavailable` if the carrier does not answer.
 */
export const refuseKey = async (
  service: Service,
  adapter: CarrierAdapter,
  { code, url, secret, isNew }: Given,
): Promise<Refusal | null> => {
  if (adapter.url === undefined || (secret === undefined && !isNew)) return null
  // Another service's secret must not be sent to this one.
  const key = secret === undefined && url !== adapter.url ? await readCarrierSecret(service, code) : secret
  if (key === null || key === undefined) return invalidField('/secret', 'required', "is required; send the key of the carrier's account")
  const account = accountAt(
    {
      ...{ url, targets: serviceTargets(service.config, url, adapter.url), ending: new AbortController().signal },
      ...{ secret: async () => key, take: async () => true, mayPay: async () => false, held: async () => [] },
    },
    adapter,
  )
  const opened = adapter.open(account)
  const mode = await answerTo<'test' | 'live' | null>(async () => (await opened.mode?.()) ?? { done: null }, account.shown)
  if (!('done' in mode)) {
    if (mode.failed === 'stopped') return invalidField('/secret', 'refused', `is not accepted by the carrier: ${mode.reason}`)
    if (url !== adapter.url) return invalidField('/url', 'answer', `does not answer as the carrier does: ${mode.reason}`)
    return refuse('unavailable', `The carrier did not say whether it accepts the key (${mode.reason}); try again.`)
  }
  const isSandbox = service.config.environment === 'sandbox'
  if (mode.done === 'live' && isSandbox)
    return invalidField('/secret', 'mode', 'is a key for live labels; a sandbox never touches live carriers, so use a test key')
  if (mode.done === 'test' && !isSandbox)
    return invalidField('/secret', 'mode', 'is a test key, whose labels cannot be mailed; use a key for live labels')
  return null
}
