// `npm run siege -- [--minutes N] [--seed S] [--tries T] [--only ATTACK]`: tests whether a well-behaved partner notices when anonymous
// callers, other partners and receivers attack in every way at once. The service runs like `backhaul serve`, on the embedded database. A
// partner that sends 20 requests a second is measured before, during and one minute after the siege. Exit code 1: a request of the partner
// was refused or too slow, an event was late, or the service used too much memory, died or did not return to rest. The exit code is also 1
// if an attack did not reach its rate, because the run then proves nothing.
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Credentials } from '../lib/client.ts'
import { type Helper, machineUsedS, processTable } from '../lib/processes.ts'
import { anySeed, readOptions, say } from '../lib/run.ts'
import { UNLIMITED } from '../lib/service.ts'
import type { Result } from './attack.ts'
import { start } from './helpers.ts'
import { PARTNERS } from './partners.ts'
import { SiegedService } from './service.ts'
import type { Work } from './victim.ts'

const QUIET_S = 20
const RECOVERY_S = 60
const KEYS_OF_AN_ATTACKER = 3
const SAMPLE_EVERY_MS = 250
const MEBIBYTE = 2 ** 20

/** On two processors, all requests share one API process with those of the attackers. */
const MOST_P50_RISE = 5
const MAX_P99_MS = 500
const MAX_WEBHOOK_MS = 2000
const MAX_MEMORY = 768 * MEBIBYTE
/**
 * How much higher the partner's measurements may be after the siege. Those of an idle service vary by this much on a machine with other
 * work.
 */
const RESTING_RISE = 1.5
const RESTING_SLACK_MS = 10

/**
 * Limit for the time that the partner's own process waits for a processor. That process does almost nothing, and has the same priority as
 * the service.
 */
const MAX_OWN_WAIT_MS = 25

/** Share of processor time that other programs may use during the siege. */
const MOST_ELSEWHERE = 0.2

/**
 * Time limit for the return to rest. By then, closed connections are no longer counted, and one attempt of each delivery to a faulty
 * receiver has ended.
 */
const CLOSING_MS = 60_000
/** Excluded: resources that the metrics request itself holds, and connections that are kept open for receivers on purpose. */
const OWN_ACCOUNTS = /connections|requests"/

/** Seconds of processor time, by program. */
type Used = [string, number][]

interface Attacks {
  results: Result[]
  received: number
  used_s: Used
  /** Share of processor time that other programs used. */
  elsewhere: number
}

const ms = (value: number) => (value === Number.POSITIVE_INFINITY ? 'never' : `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`)
const tell = (phase: string, result: Work): void => {
  const { p50_ms, p99_ms, most_ms, refused, requests, webhook_p50_ms, webhook_most_ms, own_p50_ms, own_p99_ms, kinds, slowest } = result
  say(
    `${phase}: ${requests} requests, ${refused.length} refused, p50 ${ms(p50_ms)}, p99 ${ms(p99_ms)}, max ${ms(most_ms)}; webhooks p50 ${ms(webhook_p50_ms)}, max ${ms(webhook_most_ms)}`,
  )
  for (const one of kinds) {
    const { kind, requests: of_kind } = one
    say(`  ${kind}: ${of_kind} requests, p50 ${ms(one.p50_ms)}, p99 ${ms(one.p99_ms)}, max ${ms(one.most_ms)}`)
  }
  // Sorted by time, because requests that are slow at the same moment were waiting for the same thing.
  const moments = [...slowest].sort((a, b) => a.due_s - b.due_s)
  say(`  slowest: ${moments.map((one) => `${one.kind} ${ms(one.ms)} at ${one.due_s.toFixed(1)} s`).join(', ')}`)
  say(`  of this, the partner's own process waited for a processor: p50 ${ms(own_p50_ms)}, p99 ${ms(own_p99_ms)}`)
}

/** Runs the siege. Resolves with the result of each attack and the processor time that other programs used. */
const besiege = async (service: SiegedService, victim: Helper, partners: Credentials[][]): Promise<Attacks> => {
  const { minutes, seed, only } = options
  const attackers = await start('attackers', { isLowest: true })
  const began = performance.now()
  const used_s = usedSince({ partner: victim, attackers }, service)
  const result = await attackers.ask({ port: service.served.port, partners, seed, only, seconds: minutes * 60 })
  const used = used_s()
  const processors_s = (availableParallelism() * (performance.now() - began)) / 1000
  return { ...result, used_s: used.ours, elsewhere: used.elsewhere_s / processors_s }
}

/**
 * Starts measuring. Returns a function that gives the processor seconds that our processes and all other processes have used since. The
 * seconds of the others are 0 if the machine does not report them.
 */
