// The open tenders and sweeps of a carrier, their places, and the ones that a consolidation includes by default.
import type { Sweep, Tender } from '@backhaul/client'
import type { Choice } from '../../design/field.tsx'
import { fieldErrorsOf } from '../forms/errors.ts'

/** A tender or sweep that can be put into a consolidation. */
export interface Candidate {
  id: string
  kind: 'tender' | 'sweep'
  partner_id: string | null
  /** Null for a sweep: its number of parcels is known only once it is in a consolidation. */
  pieces: number | null
  /** True if the handover is at the chosen place, false if the tender names no place. */
  isThere: boolean
}

export interface Where {
  facility: string
  store_id: string
  date: string
}

/** Returns the places with open tenders, each with the number of its tenders, followed by all other known places. */
export const facilityChoices = (tenders: readonly Tender[], known: readonly string[]): Choice[] => {
  const count = new Map<string, number>()
  for (const { facility } of tenders) if (facility !== null) count.set(facility, (count.get(facility) ?? 0) + 1)
  const open = [...count].sort(([a], [b]) => (a < b ? -1 : 1))
  return [
    ...open.map(([value, tenders_there]) => ({ value, label: `${value}: ${tenders_there} open` })),
    ...known.filter((code) => !count.has(code)).map((value) => ({ value, label: `${value}: no open tenders or sweeps` })),
  ]
}

const ofTender = ({ id, partner_id, piece_count }: Tender, isThere: boolean): Candidate => ({
  ...{ id, kind: 'tender' as const, partner_id: partner_id ?? null, pieces: piece_count, isThere },
})

/** Returns the tenders and sweeps to hand over at the place, followed by tenders without a place. */
export const candidatesAt = (where: Where, carrier: string, tenders: readonly Tender[], sweeps: readonly Sweep[]): Candidate[] => {
  const there = where.facility === '' ? [] : tenders.filter(({ facility }) => facility === where.facility)
  const visits = where.store_id === '' ? [] : sweeps.filter(({ dp }) => dp === carrier)
  return [
    ...there.map((one) => ofTender(one, true)),
    ...visits.map(({ id }): Candidate => ({ id, kind: 'sweep', partner_id: null, pieces: null, isThere: true })),
    ...tenders.filter(({ facility }) => facility === null).map((one) => ofTender(one, false)),
  ]
}

/** Returns the members: the candidates at this place, plus or minus the candidates that the user toggled. */
export const chosen = (candidates: readonly Candidate[], flipped: ReadonlySet<string>): Candidate[] =>
  candidates.filter(({ id, isThere }) => isThere !== flipped.has(id))

export interface CreateBody {
  carrier: string
  facility?: string
  store_id?: string
  date?: string
  tender_ids?: string[]
  sweep_ids?: string[]
}

export const createBody = (carrier: string, { facility, store_id, date }: Where, members: readonly Candidate[]): CreateBody => {
  const ids = (kind: Candidate['kind']) => members.filter((one) => one.kind === kind).map(({ id }) => id)
  const [tender_ids, sweep_ids] = [ids('tender'), ids('sweep')]
  return {
    carrier,
    ...(store_id === '' ? { facility } : { store_id, date }),
    ...(tender_ids.length > 0 && { tender_ids }),
    ...(sweep_ids.length > 0 && { sweep_ids }),
  }
}

/** Returns why the service refused some of the sent ids as members: the reason for each of these ids. */
export const refusedOf = (error: unknown, sent: { tender_ids?: string[]; sweep_ids?: string[] }): ReadonlyMap<string, string> => {
  const ids: Record<string, string[] | undefined> = sent
  const found = fieldErrorsOf(error).map(({ path, message }): [string | undefined, string] => {
    const [list = '', index] = path.split('/').slice(1)
    return [ids[list]?.[Number(index)], message]
  })
  return new Map(found.filter((one): one is [string, string] => one[0] !== undefined))
}
