// Plans a run from a seed: the partners, the faults of their receivers, the life of each parcel, how its requests are sent, and the time of
// each fault. The same seed gives the same plan. The outcome also depends on the machine: no seed decides how far a request is when a
// process is killed.
import { seeded } from '../lib/run.ts'
import { Chance } from './chance.ts'
import { type Life, lifeOf } from './lives.ts'

const LIVES_PER_S = 5
const PARTNERS = { least: 2, most: 4 }
const WEBHOOKS = { least: 1, most: 3 }
/** Pause between two faults. */
const PAUSE_MS = { least: 1200, most: 4500 }
/** The first fault comes when there is something to disturb. The last one comes early enough for its effects to show. */
const FIRST_MS = 2000
const CLOCK_HOURS = { least: 1, most: 8 }

const TYPES_OF_SOME = [
  'shipment.created',
  'shipment.label_ready',
  'shipment.held',
  'shipment.released',
  'shipment.cancelled',
  'shipment.delivered',
]

export type Ill = 'slow' | 'status_500' | 'reset' | 'cut' | 'late' | 'hang'
export type Manners = Partial<Record<Ill, number>>

/** For each kind of receiver, the share of attempts that meet each fault. The remaining attempts are answered with 200 at once. */
const MANNERS: Record<string, Manners> = {
  good: {},
  slow: { slow: 0.5 },
  failing: { status_500: 0.25, reset: 0.1 },
  rude: { reset: 0.1, cut: 0.15, status_500: 0.05, slow: 0.1 },
  late: { late: 0.01, hang: 0.01, slow: 0.1 },
}

/** Relative frequency of the faults. A frozen process or a stepped clock is restored when the fault's own duration is over. */
const CALAMITIES = {
  kill_api: 5,
  kill_part: 3,
  kill_worker: 5,
  freeze_api: 3,
  freeze_worker: 3,
  restart_database: 2,
  crash_database: 1,
  freeze_database: 2,
  end_sessions: 2,
  stall_session: 12,
  step_clock: 3,
  lose_archive: 2,
}

export interface PlannedWebhook {
  types: string[]
  signing: string
  manners: Manners
  seed: number
}

export interface Calamity {
  at_ms: number
  what: What
  which: number
  lasts_ms: number
  step_s: number
}

export interface Advance {
  at_ms: number
  partner: number
  hours: number
}

export interface Plan {
  seed: number
  until_ms: number
  partners: { name: string; webhooks: PlannedWebhook[] }[]
  lives: (Life & { at_ms: number; partner: number })[]
  calamities: Calamity[]
  advances: Advance[]
}

const partnersOf = (chance: Chance): Plan['partners'] =>
  Array.from({ length: chance.whole(PARTNERS.least, PARTNERS.most) }, (_, i) => ({
    name: `Partner ${i + 1}`,
    webhooks: Array.from({ length: chance.whole(WEBHOOKS.least, WEBHOOKS.most) }, (_, n) => ({
      types: n > 0 && chance.happens(0.3) ? TYPES_OF_SOME : ['*'],
      signing: chance.happens(0.3) ? 'standard' : 'service',
      manners: MANNERS[n === 0 && i === 0 ? 'good' : chance.pick(Object.keys(MANNERS))] as Manners,
      seed: chance.whole(1, 2 ** 31),
    })),
  }))

const durations: Partial<Record<What, [number, number]>> = {
  freeze_api: [1000, 7000],
  // A lease lasts 10 s, so some workers resume only after another worker has taken over their webhooks.
  freeze_worker: [3000, 16_000],
  freeze_database: [500, 4000],
  stall_session: [300, 2500],
  step_clock: [2000, 15_000],
  lose_archive: [1000, 8000],
}

/** Faults for a database with standbys. `stall_session` is left out, because the cluster cannot tell which session has written. */
type What = keyof typeof CALAMITIES_OF_CLUSTER

const CALAMITIES_OF_CLUSTER = { ...CALAMITIES, stall_session: 0, crash_database: 0, restart_database: 0, fail_over_database: 6 }

const calamitiesOf = (chance: Chance, until_ms: number, shares: Partial<Record<What, number>>): Calamity[] => {
  const all: Calamity[] = []
  for (let at_ms = FIRST_MS; at_ms < until_ms; at_ms += chance.whole(PAUSE_MS.least, PAUSE_MS.most)) {
    const what = chance.weighted(shares) as What
    const [least, most] = durations[what] ?? [0, 0]
    const which = chance.whole(0, 3)
    // A request is refused if its signature is 300 s old, so the clocks of two processes must differ by less than that.
    const step_s = what === 'step_clock' ? chance.whole(-140, 140) : 0
    all.push({ at_ms, what, which, lasts_ms: chance.whole(least, most), step_s })
  }
  return all
}

/** Plans when a partner's test clock is advanced, and by how many hours. */
const advancesOf = (chance: Chance, until_ms: number, partners: Plan['partners']): Advance[] => {
  const all: Advance[] = []
  for (let at_ms = chance.whole(5000, 12_000); at_ms < until_ms; at_ms += chance.whole(6000, 20_000))
    all.push({ at_ms, partner: chance.whole(0, partners.length - 1), hours: chance.whole(CLOCK_HOURS.least, CLOCK_HOURS.most) })
  return all
}

export const planOf = ({ seed, minutes, failover = false }: { seed: number; minutes: number; failover?: boolean }): Plan => {
  const until_ms = minutes * 60_000
  const of = (topic: number) => new Chance(seeded(seed * 31 + topic))
  const partners = partnersOf(of(1))
  const chance = of(2)
  const lives = Array.from({ length: Math.ceil((until_ms / 1000) * LIVES_PER_S) }, (_, n) => ({
    at_ms: Math.floor((n * 1000) / LIVES_PER_S),
    partner: chance.whole(0, partners.length - 1),
    ...lifeOf(new Chance(seeded(seed * 1_000_003 + n)), `life-${n}`),
  }))
  return {
    seed,
    until_ms,
    partners,
    lives,
    calamities: calamitiesOf(of(3), until_ms, failover ? CALAMITIES_OF_CLUSTER : CALAMITIES),
    advances: advancesOf(of(4), until_ms, partners),
  }
}
