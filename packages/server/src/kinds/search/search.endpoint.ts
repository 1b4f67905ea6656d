import { invalidField } from '@backhaul/core/refusal.ts'
import { HIT_KINDS, MATCHED_BY } from '@backhaul/core/search.ts'
import { Type } from 'typebox'
import { answer, endpoint, tenant } from '../../http/endpoint.ts'
import { wholeList } from '../../http/lists.ts'
import { ListOf, Nullable, Text, Time } from '../../http/schemas.ts'
import { loadShipments } from '../shipments/load.ts'
import { type Hit, MOST_HITS } from './model.ts'
import { search as find } from './queries.ts'

const text = (description: string) => Nullable(Type.String({ description }))

const SearchHit = Type.Object(
  {
    object: Type.Enum(['search_hit']),
    kind: Type.Enum([...HIT_KINDS], { description: 'What was found' }),
    id: Type.String({ description: 'Its id' }),
    matched_by: Type.Enum([...MATCHED_BY], { description: 'Which identifier of it the text is' }),
    title: text('What people call it: a tracking number, a confirmation code, the type of an event'),
    status: text('Where it stands; null for what has no status'),
    partner_id: text("The partner whose it is; null for an operator's key and for a consolidation"),
    shipment_id: text('The shipment that it is about, if it is about one'),
    created_at: Time('Creation'),
  },
  { title: 'SearchHit' },
)

const hitResource = (hit: Hit) => ({ object: 'search_hit', ...hit })

export const searchEverything = endpoint(
  {
    method: 'GET',
    path: '/v2/search',
    scope: 'shipments:read',
    tag: 'Search',
    summary: 'Find anything by any identifier',
    description: `Shipments, QRs, claims, adjustments, discrepancies, tenders, pickups, sweeps, manifests and return links by id; shipments also by tracking number, barcode, the onward carrier's number, order number, RMA, your own id and a label's id; QRs by their token, pickups by their confirmation code. Events need the scope events:read, webhooks and deliveries webhooks:manage; operators also find partners, keys and consolidations. Exact, but for case and spaces; at most ${MOST_HITS}, the best first.`,
    query: Type.Object({ q: Text(255, 'The identifier, whichever it is') }, { additionalProperties: false }),
    answers: { 200: { description: 'What was found; nothing is an empty list', schema: ListOf(SearchHit) } },
  },
  async (context, { query }) => {
    if (query.q.trim() === '') return invalidField('?q', 'minLength', 'is blank; give an identifier')
    const { service, caller } = context
    const own = tenant(context)
    const { scopes } = caller.key
    const operators = own === null && scopes.includes('ops')
    const events = operators || scopes.includes('events:read')
    const webhooks = operators || scopes.includes('webhooks:manage')
    const hits = await find(service.db, { tenant: own, events, webhooks, operators }, query.q)
    const found = hits.filter(({ kind }) => kind === 'shipment').map(({ id }) => id)
    // Loading expires shipments that are due, so that they show as expired here as everywhere.
    const shipments = found.length === 0 ? null : await loadShipments(service, own, found)
    const current = hits.map((hit) => ({ ...hit, status: shipments?.get(hit.id)?.status ?? hit.status }))
    return answer(200, wholeList(current.map(hitResource)))
  },
)
