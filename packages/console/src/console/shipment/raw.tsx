import { Copy } from '../frame/copy.tsx'
import { Scrolled } from './scrolled.tsx'
import type { ShownShipment } from './types.ts'

/**
 * Returns this page's request as a shell command. The command reads the key and the secret from shell variables, as in the guide's
 * examples, because this page never holds a key or secret.
 */
const commandFor = (path: string): string =>
  `path='${path}' time=$(date +%s)
signature=$(printf 'v2\\n%s\\nGET\\n%s\\n%s\\n' "$time" "$path" "\${BACKHAUL_URL#*://}" |
  openssl dgst -sha256 -hmac "$BACKHAUL_SIGNING_SECRET" -r | cut -d ' ' -f 1)
curl -sS "$BACKHAUL_URL$path" -H "X-Api-Key: $BACKHAUL_API_KEY" -H "X-Service-Timestamp: $time" -H "X-Service-Signature-V2: $signature"
`

/** Shows the record as the API returns it, and the request that reads it. */
export const Raw = ({ shipment }: { shipment: ShownShipment }) => {
  const command = commandFor(`/v2/shipments/${shipment.id}`)
  const { actions: _, ...record } = shipment
  return (
    <section aria-labelledby="raw">
      <h2 id="raw">For developers</h2>
      <details>
        <summary>Request</summary>
        <p>
          Every request is signed, so the command creates a signature first. Set the credentials of a key as <code>BACKHAUL_URL</code>,{' '}
          <code>BACKHAUL_API_KEY</code> and <code>BACKHAUL_SIGNING_SECRET</code>. <a href="/docs/signing">How requests are signed</a>
        </p>
        <Scrolled label="The request, as a shell command">{command}</Scrolled>
        <Copy text={command} />
      </details>
      <details>
        <summary>Record</summary>
        <Scrolled label="The record, as JSON">{JSON.stringify(record, null, 2)}</Scrolled>
      </details>
    </section>
  )
}
