// Shows the names of records instead of their ids. Only visible rows are mounted, so few records are loaded, and each of them only rarely.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Icon } from '../design/icon.tsx'
import { toast } from '../design/toast.tsx'
import { type Answer, type Path, send } from '../shared/api.ts'
import { Go } from './frame/address.ts'
import { useCopy } from './frame/copy.tsx'
import { useCurrentSession } from './frame/session.tsx'
import { isOperators } from './frame/who-may.ts'

const STALE_MS = 300_000

/** A link whose text is a name that a user wrote, in any script. */
export const NamedLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Go to={to}>
    <bdi>{children}</bdi>
  </Go>
)

const useRecord = <P extends Path>(path: P): Answer<'GET', P> | undefined => {
  const { ended } = useCurrentSession()
  const read = { queryKey: [path], enabled: !ended, staleTime: STALE_MS }
  return useQuery({ ...read, queryFn: ({ signal }) => send<Answer<'GET', P>>('GET', path, { signal }) }).data
}

/**
 * A button that copies the id, for use in programs and in requests to support. Browsers give pages without HTTPS no access to the
 * clipboard, so the id itself is shown there.
 */
export const CopyId = ({ id, of }: { id: string; of: string }) => {
  const { copy } = useCopy(id)
  if (!navigator.clipboard) return <code>{id}</code>
  return (
    <button type="button" className="bare copy" title={id} onClick={() => copy().then(() => toast(`Copied the id of ${of}.`))}>
      <Icon name="copy" />
      <span className="unseen">Copy id of {of}</span>
    </button>
  )
}

export const ShipmentName = ({ id }: { id: string }) => {
  const name = useRecord(`/v2/shipments/${id}`)?.tracking ?? 'Shipment'
  return (
    <>
      <Go to={`/console/shipments/${id}`}>{name}</Go> <CopyId id={id} of={name} />
    </>
  )
}

/** Only operators see the partner's name. `to` is the partner's own page by default. */
export const PartnerName = ({ id, to = `/console/partners/${id}` }: { id: string; to?: string }) => {
  const name = useRecord(`/v2/ops/partners/${id}`)?.name ?? 'Partner'
  return (
    <>
      <NamedLink to={to}>{name}</NamedLink> <CopyId id={id} of={name} />
    </>
  )
}

export const StoreName = ({ id }: { id: string }) => {
  const { session } = useCurrentSession()
  const list = isOperators(session) ? '/v2/ops/stores' : '/v2/drop-off-locations'
  const name = useRecord(`${list}/${id}`)?.name ?? 'Store'
  return (
    <>
      <bdi>{name}</bdi> <CopyId id={id} of={name} />
    </>
  )
}

export const WebhookName = ({ id }: { id: string }) => {
  const { session } = useCurrentSession()
  const url = useRecord(`${isOperators(session) ? '/v2/ops' : '/v2'}/webhooks/${id}`)?.url ?? 'Webhook'
  return <NamedLink to={`/console/webhooks/${id}`}>{url}</NamedLink>
}

/** Returns a short form of an id, which distinguishes records without a name. */
export const shortId = (id: string): string => `…${id.slice(-6)}`

/** A record without a name, for example "Tender …9ccwx4". */
export const ShortName = ({ kind, id, to }: { kind: string; id: string; to?: string }) => {
  const name = `${kind} ${shortId(id)}`
  return (
    <>
      {to === undefined ? name : <Go to={to}>{name}</Go>} <CopyId id={id} of={name} />
    </>
  )
}
