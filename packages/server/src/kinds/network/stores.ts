import { COUNTRIES, needsPostalCode } from '@backhaul/core/countries.ts'
import { isTimezone } from '@backhaul/core/local-time.ts'
import type { Hours, Store } from '@backhaul/core/network.ts'
import { type FieldError, invalid, invalidField, isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Static } from 'typebox'
import type { Database } from '../../database/db.ts'
import type { Position } from '../../database/list-rows.ts'
import { iso } from '../../process/clock.ts'
import { newId } from '../../process/ids.ts'
import { auditPlan, type OperatorActor } from '../../service/audit.ts'
import type { CommandResult } from '../../service/execute.ts'
import type { Service } from '../../service/service.ts'
import { faultOfSpan, parseHours } from './hours.ts'
import { knownAreas } from './position.ts'
import { putRow } from './put-row.ts'
import { isStoreId } from './queries.ts'
import { storeAnswer, storeResource } from './resource.ts'
import type { StoreChange, StoreCreate } from './schema.ts'

export interface PlaceFacts {
  country?: string
  timezone?: string
}

/** Makes the checks that the schema of a place cannot express. */
export const faultsOfPlace = ({ country, timezone }: PlaceFacts): FieldError[] => [
  ...(country !== undefined && !COUNTRIES.has(country)
    ? [{ path: '/country', rule: 'country', message: 'must be an ISO 3166-1 alpha-2 code in capitals' }]
    : []),
  ...(timezone !== undefined && !isTimezone(timezone)
    ? [{ path: '/timezone', rule: 'timezone', message: 'must be an IANA time zone such as America/New_York' }]
    : []),
]

type HoursInput = Partial<Record<string, [string, string][]>>

const faultsOfSpans = (hours: HoursInput): FieldError[] =>
  Object.entries(hours).flatMap(([day, spans = []]) =>
    spans.flatMap(([from, to], i) => {
      const message = faultOfSpan(`${from}-${to}`)
      return message === null ? [] : [{ path: `/hours/${day}/${i}`, rule: 'hours', message }]
    }),
  )

/**
 * Opening hours in stored form. They are first converted to the text form of a file and then parsed, so that the rules are in one place.
 */
const canonicalHours = (hours: HoursInput): { hours: Hours | null } | { message: string } => {
  const days = Object.entries(hours).filter(([, spans]) => spans && spans.length > 0)
  if (days.length === 0) return { hours: {} }
  return parseHours(days.map(([day, spans]) => `${day} ${spans?.map(([from, to]) => `${from}-${to}`).join(',')}`).join(';'))
}

const checked = (input: Static<typeof StoreChange>): Static<typeof StoreChange> | Refusal => {
  const errors = faultsOfPlace(input)
  const unfit = faultsOfSpans((input.hours ?? {}) as HoursInput)
  errors.push(...unfit)
  const read = input.hours && unfit.length === 0 ? canonicalHours(input.hours as HoursInput) : null
  if (read && 'message' in read) errors.push({ path: '/hours', rule: 'hours', message: read.message })
  if (errors.length > 0) return invalid(errors)
  return read && 'hours' in read ? { ...input, hours: read.hours as Static<typeof StoreChange>['hours'] & object } : input
}

export const storeNotFound = (): Refusal =>
  refuse('not_found', 'No store has this id; GET /v2/ops/stores lists the stores.', { field: 'id' })

/** One attempt at adding a store. Errors: `validation_failed`, `store_code_taken`. */
export const addStore = async (service: Service, actor: OperatorActor, body: Static<typeof StoreCreate>): Promise<CommandResult> => {
  const input = checked(body)
  if (isRefusal(input)) return input
  const { code } = body
  const taken = await service.db.one<{ id: string }>('store_by_code', 'select id from stores where code = $1', [code])
  if (taken)
    return refuse(
      'store_code_taken',
      `The store ${taken.id} already has the code "${code}"; choose another code, or change the code of that store first.`,
      {
        store_id: taken.id,
      },
    )
  const store = {
    state: null,
    hours: null,
    pudo_code: code,
    active: true,
    ...input,
    postal_code: input.postal_code ?? '',
    code,
    id: newId('store'),
    created_at: iso(service.clock.now()),
  } as Store
  const after = storeResource(store)
  const audit = auditPlan(service, { actor, action: 'store.created', subject: store.id, before: null, after })
  const shown = storeAnswer(store, await knownAreas())
  return { status: 201, body: shown, plan: { inserts: [['stores', store], ...(audit.inserts ?? [])] } }
}

/** Changes the given fields. Sweeps and manifests keep their copy of the store. Errors: `validation_failed`, `not_found`. */
export const changeStore = async (
  service: Service,
  actor: OperatorActor,
  id: string,
  body: Static<typeof StoreChange>,
): Promise<Store | Refusal> => {
  const input = checked(body)
  if (isRefusal(input)) return input
  if (!isStoreId(id)) return storeNotFound()
  return putRow<Store>(service, 'stores', id, actor, (before) => {
    if (!before) return storeNotFound()
    const after = { ...before, ...input } as Store
    if (!after.postal_code.trim() && needsPostalCode(after.country))
      return invalidField('/postal_code', 'required', `is required in ${after.country}`)
    return { ...after, postal_code: after.postal_code ?? '' }
  })
}

export const findStore = async (db: Database, id: string): Promise<Store | null> =>
  isStoreId(id) ? db.one<Store>('store_ops', 'select * from stores where id = $1', [id]) : null

/** Newest first; all of them if `limit` is null. */
export const listStores = (
  db: Database,
  filter: { country?: string | undefined; code?: string | undefined },
  after: Position | null,
  limit: number | null,
) =>
  db.query<Store>(
    'stores_ops_list',
    `select * from stores where ($1::timestamptz is null or (date_trunc('milliseconds', created_at), id) < ($1, $2))
        and ($4::text is null or country = $4) and ($5::text is null or code = $5)
      order by date_trunc('milliseconds', created_at) desc, id desc limit $3`,
    [after?.created_at ?? null, after?.id ?? null, limit, filter.country ?? null, filter.code ?? null],
  )
