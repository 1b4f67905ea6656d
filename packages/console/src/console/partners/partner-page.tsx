import type { Partner } from '@backhaul/client'
import { useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { Fact, TimeFact } from '../facts.tsx'
import { Go, usePathParam } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { NotYet } from '../lists/not-yet.tsx'
import { useCommand, useLive } from '../live/use-live.ts'
import { CopyId } from '../names.tsx'
import { BrandSection } from './brand.tsx'
import { KeyTable } from './key-table.tsx'
import { MakeKey } from './make-key.tsx'
import { sizeText } from './numbers.ts'
import { PartnerForm } from './partner-form.tsx'

const Facts = ({ partner }: { partner: Partner }) => (
  <dl>
    <Fact name="Id">
      <CopyId id={partner.id} of="the partner" />
    </Fact>
    <Fact name="Contact">
      <bdi>{partner.contact_name}</bdi> <bdi>{partner.contact_email}</bdi>
    </Fact>
    <Fact name="Rate limit per key">{partner.rate_limit === null ? 'no live key' : `${partner.rate_limit} requests per minute`}</Fact>
    <Fact name="Documents">
      {sizeText(partner.storage_used)} of {partner.storage_limit === null ? 'the default limit' : sizeText(partner.storage_limit)}
    </Fact>
    <TimeFact name="Since" at={partner.created_at} />
    <Fact name="Records">
      <Go to={`/console/shipments?partner_id=${partner.id}`}>shipments</Go>,{' '}
      <Go to={`/console/webhooks?partner=${partner.id}`}>webhooks</Go>, <Go to={`/console/events?partner=${partner.id}`}>events</Go>,{' '}
      <Go to={`/console/audit?subject=${partner.id}`}>audit trail</Go>
    </Fact>
  </dl>
)

const Change = ({ partner }: { partner: Partner }) => {
  const { run, isRunning, error } = useCommand()
  const [done, setDone] = useState(false)
  const save = async (change: object) => setDone((await run('PATCH', `/v2/ops/partners/${partner.id}`, change)) !== null)
  return (
    <section aria-labelledby="change">
      <h2 id="change">Change the partner</h2>
      <PartnerForm partner={partner} action="Save" {...{ isRunning, error }} onSubmit={save} />
      <p role="status">{done ? 'Saved.' : ''}</p>
    </section>
  )
}

export const Page = () => {
  const id = usePathParam('id')
  const { session } = useCurrentSession()
  const { data: partner, error } = useLive(`/v2/ops/partners/${id}`)
  if (!partner) return <NotYet title="Partner" others="partners" error={error} />
  const mayChange = session.access === 'operator'
  return (
    <>
      <h1>
        <bdi>{partner.name}</bdi>
      </h1>
      <Problem error={error} />
      <Facts partner={partner} />
      <section aria-labelledby="keys">
        <h2 id="keys">Keys</h2>
        <KeyTable query={{ partner_id: id }} />
      </section>
      {mayChange && <MakeKey kind="partner" partner_id={id} />}
      {mayChange && <Change partner={partner} />}
      <BrandSection partner_id={id} mayChange={mayChange} />
    </>
  )
}
