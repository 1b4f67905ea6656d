import type { TodayNeed } from '@backhaul/client'
import type { Query } from '../live/use-live.ts'

/** Lists of the API, and where the console shows them. Their filters are the same. */
const PAGES: Readonly<Record<string, string>> = {
  '/v2/claims': '/console/claims',
  '/v2/ops/claims': '/console/claims',
  '/v2/disputes': '/console/disputes',
  '/v2/ops/disputes': '/console/disputes',
  '/v2/discrepancies': '/console/discrepancies',
  '/v2/shipments': '/console/shipments',
  '/v2/ops/shipments': '/console/shipments',
  '/v2/tenders': '/console/tenders',
  '/v2/pickups': '/console/pickups',
  '/v2/webhooks': '/console/webhooks',
  '/v2/ops/webhooks': '/console/webhooks',
  '/v2/events': '/console/events',
}

/** Lists that have a little more than is counted, for kinds of which no list has exactly what is. */
const AROUND: Readonly<Record<string, string>> = {
  dispute_open: '/v2/disputes?status=open',
  tender_short: '/v2/tenders?status=accepted',
  tender_over: '/v2/tenders?status=accepted',
  unclaimed_dispose_soon: '/v2/shipments?status=unclaimed',
}
const WEBHOOKS = ['webhook_failing', 'webhook_disabled']

/** The page for a list of the API with its filters; null: there is none. */
export const pageOf = (list: string | null): string | null => {
  if (list === null) return null
  const { pathname, search } = new URL(list, 'http://list')
  const page = PAGES[pathname]
  return page === undefined ? null : page + search
}

/** The list of the API that has what is counted; null: nobody knows one. A newer service may count other kinds. */
export const listOf = ({ list, kind }: TodayNeed, isOperators: boolean): string | null => {
  if (list !== null) return list
  if (WEBHOOKS.includes(kind)) return isOperators ? '/v2/ops/webhooks' : '/v2/webhooks'
  return AROUND[kind] ?? null
}

const STEP_MS = 600_000

/** A list of the API as `useLive` asks for it. */
export const askFor = (list: string, more: Query): { path: string; query: Query } => {
  const { pathname, searchParams } = new URL(list, 'http://list')
  const query: Query = { ...Object.fromEntries(searchParams), ...more }
  // It moves on with the time. The first rows do not, and a list of another address is another list.
  const since = Date.parse(String(query.not_moved_since))
  if (!Number.isNaN(since)) query.not_moved_since = new Date(Math.floor(since / STEP_MS) * STEP_MS).toISOString()
  return { path: pathname, query }
}
