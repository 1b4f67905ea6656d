// Shared parts of the commands of the model-based test: which parcel a command is for, how it is sent, and how its result is compared.
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect } from 'vitest'
import { ok } from '../conformance/support.ts'
import type { TestAnswer } from '../support/client.ts'
import type { Birth, Country, Parcel, Refused, World } from './model.ts'
import * as model from './model.ts'
import { expectRefused, type Json, look, type Real, type Seen } from './model-driver.ts'

export type Command = fc.AsyncCommand<World, Real>

/** Each command, with each parcel status in which it was tried, so that the test can check its coverage. */
export const met = new Set<string>()

export const MAX_PARCELS = 7
export const number = fc.nat({ max: MAX_PARCELS - 1 })
export const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

/** Which parcels a command chooses from: those for which it is allowed, those that have not ended, or all. */
export interface Aim {
  number: number
  among: 'fitting' | 'living' | 'all'
}
export const aim: fc.Arbitrary<Aim> = fc.record({
  number,
  among: fc.constantFrom('fitting', 'fitting', 'fitting', 'living', 'living', 'all'),
})
export const showAim = ({ number, among }: Aim): string => `${number} of ${among}`

type Decide = (world: World, parcel: Parcel) => Refused | boolean | undefined

/**
 * Returns whether the command would have an effect on the parcel. If `lifted` is set, a hold is lifted first. The command is tried on a
 * copy.
 */
const fits = (world: Readonly<World>, { number }: Parcel, decide: Decide, touch: typeof model.touch, lifted: boolean): boolean => {
  const copy = structuredClone(world) as World
  const parcel = copy.parcels[number] as Parcel
  touch(copy, parcel)
  if (lifted) parcel.held = false
  const outcome = decide(copy, parcel)
  return outcome === true || (outcome === undefined && copy.told.length > world.told.length)
}

/** Returns the chosen parcel. If none matches, returns one that has not ended, or any parcel if all have ended. */
export const aimed = (world: Readonly<World>, { number, among }: Aim, decide: Decide = () => true, touch = model.touch): Parcel => {
  const living = among === 'all' ? [] : world.parcels.filter((parcel) => !model.isEnded(parcel))
  const fitting = among === 'fitting' ? living.filter((one) => [false, true].some((lifted) => fits(world, one, decide, touch, lifted))) : []
  return at([fitting, living, world.parcels].find((pool) => pool.length > 0) as Parcel[], number)
}

export const command = (
  name: string,
  run: (world: World, real: Real) => Promise<void>,
  can: (world: World) => boolean = () => true,
): Command => ({
  check: (world) => can(world),
  run,
  toString: () => name,
})

/** The visible state of a parcel, without its history. */
const photo = ({ scans: _, ...rest }: Parcel): string => JSON.stringify(rest)

export type Send = (real: Real, seen: Seen, key: { idempotencyKey: string }, world: World) => Promise<TestAnswer>

/** A command on one parcel. If `twice` is set, the command is sent again with its idempotency key and must have no further effect. */
export const onParcel = (
  name: string,
  which: Aim,
  decide: Decide,
  send: Send,
  { twice = false, status = 200, answers = (json: Json): Json => json, touch = model.touch } = {},
): Command =>
  command(`${name} of ${showAim(which)}${twice ? ' twice' : ''}`, async (world, real) => {
    const parcel = aimed(world, which, decide, touch)
    const seen = real.parcels[parcel.number] as Seen
    touch(world, parcel)
    met.add(`${name.split(' ')[0]} ${parcel.status}`)
    const before = photo(parcel)
    const told = world.told.length
    const outcome = decide(world, parcel)
    const key = { idempotencyKey: randomUUID() }
    const answer = await send(real, seen, key, world)
    if (typeof outcome === 'object') expectRefused(answer, outcome)
    else ok(answer, status)
    if (twice) expect((await send(real, seen, key, world)).text).toBe(answer.text)
    const expired = before.includes('"expired"') && seen.last.status !== 'expired'
    const json = await look(world, real, parcel, !expired && world.told.length === told && photo(parcel) === before)
    if (typeof outcome === 'object') return
    const shipment = answers(answer.json)
    if (shipment) expect(shipment).toEqual(json)
    if (typeof outcome === 'boolean') expect([answer.json.applied, answer.json.events.length]).toEqual([outcome, world.told.length - told])
  })

export const noBody =
  (path: string): Send =>
  (real, { id }, key) =>
    real.client.post(`/v2/shipments/${id}/${path}`, undefined, key)

export const destination: fc.Arbitrary<NonNullable<Birth['to']>> = fc
  .constantFrom<Country>('US', 'CA')
  .chain((country) => fc.integer({ min: 1, max: 2 }).map((n) => ({ line1: `${n} Main St, ${country}`, country })))
export const weight = fc.constantFrom(1, 5, 20, 60)
export const store = fc.nat({ max: 1 })

export const DAY_H = 24
/** Whether a command is sent again. */
export const twice = fc.nat({ max: 7 }).map((n) => n === 7)
