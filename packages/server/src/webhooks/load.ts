import type { Context } from '../http/endpoint.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import type { Webhook } from './model.ts'
import { findWebhook } from './store.ts'

/** Endpoints of webhooks are `partner_only`: an operator has none. */
export const partnerId = ({ caller }: Context): string => {
  if (!caller.partner) throw new Error('an operator reached an endpoint for partners')
  return caller.partner.id
}

export const loadWebhook = async (context: Context, id: string): Promise<Webhook | Refusal> =>
  (await findWebhook(context.service.db, partnerId(context), id)) ??
  refuse('not_found', 'You have no webhook with this id.', { field: 'id' })
