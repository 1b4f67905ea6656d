import type { ApiKey } from '@backhaul/client'
import { useState } from 'react'
import { Problem } from '../../shared/problem.tsx'
import { Time } from '../../shared/time.tsx'
import { numberText } from '../charts/format.ts'
import { Fact } from '../facts.tsx'
import { Go, usePathParam } from '../frame/address.ts'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { NotYet } from '../lists/not-yet.tsx'
import { useCommand, useLive } from '../live/use-live.ts'
import { CopyId, PartnerName } from '../names.tsx'
import '../developers/developers.css'
import { type KeyFacts, KeyForm } from './key-fields.tsx'
import { keyName } from './key-table.tsx'
import { RotateAndRevoke } from './rotate-and-revoke.tsx'

const Facts = ({ apiKey, isOperator }: { apiKey: ApiKey; isOperator: boolean }) => (
  <dl>
    <Fact name="Id">
      <CopyId id={apiKey.id} of="the key" />
    </Fact>
    <Fact name="State">
      {apiKey.revoked_at === null ? (
        'live'
      ) : (
        <>
          revoked <Time at={apiKey.revoked_at} />
        </>
      )}
    </Fact>
    {isOperator && <Fact name="Owner">{apiKey.partner_id === null ? 'the operator' : <PartnerName id={apiKey.partner_id} />}</Fact>}
    <Fact name="Last used">{apiKey.last_used_at === null ? 'not known' : <Time at={apiKey.last_used_at} />}</Fact>
    <Fact name="Limit">
      {numberText(apiKey.rate_limit)} requests per minute
      {apiKey.rate_used !== undefined && `, ${numberText(apiKey.rate_used)} of them used in the last minute`}
    </Fact>
    <Fact name="Scopes">{apiKey.scopes.join(', ')}</Fact>
    <Fact name="Allowed addresses">{apiKey.allow_ips.length === 0 ? 'any address' : apiKey.allow_ips.join(', ')}</Fact>
    <Fact name="Signature">{apiKey.signature === 'v2' ? 'only version 2, over the whole request' : 'either'}</Fact>
    <Fact name="Shown in events">
      {apiKey.full_name === '' && apiKey.email === '' && 'no name'}
      <bdi>{apiKey.full_name}</bdi> <bdi>{apiKey.email}</bdi>
    </Fact>
    <Fact name="Created">
      <Time at={apiKey.created_at} />
      {apiKey.made_by && (
        <>
          {' '}
          by <bdi>{apiKey.made_by}</bdi>
        </>
      )}
    </Fact>
    {isOperator && (
      <Fact name="Audit trail">
        <Go to={`/console/audit?subject=${apiKey.id}`}>changes to this key</Go>,{' '}
        <Go to={`/console/audit?actor=${encodeURIComponent(`key:${apiKey.id}`)}`}>actions with this key</Go>
      </Fact>
    )}
  </dl>
)

const Change = ({ apiKey }: { apiKey: ApiKey }) => {
  const { run, isRunning, error } = useCommand()
  const [done, setDone] = useState(false)
  const save = async (facts: KeyFacts) => {
    // Send only changed values: the key may have more rights than the current user could grant.
    const changed = Object.entries(facts).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(apiKey[name as keyof ApiKey]))
    setDone(changed.length === 0 || (await run('PATCH', `/v2/ops/keys/${apiKey.id}`, Object.fromEntries(changed))) !== null)
  }
  return (
    <section aria-labelledby="change">
      <h2 id="change">Change the key</h2>
      <KeyForm kind={apiKey.kind} apiKey={apiKey} action="Save" {...{ isRunning, error }} onSubmit={save} />
      <p role="status">{done ? 'Saved.' : ''}</p>
    </section>
  )
}

export const Page = () => {
  const id = usePathParam('id')
  const { session } = useCurrentSession()
  const isOperator = isOperators(session)
  const { data: apiKey, error } = useLive(`/v2/${isOperator ? 'ops/' : ''}keys/${id}`, { use: 'true' })
  if (!apiKey) return <NotYet title="Key" others="keys" error={error} />
  const isLive = apiKey.revoked_at === null
  const mayRotate = isLive && (session.access === 'operator' || session.access === 'partner')
  return (
    <>
      <h1>
        Key <bdi>{keyName(apiKey)}</bdi>
      </h1>
      <Problem error={error} />
      <Facts apiKey={apiKey} isOperator={isOperator} />
      {mayRotate && (
        <RotateAndRevoke {...{ id, isOperator }} mayRevoke={session.access === 'operator'} isUndecided={Boolean(apiKey.decide_since)} />
      )}
      {isLive && session.access === 'operator' && <Change apiKey={apiKey} />}
    </>
  )
}
