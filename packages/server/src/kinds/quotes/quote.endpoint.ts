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
      'What a shipment would cost if you created it now, with which carrier, and how that price comes about. Takes the body of a creation, and refuses what a creation refuses; nothing is created. An operator gets the price without the defaults of any partner. A creation is priced by the rates of its own moment.',
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
