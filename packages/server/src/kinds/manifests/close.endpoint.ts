import { endpoint } from '../../http/endpoint.ts'
import { closeManifest as close } from './command.ts'
import { ManifestOut } from './schema.ts'

export const closeManifest = endpoint(
  {
    method: 'POST',
    path: '/v2/manifests/:manifest_id/close',
    scope: 'shipments:write',
    tag: 'Manifests',
    summary: 'Close a manifest',
    description: "Closes a store's manifest for the day. The next parcel that the store takes in opens another manifest.",
    answers: { 200: { description: 'The manifest', schema: ManifestOut } },
    errors: ['manifest_already_closed'],
  },
  ({ service, caller }, { params, execute }) => execute(() => close(service, caller, params.manifest_id)),
)
