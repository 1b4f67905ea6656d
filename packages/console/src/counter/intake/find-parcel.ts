// What a code is: the service's answer, or without a connection what can be said on the device.
import type { Parcel } from '@backhaul/client'
import { LineLost, Refused, request } from '../../shared/api.ts'
import { type Advice, adviceOf, UNKNOWN } from '../scan/code-texts.ts'
import { type Code, readCode } from '../scan/read-code.ts'

/** Longer than this nobody waits with a parcel in the hand: then the line counts as lost. */
const PATIENCE_MS = 5_000

export type ParcelCode = Extract<Code, { kind: 'parcel' }>
export type Finding =
  | { kind: 'parcel'; parcel: Parcel; text: string }
  /** No line, so nothing is known of it but that it can be a parcel's. */
  | { kind: 'unseen'; code: ParcelCode }
  | { kind: 'tender'; id: string }
  | { kind: 'advice'; advice: Advice }

const NETWORKS: Readonly<Record<string, string>> = {
  ups: 'UPS',
  usps: 'USPS',
  fedex: 'FedEx',
  dhl: 'DHL',
  amazon: 'Amazon',
  post: 'a postal service',
}

const foreign = (text: string, network: unknown): Advice => {
  if (network === 'product') return adviceOf({ kind: 'problem', problem: 'product', text })
  if (network === 'link') return adviceOf({ kind: 'problem', problem: 'web', text })
  const carrier = NETWORKS[String(network)]
  return adviceOf({ kind: 'problem', problem: carrier ? 'carrier' : 'foreign', text, ...(carrier && { carrier }) })
}

/** What this device makes of a code when it cannot ask. */
const readHere = (text: string): Finding => {
  const code = readCode(text)
  if (code.kind === 'parcel') return { kind: 'unseen', code }
  return code.kind === 'tender' ? { kind: 'tender', id: code.value } : { kind: 'advice', advice: adviceOf(code) }
}

const refusedFinding = (text: string, error: Refused): Finding => {
  const { code, details } = error
  const here = readCode(text)
  if (details.kind === 'tender' && here.kind === 'tender') return { kind: 'tender', id: here.value }
  if (code === 'code_foreign') return { kind: 'advice', advice: foreign(text, details.network) }
  if (code === 'code_damaged') {
    const problem = here.kind === 'problem' && (here.problem === 'half' || here.problem === 'double') ? here.problem : 'damaged'
    return { kind: 'advice', advice: adviceOf({ kind: 'problem', problem, text }) }
  }
  if (code === 'not_found' && typeof details.kind === 'string') {
    const remedy = 'Scan the label on the parcel, or the QR of its sender.'
    return { kind: 'advice', advice: { title: `This is the code of a ${details.kind}, not of a parcel`, remedy } }
  }
  if (code === 'not_found') return { kind: 'advice', advice: here.kind === 'problem' ? adviceOf(here) : UNKNOWN }
  return { kind: 'advice', advice: { title: 'The service refused', remedy: error.message } }
}

/** Throws only when `signal` is aborted. When the session has ended or the service is overloaded, it reads on the device like without a line. */
export const findParcel = async (text: string, signal: AbortSignal): Promise<Finding> => {
  const here = readCode(text)
  if (here.kind === 'problem' && here.problem === 'empty') return readHere(text)
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])
    const parcel = await request<Parcel>('GET', '/v2/parcels/find', { query: { code: text }, signal: limit })
    return { kind: 'parcel', parcel, text }
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof LineLost || (error instanceof DOMException && error.name === 'TimeoutError')) return readHere(text)
    if (!(error instanceof Refused)) throw error
    if (error.code === 'session_invalid' || error.status >= 500 || error.status === 429) return readHere(text)
    return refusedFinding(text, error)
  }
}
