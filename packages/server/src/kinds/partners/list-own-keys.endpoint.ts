import { pagedList } from '../../http/list-endpoint.ts'
import { listOwnKeys as list, seenScopes } from './own-keys.ts'
import { ownKeyResource } from './resource.ts'
import { KeyOut } from './schema.ts'

export const listOwnKeys = pagedList(
  {
    path: '/v2/keys',
    scope: null,
    partner_only: true,
    tag: 'Keys',
    summary: 'List your keys',
    description:
      "Lists your keys whose scopes the caller also has, newest first, including revoked keys, without their secrets. A person who signed in to read a partner's data sees all of its keys.",
    page: 'A page of keys',
    item: KeyOut,
  },
  ({ service, caller }, { after, limit }) => list(service.db, caller.partner.id, seenScopes(caller), after, limit),
  ownKeyResource,
)
