import { invalidField, refuse } from '@backhaul/core/refusal.ts'
import { Type } from 'typebox'
import { Unavailable } from '../../database/db.ts'
import { answer, endpoint, tenant } from '../../http/endpoint.ts'
import { Text } from '../../http/schemas.ts'
import { loadShipments } from '../shipments/load.ts'
import { typedAs } from './match.ts'
import { SEARCH_LIMIT_MS, type Suggestion } from './model.ts'
import { search as find } from './queries.ts'
import { SearchSuggestions } from './schema.ts'
import { PER_KIND, suggest } from './suggest.ts'

const MAX_TEXT = 100

const isStopped = (error: unknown): boolean =>
  error instanceof Unavailable && (error.cause as { code?: string } | undefined)?.code === '57014'

export const suggestRecords = endpoint(
  {
    method: 'GET',
    path: '/v2/search/suggestions',
    scope: 'shipments:read',
    tag: 'Search',
    summary: 'Search as you type',
    description: `Finds records by a part of a number or a name. Shipments: by the beginning or the last six characters of the tracking number or barcode, by the beginning of the order number or RMA, and by a fragment of three or more characters of the shopper's name, company or e-mail. Claims, tenders and, with the scope events:read, events: by the beginning of the id. Stores, and partners for operators, by a fragment of the name. Complete identifiers are found as in \`GET /v2/search\`. Returns at most ${PER_KIND} results of each kind, the best first, then the newest. A change is found after at most 5 seconds. Sessions of counters and handlers cannot search. A search that takes longer than ${SEARCH_LIMIT_MS / 1000} second is refused with \`unavailable\`.`,
    query: Type.Object({ q: Text(MAX_TEXT, 'Part of a number or a name') }, { additionalProperties: false }),
    answers: { 200: { description: 'The results; no data if nothing was found', schema: SearchSuggestions } },
  },
  async (context, { query: { q } }) => {
    if (q.trim() === '') return invalidField('?q', 'minLength', 'is blank; give a part of a number or a name')
    const { service, caller } = context
    const own = tenant(context)
    const { scopes } = caller.key
    const operators = own === null && scopes.includes('ops')
    const [events, webhooks] = [operators || scopes.includes('events:read'), operators || scopes.includes('webhooks:manage')]
    try {
      const [exact, { hits, fragments }] = await Promise.all([
        find(service.searches, { tenant: own, events, webhooks, operators }, q),
        suggest(service.searches, { tenant: own, events, operators }, typedAs(q)),
      ])
      const data = firstOfEach([...exact.map((hit) => ({ ...hit, matched_text: q.trim() })), ...hits])
      const found = data.filter(({ kind }) => kind === 'shipment').map(({ id }) => id)
      const shipments = found.length === 0 ? null : await loadShipments(service, own, found)
      return answer(200, {
        object: 'search_suggestions',
        data: data.map((hit) => ({ object: 'search_suggestion', ...hit, status: shipments?.get(hit.id)?.status ?? hit.status })),
        fragments,
      })
    } catch (error) {
      if (!isStopped(error)) throw error
      const limit_s = SEARCH_LIMIT_MS / 1000
      return refuse('unavailable', `The search took longer than ${limit_s} second. Enter more characters.`, { limit_s })
    }
  },
)

/** Each record once, at most PER_KIND of each kind. */
const firstOfEach = (hits: readonly Suggestion[]): Suggestion[] => {
  const seen = new Set<string>()
  const counts = new Map<string, number>()
  return hits.filter(({ kind, id }) => {
    const count = counts.get(kind) ?? 0
    if (seen.has(id) || count === PER_KIND) return false
    seen.add(id)
    counts.set(kind, count + 1)
    return true
  })
}
