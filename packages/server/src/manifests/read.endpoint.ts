import { Type } from 'typebox'
import type { ManifestRow } from '../domain/manifest.ts'
import { answer, endpoint, tenant } from '../http/endpoint.ts'
import { fileAnswer } from '../http/files.ts'
import { rendering } from '../labels/render.ts'
import type { Answer } from '../service/execute.ts'
import type { Service } from '../service/service.ts'
import { manifestNotFound } from './command.ts'
import { renderManifestPdf } from './pdf.ts'
import { findManifest, listParcels } from './queries.ts'
import { manifestResource } from './resource.ts'
import { ManifestOut } from './schema.ts'

const print = async ({ db }: Service, manifest: ManifestRow): Promise<Answer> => {
  const { address, ...store } = manifest.store
  const body = await renderManifestPdf({
    ...manifest,
    manifest_id: manifest.id,
    store: { ...store, line1: address },
    closed_at: manifest.closed_at === null ? null : new Date(manifest.closed_at),
    parcels: await listParcels(db, manifest.id),
  })
  return fileAnswer(body, 'application/pdf', `${manifest.id}.pdf`)
}

export const readManifest = endpoint(
  {
    method: 'GET',
    path: '/v2/manifests/:manifest_id',
    auth: 'signed',
    scope: 'shipments:read',
    tag: 'Manifests',
    summary: 'Read or print a manifest',
    description: 'The record, or with `format=pdf` a page to print: one row per parcel, their number and weight, and room for signatures.',
    query: Type.Object({ format: Type.Optional(Type.Enum(['json', 'pdf'])) }, { additionalProperties: false }),
    answers: { 200: { description: 'The manifest', schema: ManifestOut, content: ['application/pdf'] } },
    errors: ['not_found'],
  },
  async (context, { params, query }) => {
    const manifest = await findManifest(context.service.db, tenant(context), params.manifest_id)
    if (!manifest) return manifestNotFound()
    // A manifest may have any number of parcels, so only a few are drawn at a time, together with labels.
    if (query.format === 'pdf') return rendering.run(tenant(context), () => print(context.service, manifest))
    return answer(200, manifestResource(manifest))
  },
)
