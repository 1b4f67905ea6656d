import type { ManifestRow } from '@backhaul/core/manifest.ts'
import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import { Type } from 'typebox'
import { answer, endpoint, reach } from '../../http/endpoint.ts'
import { fileAnswer } from '../../http/files.ts'
import { storeReachOf } from '../../service/reach.ts'
import type { Service } from '../../service/service.ts'
import { manifestNotFound } from './command.ts'
import { MANIFEST } from './drawings.ts'
import type { ManifestFacts } from './pdf.ts'
import { findManifest, listParcels } from './queries.ts'
import { manifestResource } from './resource.ts'
import { ManifestOut } from './schema.ts'

/** Maximum number of parcels in a printed manifest. All of them are in memory while it is drawn, which takes a few seconds. */
const MAX_PRINTED = 20_000

const refuseLong = ({ id, package_count }: ManifestRow): Refusal | null =>
  package_count <= MAX_PRINTED
    ? null
    : refuse(
        'manifest_too_long',
        `A manifest with more than ${MAX_PRINTED} parcels cannot be printed; list the parcels with GET /v2/shipments?manifest_id=${id}, as JSON or CSV.`,
        {
          limit: MAX_PRINTED,
          package_count,
        },
      )

const factsOf = async ({ db }: Service, manifest: ManifestRow): Promise<ManifestFacts> => {
  const { address, ...store } = manifest.store
  return {
    manifest_id: manifest.id,
    store: { ...store, line1: address },
    manifest_date: manifest.manifest_date,
    status: manifest.status,
    closed_at: manifest.closed_at === null ? null : new Date(manifest.closed_at),
    package_count: manifest.package_count,
    parcels: await listParcels(db, manifest.id),
  }
}

export const readManifest = endpoint(
  {
    method: 'GET',
    path: '/v2/manifests/:manifest_id',
    scope: 'shipments:read',
    tag: 'Manifests',
    summary: 'Read or print a manifest',
    description:
      'Returns the manifest, or with `format=pdf` a page to print: one row per parcel, the number and weight of all parcels, and space for signatures.',
    query: Type.Object(
      { format: Type.Optional(Type.Enum(['json', 'pdf'], { default: 'json', description: '`json` when absent' })) },
      { additionalProperties: false },
    ),
    answers: { 200: { description: 'The manifest', schema: ManifestOut, content: ['application/pdf'] } },
    errors: ['manifest_too_long'],
  },
  async (context, { params, query }) => {
    const manifest = await findManifest(context.service.db, storeReachOf(context.caller), params.manifest_id)
    if (!manifest) return manifestNotFound()
    if (query.format !== 'pdf') return answer(200, manifestResource(manifest))
    const long = refuseLong(manifest)
    if (long) return long
    // A manifest may have any number of parcels, so they are read only when the print starts.
    const { service } = context
    const bytes = await service.renderers.run(reach(context).tenant, MANIFEST, () => factsOf(service, manifest))
    return fileAnswer(bytes, 'application/pdf', `${manifest.id}.pdf`)
  },
)
