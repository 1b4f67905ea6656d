import type { Refusal } from '@backhaul/core/refusal.ts'
import type { Service } from '../../service/service.ts'
import { unknownCarrier } from '../carriers/reporting.ts'

/** Returns null if the carrier exists. Errors: `not_found`. */
export const refuseUnknownCarrier = async (service: Service, carrier: string): Promise<Refusal | null> => {
  const { carriers } = await service.network.tables()
  return carriers.has(carrier) ? null : unknownCarrier('carrier')
}
