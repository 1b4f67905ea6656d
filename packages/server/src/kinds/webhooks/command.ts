import { isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import { announce } from '../../delivery/announce.ts'
import type { Context } from '../../http/endpoint.ts'
import type { Answer, Execute } from '../../service/execute.ts'
import type { Grants } from '../../service/holding.ts'
import type { PartnerCaller } from '../../service/key-cache.ts'
import type { Webhook } from './model.ts'
import { findWebhook } from './queries.ts'

export const loadWebhook = async ({ service, caller }: Context<PartnerCaller>, id: string): Promise<Webhook | Refusal> =>
  (await findWebhook(service.db, caller.partner.id, id)) ?? refuse('not_found', 'You have no webhook with this id.', { field: 'id' })

interface Change {
  next: Webhook
  status: number
  body: object | string
  grants?: Grants
}

/** Loads one of the caller's webhooks, writes what `decide` returns, and notifies the worker before the answer is sent. */
export const changeWebhook = async (
  context: Context<PartnerCaller>,
  execute: Execute,
  id: string,
  decide: (webhook: Webhook) => Promise<Change | Refusal>,
): Promise<Answer | Refusal> => {
  const outcome = await execute(async () => {
    const webhook = await loadWebhook(context, id)
    if (isRefusal(webhook)) return webhook
    const change = await decide(webhook)
    if (isRefusal(change)) return change
    const { next, ...answer } = change
    return { ...answer, plan: { updates: [['webhooks', next]] } }
  })
  if (!isRefusal(outcome)) await announce(id)
  return outcome
}
