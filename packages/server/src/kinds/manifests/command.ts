import { isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { CommandResult } from '../../service/execute.ts'
import type { Caller } from '../../service/key-cache.ts'
import { actorOf, decisionContext, freezeAll } from '../../service/plan.ts'
import { storeReachOf } from '../../service/reach.ts'
import type { Service } from '../../service/service.ts'
import { decideClose } from './decide.ts'
import { findManifest } from './queries.ts'
import { manifestResource } from './resource.ts'

export const manifestNotFound = (): Refusal =>
  refuse('not_found', 'No manifest with this id exists for your account.', { field: 'manifest_id' })

/** One attempt at closing a manifest. Errors: `not_found`, `manifest_already_closed`. */
export const closeManifest = async (service: Service, caller: Caller, id: string): Promise<CommandResult> => {
  const manifest = await findManifest(service.db, storeReachOf(caller), id)
  if (!manifest) return manifestNotFound()
  const env = await decisionContext(service, actorOf(caller), manifest.partner_id)
  const closed = decideClose(manifest, env)
  if (isRefusal(closed)) return closed
  return {
    status: 200,
    body: manifestResource(closed.manifest),
    plan: { updates: [['manifests', closed.manifest]], events: freezeAll(closed.events, env.now) },
  }
}
