import { isRefusal } from '@backhaul/core/refusal.ts'
import { encryptSecret, newWebhookSecret } from '../../delivery/secrets.ts'
import { endpoint } from '../../http/endpoint.ts'
import { iso } from '../../process/clock.ts'
import { newId } from '../../process/ids.ts'
import { partnerNow } from '../../service/service.ts'
import { checkFields, freeSlot } from './decide.ts'
import { MAX_WEBHOOKS, type Webhook } from './model.ts'
import { usedSlots } from './queries.ts'
import { webhookResource } from './resource.ts'
import { WebhookCreate, WebhookCreated } from './schema.ts'

export const createWebhook = endpoint(
  {
    method: 'POST',
    path: '/v2/webhooks',
    scope: 'webhooks:manage',
    partner_only: true,
    tag: 'Webhooks',
    summary: 'Register a webhook',
    description: `Registers a webhook. Events of the given types are posted to \`url\`, signed with the \`secret\` that only this response contains. At most ${MAX_WEBHOOKS} webhooks per partner.`,
    body: WebhookCreate,
    answers: { 201: { description: 'The webhook with its secret', schema: WebhookCreated } },
    errors: ['webhook_url_not_allowed', 'webhook_limit_reached'],
  },
  (context, { body, execute }) =>
    execute(async () => {
      const { service } = context
      const refusal = checkFields(body, { allowPrivate: service.config.privateWebhooks })
      if (refusal) return refusal
      const partner_id = context.caller.partner.id
      // The start is random, so that simultaneous registrations do not all try the same slot.
      const slot = freeSlot(await usedSlots(service.db, partner_id), Math.floor(Math.random() * MAX_WEBHOOKS))
      if (isRefusal(slot)) return slot
      const id = newId('webhook')
      const signing = body.signing ?? null
      const secret = newWebhookSecret(signing)
      const now = await partnerNow(service, partner_id)
      const webhook: Webhook = {
        id,
        partner_id,
        slot,
        url: body.url,
        enabled_events: body.enabled_events as Webhook['enabled_events'],
        description: body.description ?? null,
        status: 'enabled',
        disabled_reason: null,
        enabled_at: now,
        secret: encryptSecret(service, id, secret),
        next_secret: null,
        next_secret_at: null,
        master_key_id: service.masterKey.id,
        signing,
        recover_since: null,
        recover_until: null,
        deleted_at: null,
        created_at: now,
        version: 1,
      }
      const queue = {
        webhook_id: id,
        owner: null,
        leased_until: iso(0),
        failing_since: null,
        failures: 0,
        gone_event_id: null,
        last_failure: null,
      }
      return {
        status: 201,
        body: { ...webhookResource(webhook, []), secret },
        grants: { scopes: ['webhooks:manage'] },
        plan: {
          inserts: [
            ['webhooks', webhook],
            ['webhook_queues', queue],
          ],
        },
      }
    }),
)
