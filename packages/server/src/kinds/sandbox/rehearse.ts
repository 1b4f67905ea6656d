// Runs a rehearsal: real commands, one after another, each in its own transaction. The last command commits together with the answer. If a
// crash interrupts a rehearsal, a real shipment may be left behind.
import type { ErrorCode } from '@backhaul/core/errors.ts'
import { invalidField, isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import { Type } from 'typebox'
import { IdText, Nullable } from '../../http/schemas.ts'
import { runExclusive } from '../../process/keyed-mutex.ts'
import { type Answer, type Execute, Execution, type Outcome } from '../../service/execute.ts'
import type { PartnerCaller } from '../../service/key-cache.ts'
import type { Service } from '../../service/service.ts'
import { loadShipment, shipmentNotFound } from '../shipments/load.ts'
import type { Rehearsal } from './rehearsals.ts'
import type { RehearsalStage, Step } from './steps.ts'

/** A shipment that the partner names is used as it is, so each command may refuse it with its own code. */
export const REHEARSAL_ERRORS: ErrorCode[] = [
  'validation_failed',
  'not_found',
  'invalid_transition',
  'shipment_locked',
  'shipment_not_dispositionable',
  'disposal_too_early',
  'shipment_not_cancellable',
  'shipment_not_redirectable',
  'shipment_held',
  'label_not_ready',
  'qr_not_valid',
  'pickup_already_scheduled',
  'shipment_already_tendered',
  'manifest_already_closed',
  'claim_already_open',
  'sandbox_only',
]

export const RehearsalIn = Type.Object(
  { shipment_id: Type.Optional(IdText('The shipment to use, in its current status; when absent, a new one is created')) },
  { additionalProperties: false, title: 'RehearsalRequest' },
)

const Fired = Type.Object({ eventID: Type.String(), type: Type.String() })

export const RehearsalOut = Type.Object(
  {
    object: Type.Enum(['rehearsal']),
    name: Type.String({ description: 'The event type or the fault' }),
    eventID: Type.String({ description: 'The event that was requested' }),
    shipment_id: Nullable(Type.String({ description: 'The shipment that was used' })),
    events: Type.Array(Fired, { description: 'Every event fired, in order' }),
  },
  { title: 'Rehearsal' },
)

interface FiredEvent {
  eventID: string
  type: string
}

const firedBy = ({ plan }: Outcome): FiredEvent[] => (plan.events ?? []).map(({ id, type }) => ({ eventID: id, type }))
const idIn = ({ body }: Outcome): string => (body as { id?: string }).id ?? ''

/** Runs one step as a separate command. */
const perform = async (stage: RehearsalStage, step: Step): Promise<Outcome | Refusal> => {
  const attempts: Outcome[] = []
  const answer = await new Execution(stage.service).execute(async () => {
    const attempt = await step(stage)
    if (!isRefusal(attempt)) attempts.push(attempt)
    return attempt
  })
  return isRefusal(answer) ? answer : (attempts.at(-1) as Outcome)
}

/** Runs the steps before the last one: creates the parcel, brings it to its status, and creates other records that are needed. */
const prepare = async (stage: RehearsalStage, { parcel, bring = [], before = [] }: Rehearsal): Promise<FiredEvent[] | Refusal> => {
  const fired: FiredEvent[] = []
  if (parcel && stage.shipment_id === '') {
    const made = await perform(stage, parcel)
    if (isRefusal(made)) return made
    stage.shipment_id = idIn(made)
    fired.push(...firedBy(made))
    for (const step of bring) {
      const outcome = await perform(stage, step)
      if (isRefusal(outcome)) return outcome
      fired.push(...firedBy(outcome))
    }
  }
  for (const step of before) {
    const outcome = await perform(stage, step)
    if (isRefusal(outcome)) return outcome
    stage.made = idIn(outcome)
    fired.push(...firedBy(outcome))
  }
  return fired
}

/** Placeholder while no answer is stored. It is never sent. */
const NOT_YET = refuse('validation_failed', 'Not answered yet.')

const checkNamed = async (service: Service, partnerId: string, { parcel }: Rehearsal, id: string | undefined): Promise<Refusal | null> => {
  if (id === undefined) return null
  if (!parcel) return invalidField('/shipment_id', 'absent', 'must be absent: this rehearsal creates its own shipment')
  return (await loadShipment(service, partnerId, id)) ? null : shipmentNotFound('shipment_id')
}

/**
 * Runs the real commands. Errors: those of the commands for the named shipment; `invalid_transition` if the event can no longer fire. A
 * repeated Idempotency-Key gets the stored answer before any command runs again.
 */
export const rehearse = (
  service: Service,
  caller: PartnerCaller,
  name: string,
  rehearsal: Rehearsal,
  shipmentId: string | undefined,
  execute: Execute,
): Promise<Answer | Refusal> => {
  const partnerId = caller.partner.id
  return runExclusive(`rehearsal/${partnerId}`, async () => {
    const known = await execute(async () => NOT_YET)
    if (known !== NOT_YET) return known
    const stage: RehearsalStage = { service, caller, shipment_id: shipmentId ?? '', made: '' }
    const fired = (await checkNamed(service, partnerId, rehearsal, shipmentId)) ?? (await prepare(stage, rehearsal))
    if (isRefusal(fired)) return execute(async () => fired)
    return execute(async () => {
      const outcome = await rehearsal.last(stage)
      if (isRefusal(outcome)) return outcome
      const last = firedBy(outcome)
      const wanted = last.find(({ type }) => type === rehearsal.fires)
      if (!wanted)
        return refuse(
          'invalid_transition',
          `"${name}" can no longer happen to this shipment; send another shipment_id or omit shipment_id.`,
        )
      const shipment_id = stage.shipment_id || idIn(outcome) || null
      const body = { object: 'rehearsal', name, eventID: wanted.eventID, shipment_id, events: [...fired, ...last] }
      return { status: 200, body, plan: outcome.plan }
    })
  })
}
