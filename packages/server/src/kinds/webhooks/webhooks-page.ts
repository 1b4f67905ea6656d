import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import type { Database } from '../../database/db.ts'
import { decodeCursor, type PageQuery, type PageSlice, page } from '../../http/lists.ts'
import { DEFAULT_PAGE } from '../../http/schemas.ts'
import type { Answer } from '../../service/execute.ts'
import { readHealth } from './health.ts'
import type { Webhook } from './model.ts'
import { webhookResource } from './resource.ts'

/** A page of webhooks with their health. `more`: what is shown of each in addition. Errors: `invalid_cursor`. */
export const answerWebhooks = async <Query extends PageQuery>(
  db: Database,
  { cursor, limit = DEFAULT_PAGE, ...filters }: Query,
  read: (part: PageSlice, filters: Omit<Query, keyof PageQuery>) => Promise<Webhook[]>,
  more: (webhook: Webhook) => object = () => ({}),
): Promise<Answer | Refusal> => {
  const after = decodeCursor(cursor)
  if (isRefusal(after)) return after
  const rows = await read({ after, limit: limit + 1 }, filters)
  const saved = await readHealth(
    db,
    rows.map(({ id }) => id),
  )
  return page(rows, limit, (webhook) => ({ ...webhookResource(webhook, saved), ...more(webhook) }))
}
