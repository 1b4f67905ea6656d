import { endpoint } from '../../http/endpoint.ts'
import { runExclusive } from '../../process/keyed-mutex.ts'
import { shipmentTurn } from '../shipments/command.ts'
import { reportDiscrepancy } from './command.ts'
import { DiscrepancyCreate, DiscrepancyOut } from './schema.ts'

export const createDiscrepancy = endpoint(
  {
    method: 'POST',
    path: '/v2/discrepancies',
    scope: 'scans:write',
    tag: 'Discrepancies',
    summary: 'Report a discrepancy',
    description:
      'Reports that the measures of a parcel differ from the declaration. Fires shipment.discrepancy_reported. A chargeable discrepancy also creates an adjustment for the re-rated difference and fires shipment.adjusted; the shipment then has the observed measures.',
    body: DiscrepancyCreate,
    answers: { 201: { description: 'The discrepancy', schema: DiscrepancyOut } },
    errors: ['not_found'],
  },
  ({ service, caller }, { body, execute }) =>
    runExclusive(shipmentTurn(body.shipment_id), () => execute(() => reportDiscrepancy(service, caller, body))),
)
