import type { ApiKey, Credentials } from '@backhaul/client'
import { useState } from 'react'
import { useCommand } from '../live/use-live.ts'
import '../developers/developers.css'
import { MadeCredentials } from './credentials.tsx'
import { KeyForm } from './key-fields.tsx'

/** A form that creates a key for a partner or for the operator. */
export const MakeKey = ({ kind, partner_id }: { kind: ApiKey['kind']; partner_id?: string }) => {
  const { run, isRunning, error } = useCommand()
  const [made, setMade] = useState<Credentials | null>(null)
  const make = async (facts: object) => {
    const body = { kind, ...(partner_id !== undefined && { partner_id }), ...facts }
    setMade((await run('POST', '/v2/ops/keys', body)) ?? made)
  }
  return (
    <section aria-labelledby="make-key">
      <h2 id="make-key">{kind === 'operator' ? 'Create an operator key' : 'Create a key'}</h2>
      {made && <MadeCredentials key={made.key_id} credentials={made} />}
      <KeyForm key={made?.key_id} kind={kind} action="Create the key" {...{ isRunning, error }} onSubmit={make} />
    </section>
  )
}
