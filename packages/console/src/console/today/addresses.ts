import type { Query } from '../live/use-live.ts'

/** Maps each list of the API, without `ops/` in its path, to the console page that shows it with the same filters. */
const PAGES: Readonly<Record<string, string>> = {
  '/v2/claims': '/console/claims',
  '/v2/disputes': '/console/disputes',
  '/v2/discrepancies': '/console/discrepancies',
  '/v2/shipments': '/console/shipments',
  '/v2/tenders': '/console/tenders',
  '/v2/unmatched-scans': '/console/network/unmatched',
  '/v2/carriers': '/console/network/carriers',
  '/v2/carrier-bookings': '/console/network/bookings',
  '/v2/carrier-invoices': '/console/invoices',
  '/v2/pickups': '/console/pickups',
  '/v2/webhooks': '/console/webhooks',
  '/v2/events': '/console/events',
  '/v2/webhook-deliveries': '/console/deliveries',
  '/v2/today/steps': '/console/steps',
}

/** Returns the page for a list of the API with its filters, or null if there is none. */
export const pageOf = (list: string | null): string | null => {
  if (list === null) return null
  const [path = '', search] = list.split('?')
  const page = PAGES[path.replace('/v2/ops/', '/v2/')]
  return page === undefined ? null : page + (search ? `?${search}` : '')
}

const MOVING_ON = ['not_moved_since', 'dispose_before', 'accepted_after']
const STEP_MS = 600_000

/** Returns the path and query of a list for `useLive`. */
export const askFor = (list: string, more: Query): { path: string; query: Query } => {
  const [path = '', search] = list.split('?')
  const query: Query = { ...Object.fromEntries(new URLSearchParams(search)), ...more }
  // The values of these filters change as time passes. They are rounded down, because every changed query would count as another list. The
  // rounding does not affect the first rows.
  for (const name of MOVING_ON) {
    const at = Date.parse(String(query[name]))
    if (!Number.isNaN(at)) query[name] = new Date(Math.floor(at / STEP_MS) * STEP_MS).toISOString()
  }
  return { path, query }
}
