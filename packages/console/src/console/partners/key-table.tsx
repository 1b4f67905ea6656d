import type { ApiKey } from '@backhaul/client'
import type { Column } from '../../design/table.tsx'
import { Time } from '../../shared/time.tsx'
import { useCurrentSession } from '../frame/session.tsx'
import { isOperators } from '../frame/who-may.ts'
import { Listed } from '../lists/listed.tsx'
import { type Query, useLiveList } from '../live/use-live.ts'
import { NamedLink, PartnerName, shortId } from '../names.tsx'

/** Returns the name of a key for people. */
export const keyName = ({ name, full_name, email, id }: ApiKey): string => name || full_name || email || shortId(id)

const COLUMNS: Column<ApiKey>[] = [
  { title: 'Key', cell: (key) => <NamedLink to={`/console/keys/${key.id}`}>{keyName(key)}</NamedLink>, width: 14 },
  {
    title: 'State',
    cell: ({ revoked_at }) => (revoked_at === null ? 'live' : 'revoked'),
    width: 6,
  },
  {
    title: 'Last used',
    cell: ({ last_used_at }) => (last_used_at === null ? 'not known' : <Time at={last_used_at} />),
    width: 14,
  },
  { title: 'Requests per minute', cell: ({ rate_limit }) => rate_limit, isNumber: true },
  { title: 'Scopes', cell: ({ scopes }) => scopes.join(', '), width: 20 },
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} />, width: 14 },
]

const OWNER: Column<ApiKey> = {
  title: 'Owner',
  cell: ({ partner_id }) => (partner_id === null ? 'the operator' : <PartnerName id={partner_id} />),
  width: 16,
}

/** Lists the keys that the user may see. An operator sees the keys that match the query, and a partner sees its own keys. */
export const KeyTable = ({ query = {}, isAll = false }: { query?: Query; isAll?: boolean }) => {
  const { session } = useCurrentSession()
  const path = isOperators(session) ? '/v2/ops/keys' : '/v2/keys'
  const list = useLiveList(path, query)
  return (
    <Listed
      list={list}
      label="Keys"
      columns={isAll ? [...COLUMNS, OWNER] : COLUMNS}
      to={({ id }) => `/console/keys/${id}`}
      empty={<p>There are no keys that you can see.</p>}
    />
  )
}
