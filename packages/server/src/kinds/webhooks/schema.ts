import { EVENT_TYPES } from '@backhaul/core/events/catalog.ts'
import { Type } from 'typebox'
import { Nullable, Owned, Text, Time } from '../../http/schemas.ts'
import { HEALTH_STATES } from './health.ts'
import { DELIVERY_STATUSES, EVERY_TYPE } from './model.ts'

const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description:
    'Address that events are posted to. It must use https and a public address. A sandbox on a loopback host also accepts http and private addresses.',
  examples: ['https://partner.example/hooks'],
  published: { format: 'uri' },
})
const EnabledEvents = Type.Array(Type.Enum([...EVENT_TYPES, EVERY_TYPE]), {
  minItems: 1,
  uniqueItems: true,
  description: 'The event types to send, or the single element `*` for every type, including types added later.',
})
const Description = Text(500, 'For your own use')

export const WebhookCreate = Type.Object(
  {
    url: Url,
    enabled_events: EnabledEvents,
    description: Type.Optional(Nullable(Description)),
    signing: Type.Optional(
      Type.Enum(['standard'], {
        description:
          '`standard`: deliveries also carry `webhook-id`, `webhook-timestamp` and `webhook-signature`, which every library for Standard Webhooks verifies. It cannot be changed later.',
      }),
    ),
  },
  { additionalProperties: false, title: 'WebhookCreate' },
)

export const WebhookUpdate = Type.Object(
  {
    url: Type.Optional(Url),
    enabled_events: Type.Optional(EnabledEvents),
    description: Type.Optional(Nullable(Description)),
    status: Type.Optional(
      Type.Enum(['enabled', 'disabled'], { description: '`enabled` also enables a webhook that was disabled because of failures.' }),
    ),
  },
  { additionalProperties: false, title: 'WebhookUpdate' },
)

const WebhookFailure = Type.Object(
  {
    at: Time('Time when the attempt ended'),
    delivery_id: Type.String({ description: 'The delivery that was attempted' }),
    status: Nullable(Type.Integer({ description: 'HTTP status of the response; null if there was none' })),
    error_class: Nullable(Type.String({ description: 'Kind of failure' })),
    error_message: Nullable(Type.String({ description: 'Description of the failure' })),
  },
  { title: 'WebhookFailure', description: 'A failed attempt' },
)

export const HealthFilter = Type.Enum([...HEALTH_STATES], { description: 'Only webhooks with this health' })

const Health = Type.Object(
  {
    state: Type.Enum([...HEALTH_STATES], { description: '`failing`: enabled, and every attempt since `failing_since` failed' }),
    failing_since: Nullable(
      Time('Time of the first failed attempt after the last success; for a disabled webhook, only if it failed before it was disabled'),
    ),
    failures: Type.Integer({ minimum: 0, description: 'Number of failed attempts since `failing_since`' }),
    last_failure: Nullable(WebhookFailure),
    next_attempt_at: Nullable(Time('Time of the next attempt; null unless the webhook is failing and a delivery is waiting')),
    disable_after: Nullable(
      Time(
        'Time from which a failed attempt disables the webhook, if it is at least the twentieth failed attempt; null unless the webhook is failing',
      ),
    ),
    is_gone: Type.Boolean({
      description:
        'Whether the receiver answered an event with 410 Gone. The same response to another event disables the webhook immediately',
    }),
  },
  { title: 'WebhookHealth', description: 'Health of the receiver, as of a few seconds ago' },
)

const webhookFields = {
  id: Type.String(),
  object: Type.Enum(['webhook_endpoint']),
  url: Type.String(),
  enabled_events: Type.Array(Type.String()),
  description: Nullable(Type.String()),
  status: Type.Enum(['enabled', 'disabled']),
  disabled_reason: Nullable(Type.String({ description: 'Why the webhook is disabled' })),
  health: Health,
  signing: Type.Optional(Type.Enum(['standard'], { description: 'Absent unless the webhook was registered with it' })),
  created_at: Time('Time when the webhook was registered'),
}

export const WebhookOut = Type.Object(webhookFields, { title: 'Webhook' })
export const OpsWebhook = Type.Object({ ...webhookFields, ...Owned }, { title: 'OperatorWebhook' })
export const WebhookCreated = Type.Object(
  {
    ...webhookFields,
    secret: Type.String({
      description:
        'Signs the deliveries; shown only here. The HMAC key of `X-Service-Signature` is this text itself, without decoding. Libraries for Standard Webhooks take the same text and decode it themselves.',
    }),
  },
  { title: 'WebhookCreated' },
)

export const RotatedSecret = Type.Object(
  {
    secret: Type.String({ description: 'The new secret; shown only here.' }),
    previous_valid_until: Time(
      'Until this time, the previous secret signs X-Service-Signature, and the new secret signs X-Service-Signature-Next',
    ),
  },
  { title: 'RotatedWebhookSecret' },
)

export const RecoverRequest = Type.Object(
  { since: Time('Recovers deliveries of events from this time on; at most 30 days back') },
  { additionalProperties: false, title: 'RecoverRequest' },
)
export const Recovery = Type.Object(
  {
    object: Type.Enum(['webhook_recovery']),
    webhook_id: Type.String(),
    since: Time('Deliveries of events from this time on are queued again'),
    queued: Type.Integer({ description: 'Number of deliveries that are queued again' }),
  },
  { title: 'WebhookRecovery' },
)

export const RecoveryPreview = Type.Object(
  {
    object: Type.Enum(['webhook_recovery_preview']),
    webhook_id: Type.String(),
    since: Time('Start of the recovery: the requested time, 30 days ago, or the start of a recovery in progress'),
    count: Type.Integer({ description: 'Number of deliveries that a recovery would queue again' }),
  },
  { title: 'WebhookRecoveryPreview' },
)

export const AttemptOut = Type.Object(
  {
    attempt: Type.Integer({ description: 'Number of the attempt, from 1; as in X-Service-Attempt' }),
    at: Time('Time when the attempt started'),
    trigger: Type.Enum(['schedule', 'redeliver', 'recover']),
    address: Nullable(Type.String({ description: 'Address that the service connected to; null if there was no connection' })),
    status: Nullable(Type.Integer({ description: 'HTTP status of the response' })),
    duration_ms: Type.Integer(),
    error_class: Nullable(Type.String({ description: 'Null if the attempt succeeded' })),
    error_message: Nullable(Type.String()),
    answer: Nullable(Type.String({ description: 'First 16 KiB of the response body; in a list the first 1000 characters' })),
    next_attempt_at: Nullable(Time('Time when the next attempt was due after this one failed')),
  },
  { title: 'DeliveryAttempt' },
)

export const DeliveryOut = Type.Object(
  {
    id: Type.String({ description: 'X-Service-Delivery-Id' }),
    object: Type.Enum(['webhook_delivery']),
    webhook_id: Type.String(),
    event_id: Type.String({ description: 'eventID of the event that is delivered' }),
    type: Type.String({ description: 'Event type' }),
    status: Type.Enum([...DELIVERY_STATUSES]),
    attempt_count: Type.Integer(),
    next_attempt_at: Nullable(Time('Time of the next attempt; null unless the delivery is pending')),
    created_at: Time('Time when the event occurred'),
    attempts: Type.Array(AttemptOut, {
      description: 'The newest 50 attempts (in a list, the newest 10), oldest first; attempts are kept for at least 30 days',
    }),
  },
  { title: 'Delivery' },
)

export const OpsDelivery = Type.Object({ ...DeliveryOut.properties, ...Owned }, { title: 'OperatorDelivery' })
