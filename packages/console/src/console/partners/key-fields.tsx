import type { ApiKey, KeyCreate, KeySignature } from '@backhaul/client'
import { OPERATOR_SCOPES, PARTNER_SCOPES, type Scope } from '@backhaul/core/partner.ts'
import { useState } from 'react'
import { ChoiceField } from '../../design/choice-field.tsx'
import { TextField } from '../../design/text-field.tsx'
import { CommandForm } from '../forms/command-form.tsx'
import { linesOf, numberOrNone } from './numbers.ts'

/** The settings of a key, both at its creation and later. */
export type KeyFacts = Pick<KeyCreate, 'name' | 'scopes' | 'allow_ips' | 'rate_limit' | 'signature' | 'email' | 'full_name'>

interface Props {
  kind: ApiKey['kind']
  /** The existing key; absent for a new one. */
  apiKey?: ApiKey
  action: string
  isRunning: boolean
  onSubmit: (facts: KeyFacts) => void
  error: unknown
}

export const KeyForm = ({ kind, apiKey, action, isRunning, error, onSubmit }: Props) => {
  const all = kind === 'operator' ? OPERATOR_SCOPES : PARTNER_SCOPES
  const [name, setName] = useState(apiKey?.name ?? '')
  const [scopes, setScopes] = useState<string[]>(apiKey?.scopes ?? [...all])
  const [addresses, setAddresses] = useState(apiKey?.allow_ips.join('\n') ?? '')
  const [rate, setRate] = useState(apiKey?.rate_limit.toString() ?? '')
  const [signature, setSignature] = useState<KeySignature>(apiKey?.signature ?? 'any')
  const [email, setEmail] = useState(apiKey?.email ?? '')
  const [fullName, setFullName] = useState(apiKey?.full_name ?? '')
  const submit = () => {
    const rate_limit = numberOrNone(rate)
    onSubmit({
      ...(name.trim() !== '' && { name }),
      scopes: scopes as Scope[],
      ...((apiKey || addresses.trim() !== '') && { allow_ips: linesOf(addresses) }),
      ...(rate_limit !== undefined && { rate_limit }),
      signature,
      email,
      full_name: fullName,
    })
  }
  return (
    <CommandForm {...{ action, isRunning, error }} onSubmit={submit}>
      <TextField label="Name, such as the program that uses the key" maxLength={100} value={name} onChange={setName} />
      <fieldset>
        <legend>Scopes</legend>
        {all.map((scope) => (
          <label className="choice" key={scope}>
            <input
              type="checkbox"
              checked={scopes.includes(scope)}
              onChange={({ target }) => setScopes(target.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))}
            />
            {scope}
          </label>
        ))}
      </fieldset>
      <TextField label="Allowed addresses, one per line (empty: any)" rows={3} value={addresses} onChange={setAddresses} />
      <TextField label="Requests per minute" type="number" min={1} max={1_000_000} value={rate} onChange={setRate} />
      <ChoiceField
        label="Accepted signatures"
        value={signature}
        choices={[
          ['any', 'either'],
          ['v2', 'only version 2, over the whole request'],
        ]}
        onChange={(one) => setSignature(one as KeySignature)}
      />
      <TextField label="Name shown in events" maxLength={100} value={fullName} onChange={setFullName} />
      <TextField label="Email shown in events" type="email" maxLength={254} value={email} onChange={setEmail} />
    </CommandForm>
  )
}
