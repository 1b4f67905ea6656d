import { decideQuote } from '@backhaul/core/decide-quote.ts'
import { isRefusal } from '@backhaul/core/refusal.ts'
import { endpoint } from '../../http/endpoint.ts'
import { checkStores, quoteContext } from '../shipments/create.ts'
import { quoteResource } from './resource.ts'
import { QuoteOut, QuoteRequest } from './schema.ts'

export const quoteShipment = endpoint(
  {
    method: 'POST',
    path: '/v2/quotes',
    scope: 'shipments:read',
    tag: 'Shipments',
    summary: 'Quote a price',
    description:
      'Returns the price and carrier that a shipment would have if you created it now, and how the price is calculated. Takes the same body as a create and refuses what a create refuses, but creates nothing. For an operator, no partner defaults apply. A shipment that you create later is priced by the rates at that time.',
    body: QuoteRequest,
    answers: { 200: { description: 'The quote', schema: QuoteOut } },
    errors: ['not_found'],
  },
  ({ service, caller }, { body, execute }) =>
    execute(async () => {
      const quoted = decideQuote(body, await quoteContext(service, caller))
      if (isRefusal(quoted)) return quoted
      const unknown = await checkStores(service, body)
      if (unknown) return unknown
      const { carriers } = await service.network.tables()
      return { status: 200, body: quoteResource(quoted, carriers), plan: {} }
    }),
)
