import type { OperatorWebhook, Webhook, WebhookCreated } from '@backhaul/client'
import { useState } from 'react'
import type { Column } from '../../design/table.tsx'
import { Time } from '../../shared/time.tsx'
import { Go, useFilters } from '../frame/address.ts'
import { Listed } from '../lists/listed.tsx'
import { None } from '../lists/none.tsx'
import { useCommand, useLiveList } from '../live/use-live.ts'
import { NamedLink, PartnerName } from '../names.tsx'
import './developers.css'
import { ShownOnce } from '../frame/shown-once.tsx'
import { BY_PARTNER, type Filter, FilterBar } from '../lists/filters.tsx'
import { HealthLine } from './health.tsx'
import { WebhookState } from './states.tsx'
import { useSide } from './use-side.ts'
import { WebhookForm } from './webhook-form.tsx'

const PATH = '/v2/webhooks'
const NEW = { url: '', enabled_events: ['*'], description: null }

const BY_HEALTH: Filter = {
  ...{ name: 'health', label: 'State', kind: 'choice', any: 'all' },
  ...{ choices: ['failing', 'disabled', 'ok'], words: (state) => (state === 'ok' ? 'healthy' : state) },
}

const eventsOf = ({ enabled_events }: Webhook): string =>
  enabled_events.includes('*')
    ? 'every event'
    : enabled_events.length === 1
      ? (enabled_events[0] as string)
      : `${enabled_events.length} types`

const COLUMNS: Column<Webhook>[] = [
  { title: 'Address', cell: ({ id, url }) => <NamedLink to={`/console/webhooks/${id}`}>{url}</NamedLink>, width: 22 },
  { title: 'State', cell: (webhook) => <WebhookState webhook={webhook} />, width: 8 },
  { title: 'Why', cell: (webhook) => <HealthLine webhook={webhook} />, width: 24 },
  { title: 'Events', cell: eventsOf },
  { title: 'Description', cell: ({ description }) => <bdi>{description}</bdi>, width: 14 },
  { title: 'Registered', cell: ({ created_at }) => <Time at={created_at} />, width: 14 },
]

const COLUMNS_OF_ALL: Column<Webhook>[] = [
  ...COLUMNS,
  {
    title: 'Partner',
    cell: (webhook) => <PartnerName id={(webhook as OperatorWebhook).partner_id} />,
    width: 18,
  },
]

const Register = () => {
  const { run, isRunning, error } = useCommand()
  const [made, setMade] = useState<WebhookCreated | null>(null)
  const register = async (fields: object) => setMade((await run('POST', PATH, fields)) ?? made)
  return (
    <section aria-labelledby="register">
      <h2 id="register">Register a webhook</h2>
      {made && (
        <ShownOnce key={made.id} title="The webhook is registered" secrets={[{ label: 'Secret', value: made.secret }]}>
          <p>
            Your receiver checks the signature of each delivery with this secret. It is not shown again.{' '}
            <Go to={`/console/webhooks/${made.id}`}>Open the webhook</Go>
          </p>
        </ShownOnce>
      )}
      <WebhookForm key={made?.id} start={NEW} action="Register" {...{ isRunning, error }} onSubmit={register} />
    </section>
  )
}

export const Page = () => {
  const { base, isOperator, partner, mayManage } = useSide()
  const [{ health }] = useFilters()
  const list = useLiveList(`${base}/webhooks`, {
    ...(partner !== '' && { partner_id: partner }),
    ...(health && { health }),
  })
  return (
    <>
      <h1>Webhooks</h1>
      <p>
        Webhooks send events to these addresses. <a href="/docs/guide/webhooks">How to build a receiver</a>
      </p>
      <FilterBar filters={isOperator ? [BY_PARTNER, BY_HEALTH] : [BY_HEALTH]} />
      <Listed
        list={list}
        label="Webhooks"
        columns={isOperator ? COLUMNS_OF_ALL : COLUMNS}
        to={({ id }) => `/console/webhooks/${id}`}
        empty={<None what="webhook">{mayManage ? 'Register the first one below.' : 'Partners register webhooks.'}</None>}
      />
      {mayManage && <Register />}
    </>
  )
}