const usedSince = (helpers: Record<string, Helper>, service: SiegedService) => {
  const now = () => {
    const table = processTable()
    const ofChildren = Object.entries(helpers).map(([name, { child }]) => [name, table.get(child.pid ?? 0)?.used_s ?? 0])
    const ours: Record<string, number> = { ...service.used_s, ...Object.fromEntries(ofChildren) }
    return { ours, machine_s: machineUsedS() ?? 0 }
  }
  const before = now()
  return () => {
    const after = now()
    const ours = Object.entries(after.ours).map(([name, used]): Used[number] => [name, Math.max(used - (before.ours[name] ?? 0), 0)])
    return { ours, elsewhere_s: Math.max(after.machine_s - before.machine_s - ours.reduce((sum, [, used]) => sum + used, 0), 0) }
  }
}

const processors = (used_s: Used) => used_s.map(([name, used]) => `${name} ${used.toFixed(1)}`).join(', ')

const shownProcesses = ({ used_s, elsewhere }: Attacks, { peak_bytes, peak_parts }: SiegedService): void => {
  say(`  processor seconds: ${processors(used_s)}; other programs used ${Math.round(elsewhere * 100)} % of the machine`)
  const parts = Object.entries(peak_parts).map(([name, bytes]) => `${name} ${Math.round(bytes / MEBIBYTE)}`)
  say(`  peak memory ${Math.round(peak_bytes / MEBIBYTE)} MiB without the database: ${parts.join(', ')}`)
}

const shownAttacks = ({ results, received }: Attacks): void => {
  for (const { name, per_s, minimum_per_s, statuses, failures } of results) {
    const outcomes = Object.entries({ ...statuses, ...failures }).map(([what, count]) => `${what} ${count}`)
    say(`  ${name}: ${per_s.toFixed(1)}/s (at least ${minimum_per_s}); ${outcomes.join(', ')}`)
  }
  say(`  failing receivers: ${received} requests`)
}

/** Answers, or missing answers, that are normal while a machine stalls for up to STILL_S seconds. */
const IN_TIME = /^503 |^no answer$/
const STILL_S = 5
/** Whether a stall may explain these refusals, because they all came at about the same time. */
const isOfTime = (refused: Work['refused']): boolean => {
  const due_s = refused.map((one) => one.due_s)
  return refused.every(({ text }) => IN_TIME.test(text)) && Math.max(...due_s) - Math.min(...due_s) <= STILL_S
}

interface Seen {
  quiet: Work
  besieged: Work
  after: Work
  /** Resources that are still held, with their amounts. */
  kept: [string, number][]
  attacks: Attacks
  service: SiegedService
  /** Process ids before the siege. */
  processes: number[]
}

/**
 * Returns everything that is wrong, one line each. `isSure` means that at least one of the faults does not depend on timing. A retry could
 * only hide such a fault.
 */
const judge = ({ quiet, besieged, after, kept, attacks, service, processes }: Seen) => {
  const wrong: string[] = []
  let isSure = false
  const demand = (holds: boolean, text: string): void => {
    if (holds) return
    isSure = true
    wrong.push(text)
  }
  const doubt = (holds: boolean, text: string): void => {
    if (!holds) wrong.push(text)
  }
  // Times and rates prove nothing if the partner's own process waits for a processor, or if other programs use the machine.
  const isBusy = quiet.own_p99_ms > MAX_OWN_WAIT_MS || attacks.elsewhere > MOST_ELSEWHERE
  const demandInTime = (holds: boolean, text: string): void => {
    if (isBusy && !holds) say(`ignored, because other programs use the machine: ${text}`)
    else doubt(holds, text)
  }
  demand(service.served.isRunning, `the service ended: ${service.served.said}`)
  const lost = processes.filter((pid) => !service.processes.includes(pid))
  demand(lost.length === 0, `${lost.length} processes of the service died: ${service.served.said}`)
  for (const [phase, { refused }] of Object.entries({ quiet, besieged, after })) {
    const texts = new Set(refused.map(({ text }) => text))
    const insist = isOfTime(refused) ? doubt : demand
    insist(refused.length === 0, `${refused.length} refused (${phase}): ${[...texts].slice(0, 3).join('; ')}`)
  }
  // The peak of many samples depends on when each process collects garbage.
  doubt(
    service.peak_bytes < MAX_MEMORY,
    `the service used ${Math.round(service.peak_bytes / MEBIBYTE)} MiB; the limit is ${MAX_MEMORY / MEBIBYTE}`,
  )
  for (const [account, held] of kept) demand(held === 0, `after a minute, ${held} are still held: ${account}`)
  const { p50_ms, p99_ms, webhook_most_ms } = besieged
  const most_p50_ms = MOST_P50_RISE * quiet.p50_ms
  demandInTime(p50_ms < most_p50_ms, `p50 is ${ms(p50_ms)}; the limit is ${MOST_P50_RISE} times the quiet p50, ${ms(most_p50_ms)}`)
  demandInTime(p99_ms < MAX_P99_MS, `p99 is ${ms(p99_ms)}; the limit is ${MAX_P99_MS} ms`)
  demandInTime(webhook_most_ms <= MAX_WEBHOOK_MS, `a webhook arrived after ${ms(webhook_most_ms)}; the limit is ${MAX_WEBHOOK_MS} ms`)
  for (const name of ['p50_ms', 'p99_ms'] as const) {
    const most_ms = quiet[name] * RESTING_RISE + RESTING_SLACK_MS
    demandInTime(after[name] <= most_ms, `after a minute, ${name.slice(0, 3)} is ${ms(after[name])}, not back to ${ms(quiet[name])}`)
  }
  for (const { name, per_s, minimum_per_s } of attacks.results) {
    demand(per_s > 0 || isBusy, `no siege: ${name} did not run at all`)
    demandInTime(per_s >= minimum_per_s, `no siege: ${name} ran ${per_s.toFixed(2)} times a second; the minimum is ${minimum_per_s}`)
  }
  return { wrong, isSure, isBusy }
}

