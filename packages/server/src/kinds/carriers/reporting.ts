import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Service } from '../../service/service.ts'
import { reportsOf } from './adapter.ts'

/** Size limit for a file in the report folder. */
export const LARGEST_REPORT_BYTES = 512 * 1024 * 1024

/** @param field the field that names the carrier */
export const unknownCarrier = (field: 'code' | 'carrier'): Refusal =>
  refuse('not_found', 'No carrier has this code; create the carrier first.', { field })

/** Returns null if the carrier sends reports. Errors: `not_found`, `carrier_sends_no_reports`. */
export const refuseReports = async (service: Service, code: string): Promise<Refusal | null> => {
  const { carriers } = await service.network.tables()
  const carrier = carriers.get(code)
  if (!carrier) return unknownCarrier('code')
  if (reportsOf(carrier).parse) return null
  const message = `The adapter of ${carrier.name} is ${carrier.adapter}, which accepts no reports; set its adapter to file and define the meaning of its codes.`
  return refuse('carrier_sends_no_reports', message, { adapter: carrier.adapter })
}
