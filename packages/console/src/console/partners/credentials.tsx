import type { Credentials } from '@backhaul/client'
import { useEffect, useMemo } from 'react'
import { ShownOnce } from '../frame/shown-once.tsx'

/** The file format that the command line and the clients read. */
const fileOf = ({ partner_id, api_key, signing_secret, environment }: Credentials): string =>
  `${JSON.stringify({ base_url: location.origin, partner_id, api_key, signing_secret, environment }, null, 2)}\n`

/** Shows the key and its secret. They cannot be shown again. */
export const MadeCredentials = ({ credentials }: { credentials: Credentials }) => {
  const address = useMemo(() => URL.createObjectURL(new Blob([fileOf(credentials)], { type: 'application/json' })), [credentials])
  useEffect(() => () => URL.revokeObjectURL(address), [address])
  return (
    <ShownOnce
      title="The key was created"
      secrets={[
        { label: 'Key', value: credentials.api_key },
        { label: 'Signing secret', value: credentials.signing_secret },
      ]}
    >
      <p>The key and the secret are not shown again. Give them to the program over a secure channel.</p>
      <p>
        <a className="button" href={address} download={`backhaul-${credentials.key_id}.json`}>
          Save the credentials file
        </a>
      </p>
    </ShownOnce>
  )
}