/** Measures the partner while nobody attacks. */
const peace = async (phase: string, service: SiegedService, victim: Helper): Promise<Work> => {
  const used_s = usedSince({ partner: victim }, service)
  const result = await victim.ask({ seconds: QUIET_S })
  tell(phase, result)
  say(`  processor seconds: ${processors(used_s().ours)}`)
  return result
}

/** Resolves with the resources whose amount was never zero, and their last amounts. */
const keptBy = async (service: SiegedService): Promise<Seen['kept']> => {
  const empty = new Set<string>()
  for (const end_ms = performance.now() + CLOSING_MS; ; await sleep(1000)) {
    const held = [...(await service.metric('backhaul_held'))].filter(([account]) => !OWN_ACCOUNTS.test(account))
    for (const [account, many] of held) if (many === 0) empty.add(account)
    const kept: Seen['kept'] = held.length > 0 ? held.filter(([account]) => !empty.has(account)) : [['/metrics has no values', 1]]
    if (kept.length === 0 || performance.now() > end_ms) return kept
  }
}

/** Runs one siege. Resolves with its result. */
const attempt = async () => {
  const service = await SiegedService.open()
  const sampling = setInterval(() => service.sample(), SAMPLE_EVERY_MS)
  try {
    const [credentials] = await service.partner('Well-behaved', { rate_limit: UNLIMITED })
    const partners: Credentials[][] = []
    for (const [i, { isOperator }] of PARTNERS.entries()) {
      partners.push(
        isOperator ? [await service.operator(`Attacker ${i}`)] : await service.partner(`Attacker ${i}`, { more: KEYS_OF_AN_ATTACKER - 1 }),
      )
    }
    const victim = await start('victim')
    await victim.ask({ open: { port: service.served.port, credentials, seed: options.seed } })
    await victim.ask({ seconds: 5 })
    const { processes } = service
    const quiet = await peace('quiet', service, victim)
    const siege = besiege(service, victim, partners)
    const [besieged, attacks] = await Promise.all([victim.ask({ seconds: options.minutes * 60 }), siege])
    tell('besieged', besieged)
    shownAttacks(attacks)
    shownProcesses(attacks, service)
    await sleep(RECOVERY_S * 1000)
    const after = await peace('after', service, victim)
    await victim.ask({ end: true })
    const kept = await keptBy(service)
    return judge({ quiet, besieged, after, kept, attacks, service, processes })
  } finally {
    clearInterval(sampling)
    await service.close()
  }
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
const options = readOptions('npm run siege', { minutes: 1, seed: anySeed(), tries: 1, only: null as string | null })
say(`siege of ${options.minutes} min with seed ${options.seed}`)
let verdict = await attempt()
for (let tries = 1; ; tries++) {
  for (const line of verdict.wrong) say(`wrong: ${line}`)
  if (verdict.wrong.length === 0 || verdict.isSure || tries >= options.tries) break
  verdict = await attempt()
}
const { wrong, isBusy } = verdict
if (wrong.length > 0) say(`${wrong.length} checks failed`)
else say(isBusy ? 'nothing was refused, held or lost; times were ignored' : 'nobody noticed')
process.exit(wrong.length === 0 ? 0 : 1)
