// Progress of filling a sandbox with sample parcels. Each database has one fill, stored as a row of `settings`. The process that runs the
// fill updates the row every few seconds. If that process dies, anyone may start the fill again. The fill then resumes with the simulated
// hour that was not finished.
import { randomUUID } from 'node:crypto'
import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import { TICKS_A_DAY } from '@backhaul/simulator/calendar.ts'
import type { SavedSimulation } from '@backhaul/simulator/model.ts'
import { Type } from 'typebox'
import type { Database } from '../../database/db.ts'
import { Nullable, Time } from '../../http/schemas.ts'
import { iso } from '../../process/clock.ts'
import type { Service } from '../../service/service.ts'

const NAME = 'sample'
/** A process that has not updated the row for this long is assumed to have ended. */
const SILENT_S = 20
const MAX_ROUNDS = 10
const SILENT = 'The process that filled the sandbox ended. Start again to continue.'

/** With this seed, the sandbox has open work of each kind at any hour of the week. */
export const SAMPLE = { seed: 6, parcels_per_day: 15, stores: 6, days: 14 }

/** The state from which an interrupted fill resumes, without the keys, which are created again. */
export type SavedSample = Omit<SavedSimulation, 'operator' | 'merchants' | 'reporting' | 'reports'> & { partners: string[] }

export interface Sample {
  /** Identifies the run that works on the fill. If a process finds another id here, it no longer has the fill. */
  run: string
  state: 'running' | 'stopped' | 'done'
  beat_at: string
  started_at: string
  ended_at: string | null
  /** Why the fill stopped. */
  reason: string | null
  /** Ids of the keys that are revoked when the fill ends. */
  keys: string[]
  /** Null: nothing has been created yet. */
  kept: SavedSample | null
}

interface Found {
  value: Sample | null
  is_silent: boolean
  has_shipments: boolean
}

const READ = `
  select s.value, coalesce((s.value ->> 'beat_at')::timestamptz < now() - interval '${SILENT_S} s', false) as is_silent,
         exists (select from shipments) as has_shipments
    from (select 1) one left join settings s on s.name = '${NAME}'`

const find = async (db: Database): Promise<Found> => {
  const found = (await db.one<Found>('sample_read', READ, [])) as Found
  const { value, is_silent } = found
  if (value?.state !== 'running' || !is_silent) return found
  return { ...found, value: { ...value, state: 'stopped', reason: SILENT } }
}

export const SampleOut = Type.Object(
  {
    object: Type.Enum(['sample']),
    status: Type.Enum(['none', 'running', 'stopped', 'done'], {
      description: '`none`: never started; `stopped`: ended before it was complete, and can be started again',
    }),
    can_start: Type.Boolean({ description: 'Whether the fill can be started now' }),
    progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percentage of the simulated hours that are complete' }),
    day: Type.Integer({ minimum: 0, description: 'Number of the day that is being filled; 0 before the first day' }),
    days: Type.Integer({ minimum: 0, description: 'Number of days; 0 before the start' }),
    parcels: Type.Integer({ minimum: 0, description: 'Parcels created so far' }),
    scans: Type.Integer({ minimum: 0, description: 'Scans created so far' }),
    started_at: Nullable(Time('Time of the start; null: never started')),
    ended_at: Nullable(Time('Time of the end; null: not ended')),
    reason: Nullable(Type.String({ description: 'Why the fill stopped' })),
  },
  { title: 'Sample', description: 'The sample parcels of a sandbox' },
)

const NONE = { day: 0, days: 0, progress: 0, parcels: 0, scans: 0 }

const progressOf = (kept: SavedSample | null) => {
  if (!kept) return NONE
  const { next_tick, until_day, tally } = kept
  const ticks = Math.round(until_day * TICKS_A_DAY)
  return {
    progress: Math.floor((Math.min(next_tick, ticks) / ticks) * 100),
    day: Math.min(Math.ceil((next_tick + 1) / TICKS_A_DAY), Math.ceil(until_day)),
    days: Math.ceil(until_day),
    parcels: tally.parcels ?? 0,
    scans: tally.scans ?? 0,
  }
}

const resourceOf = ({ value, has_shipments }: Found) => ({
  object: 'sample',
  status: value?.state ?? 'none',
  can_start: value?.state !== 'running' && (!has_shipments || (value?.state === 'stopped' && value.kept !== null)),
  ...progressOf(value?.kept ?? null),
  started_at: value?.started_at ?? null,
  ended_at: value?.ended_at ?? null,
  reason: value?.reason ?? null,
})

export const readSample = async ({ reads }: Service) => resourceOf(await find(reads))

const TAKE = `
  insert into settings as s (name, value) values ('${NAME}', $1::jsonb || jsonb_build_object('beat_at', now()))
  on conflict (name) do update set value = excluded.value where s.value ->> 'run' = $2
  returning name`

/**
 * Gives the fill to a new run. `run` is null when another run is in progress. Errors: `sandbox_not_empty`; `unavailable` when too many
 * requests start the fill at once.
 */
export const claimSample = async ({ db, clock }: Service): Promise<{ run: string | null; body: object } | Refusal> => {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = await find(db)
    const { value } = found
    if (value?.state === 'running') return { run: null, body: resourceOf(found) }
    const { can_start } = resourceOf(found)
    if (!can_start)
      return refuse('sandbox_not_empty', 'The sandbox already has parcels. For sample parcels, use a sandbox with an empty data directory.')
    const goesOn = value?.state === 'stopped' ? value : null
    const next: Omit<Sample, 'beat_at'> = {
      run: randomUUID(),
      state: 'running',
      started_at: goesOn?.started_at ?? iso(clock.now()),
      ended_at: null,
      reason: null,
      keys: goesOn?.keys ?? [],
      kept: goesOn?.kept ?? null,
    }
    const taken = await db.query('sample_take', TAKE, [JSON.stringify(next), value?.run ?? ''])
    if (taken.length === 1) return { run: next.run, body: resourceOf({ ...found, value: next as Sample }) }
  }
  return refuse('unavailable', 'Other requests are starting the sample parcels; try again.')
}

/** Reads the state of the fill for this run. Null: another run has taken it over. */
export const openSample = async ({ db }: Service, run: string): Promise<Sample | null> => {
  const { value } = await find(db)
  return value?.run === run ? value : null
}

const SAVE = `
  update settings set value = value || $2::jsonb || jsonb_build_object('beat_at', now())
   where name = '${NAME}' and value ->> 'run' = $1 and value ->> 'state' = 'running' returning name`

/** Saves the progress of the fill. False: another run has taken it over. */
export const saveSample = async ({ db }: Service, run: string, change: Partial<Omit<Sample, 'run' | 'beat_at'>>): Promise<boolean> =>
  (await db.query('sample_save', SAVE, [run, JSON.stringify(change)])).length === 1
