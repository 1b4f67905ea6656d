import { type Exported, exportIdOf } from '@backhaul/core/customs.ts'
import { type CreateContext, type CreateInput, decideCreate } from '@backhaul/core/decide-create.ts'
import type { Store } from '@backhaul/core/network.ts'
import type { Partner } from '@backhaul/core/partner.ts'
import { type FieldError, isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Shipment } from '@backhaul/core/shipment.ts'
import type { Plan } from '../../commit/plan.ts'
import { pointer } from '../../http/json.ts'
import { Slice } from '../../process/slice.ts'
import type { CommandResult } from '../../service/execute.ts'
import { type Acting, actorOf, decisionContext, mergePlans, planOf } from '../../service/plan.ts'
import type { Service } from '../../service/service.ts'
import { findExports } from './queries.ts'
import { shipmentResource } from './resource.ts'

/** Checks that the stores named in a create exist. An unknown store is `not_found` with the name of the field. */
export const checkStores = async (
  service: Service,
  input: Pick<CreateInput, 'drop_off_store_id' | 'store_id'>,
): Promise<Refusal | null> => {
  for (const field of ['drop_off_store_id', 'store_id'] as const) {
    const id = input[field]
    if (id !== undefined && !(await service.network.store(id))) {
      return refuse('not_found', `No store with this ${field} exists; choose one from /v2/drop-off-locations.`, { field })
    }
  }
  return null
}

/**
 * The store that the create names: where the parcel will be dropped off, or otherwise where it was sold. Null if none is named, or it does
 * not exist.
 */
const originStore = async (service: Service, { drop_off_store_id, store_id }: CreateInput): Promise<Store | null> => {
  const id = drop_off_store_id ?? store_id
  return id === undefined ? null : service.network.store(id)
}

/** The partner for which a shipment is created. The partner uses its own key, or a shopper uses a link of the partner. */
export interface Creator extends Acting {
  partner: Partner
}

/** The facts on which a create by this partner depends, as of now. */
export const createContext = async (service: Service, caller: Creator, channel: Shipment['channel']): Promise<CreateContext> => {
  const { partner } = caller
  const env = await decisionContext(service, actorOf(caller), partner.id)
  const { returns_hub } = await service.network.tables()
  return {
    ...env,
    partner_id: partner.id,
    channel,
    default_parcel: partner.default_parcel,
    default_return_address: partner.default_return_address ?? returns_hub,
  }
}

/** The same facts for a quote. An operator may also ask for a quote, in which case no partner's defaults apply. */
export const quoteContext = async (service: Service, caller: Acting): Promise<CreateContext> => {
  const { partner } = caller
  if (partner) return createContext(service, { ...caller, partner }, 'api')
  const env = await decisionContext(service, actorOf(caller), '')
  const { returns_hub } = await service.network.tables()
  return { ...env, partner_id: '', channel: 'api', default_parcel: null, default_return_address: returns_hub }
}

/** The partner's exports that customs declarations name, by id. */
const exportsOf = async (service: Service, { partner }: Creator, inputs: readonly CreateInput[]): Promise<Map<string, Exported>> => {
  const ids = inputs.flatMap(({ customs }) => (customs ? (exportIdOf(customs) ?? []) : []))
  return ids.length === 0 ? new Map() : findExports(service.db, partner.id, ids)
}

/**
 * Makes a shipment of the calling partner, alone or as one member of a batch, and the plan that writes it. It does not check that the named
 * stores exist: the caller does that afterward with `checkStores`, when everything else is valid. If many shipments are created, `exported`
 * is the result of `exportsOf`.
 */
export const prepareCreate = async (
  service: Service,
  caller: Creator,
  input: CreateInput,
  channel: Shipment['channel'],
  exported?: CreateContext['exported'],
): Promise<{ shipment: Shipment; plan: Plan } | Refusal> => {
  const env = { ...(await createContext(service, caller, channel)), origin_store: await originStore(service, input) }
  const effects = decideCreate(input, { ...env, exported: exported ?? (await exportsOf(service, caller, [input])) })
  if (isRefusal(effects)) return effects
  return { shipment: effects.shipment, plan: planOf(effects, null, env.now) }
}

/**
 * One attempt at creating a shipment. Errors: `not_found` with the name of the field of an unknown store, and those of `decideCreate`.
 */
export const createOne = async (service: Service, caller: Creator, input: CreateInput): Promise<CommandResult> => {
  const created = await prepareCreate(service, caller, input, 'api')
  if (isRefusal(created)) return created
  const unknown = await checkStores(service, input)
  return unknown ?? { status: 201, body: shipmentResource(created.shipment, service.links), plan: created.plan }
}

/**
 * Prepares shipments that are created together, all or none. It works in slices, so that the event loop can run other work. Errors: those
 * of `prepareCreate` for the first refused shipment, with its index.
 */
export const prepareCreates = async (
  service: Service,
  caller: Creator,
  inputs: readonly CreateInput[],
): Promise<{ shipments: Shipment[]; plan: Required<Omit<Plan, 'answer'>> } | { refused: Refusal; index: number }> => {
  const plans: Plan[] = []
  const shipments: Shipment[] = []
  const exported = await exportsOf(service, caller, inputs)
  const slice = new Slice()
  for (const [index, input] of inputs.entries()) {
    if (slice.isOver) await slice.next()
    const created = await prepareCreate(service, caller, input, 'api', exported)
    if (isRefusal(created)) return { refused: created, index }
    plans.push(created.plan)
    shipments.push(created.shipment)
  }
  return { shipments, plan: mergePlans(plans) }
}

/**
 * Rewrites a member's refusal so that its paths point into the body's `shipments`. `whole` says whether the members form a group or a
 * batch. `isOwn` says whether a path names a field that each member has separately.
 */
export const refusalOfMember = (
  refusal: Refusal,
  index: number,
  whole: 'batch' | 'group',
  isOwn: (path: string) => boolean = () => true,
): Refusal => {
  const base = pointer('/shipments', index)
  const { errors, field } = refusal.details as { errors?: FieldError[]; field?: string }
  const details = {
    ...refusal.details,
    ...(errors && { errors: errors.map((error) => (isOwn(error.path) ? { ...error, path: base + error.path } : error)) }),
    ...(field && { field: `${base}/${field}` }),
  }
  return refuse(refusal.code, `Nothing was created, because member ${index} of the ${whole} was refused: ${refusal.message}`, details)
}
