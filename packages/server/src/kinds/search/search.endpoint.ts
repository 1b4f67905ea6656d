import { invalidField } from '@backhaul/core/refusal.ts'
import { HIT_KINDS, MATCHED_BY } from '@backhaul/core/search.ts'
import { Type } from 'typebox'
import { answer, endpoint, tenant } from '../../http/endpoint.ts'
import { wholeList } from '../../http/lists.ts'
import { ListOf, Nullable, Text, Time } from '../../http/schemas.ts'
import { loadShipments } from '../shipments/load.ts'
import { type Hit, MAX_HITS } from './model.ts'
import { search as find } from './queries.ts'

const text = (description: string) => Nullable(Type.String({ description }))

const SearchHit = Type.Object(
  {
    object: Type.Enum(['search_hit']),
    kind: Type.Enum([...HIT_KINDS], { description: 'Kind of the result' }),
    id: Type.String({ description: 'Id of the result' }),
    matched_by: Type.Enum([...MATCHED_BY], { description: 'Which identifier of the result matches the text' }),
    title: text('Name that people use for the result, such as a tracking number, a confirmation code or an event type'),
    status: text('Current status; null if the result has none'),
    partner_id: text("Partner that the result belongs to; null for an operator's key and for a consolidation"),
    shipment_id: text('Shipment that the result belongs to, if any'),
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
    description: `Finds shipments, QRs, claims, adjustments, discrepancies, tenders, pickups, sweeps, manifests, return links and shipment groups by id. Also finds shipments by tracking number, barcode, the onward carrier's number, order number, RMA, your own id and a label's id; QRs by token; pickups by confirmation code; and groups by master number. Events need the scope events:read, webhooks and deliveries need webhooks:manage. Operators also find partners, keys and consolidations. Matches are exact except for case and spaces. Returns at most ${MAX_HITS} results, the best first.`,
    query: Type.Object({ q: Text(255, 'Any identifier') }, { additionalProperties: false }),
    answers: { 200: { description: 'The results; an empty list if nothing was found', schema: ListOf(SearchHit) } },
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
    // A due shipment expires when it is loaded, so the search shows it as expired, like every other endpoint.
    const shipments = found.length === 0 ? null : await loadShipments(service, own, found)
    const current = hits.map((hit) => ({ ...hit, status: shipments?.get(hit.id)?.status ?? hit.status }))
    return answer(200, wholeList(current.map(hitResource)))
  },
)
