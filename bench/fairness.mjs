// The fairness measurement: how much longer events to healthy receivers take while other receivers are failing. Healthy and failing rounds
// alternate, because the speed of a shared machine drifts by more than the difference to be measured.
import { setTimeout as sleep } from 'node:timers/promises'
import { median, number } from './report.mjs'
import { CREATE, fire } from './requests.mjs'

const PARTNERS = 10
/** Healthy webhooks of each partner. A partner also has one failing webhook for each kind of failure. */
const HEALTHY_PER_PARTNER = 7
const EVENTS_PER_S = 3
const EVENTS_PER_CREATE = 2
const CONNECTIONS = 16
/** An odd number, because the median round is reported. */
const ROUNDS = 5
const WARM_UP_S = 5
/** The round is longer than the deadline of an attempt, so that hanging deliveries time out and are retried within it. */
const ROUND_S = 20
const BETWEEN_ROUNDS_MS = 1000
const MAX_RISE = 1.2

const register = async ({ stage, receiver, receiverPort }, credentials) => {
  const patients = await receiver.ask('listenPatients')
  const urls = [
    ...Array.from({ length: HEALTHY_PER_PARTNER }, (_, i) => `http://127.0.0.1:${receiverPort}/${i}`),
    ...patients.map((port) => `http://127.0.0.1:${port}/`),
  ]
  const ill = []
  for (const owner of credentials) {
    for (const [i, url] of urls.entries()) {
      const { id } = await stage.call('POST', '/v2/webhooks', { url, enabled_events: ['*'] }, { credentials: owner })
      if (i >= HEALTHY_PER_PARTNER) ill.push({ id, owner })
    }
  }
  return ill
}

/**
 * Empties the backlog of the failing webhooks. Each webhook is disabled until its pending deliveries have been skipped, and is then enabled
 * again.
 */
const cure = async ({ stage, receiver }, ill) => {
  await receiver.ask('recover')
  for (const status of ['disabled', 'enabled']) {
    for (const { id, owner } of ill) await stage.call('PATCH', `/v2/webhooks/${id}`, { status }, { credentials: owner })
    await stage.drained()
  }
}

const round = async (bench, shapes) => {
  await sleep(BETWEEN_ROUNDS_MS)
  await bench.receiver.ask('measure')
  const { requests } = await fire(bench, shapes, CONNECTIONS, ROUND_S, 201, {
    rate_per_s: (shapes.length * EVENTS_PER_S) / EVENTS_PER_CREATE,
  })
  const expected = requests * EVENTS_PER_CREATE * HEALTHY_PER_PARTNER
  await sleep(BETWEEN_ROUNDS_MS)
  const found = await bench.receiver.ask('report')
  if (found.received !== expected) throw new Error(`${expected} events for healthy receivers, ${found.received} received`)
  return found
}

const medianP99 = (rounds) => median(rounds, ({ p99_ms }) => p99_ms).p99_ms
const most = (rounds) => Math.max(...rounds.map(({ most_connections }) => most_connections))

/**
 * Gives each of 100 webhooks a steady rate of events. The receivers of 70 webhooks are always healthy. In every other round, the receivers
 * of the other 30 hang, answer 500 or drip.
 */
export const measureFairness = async (bench) => {
  const { stage, report, receiver } = bench
  await stage.restart()
  const credentials = await stage.partners(PARTNERS)
  const ill = await register(bench, credentials)
  const address = { ...CREATE.from, name: 'Returns' }
  const shapes = credentials.map((owner) => stage.shape('POST', '/v2/shipments', { ...CREATE, to: address }, owner))
  await fire(bench, shapes, CONNECTIONS, WARM_UP_S, 201, { rate_per_s: shapes.length * EVENTS_PER_S })
  await stage.settle()
  const [well, sick] = [[], []]
  for (let i = 0; i < ROUNDS; i++) {
    report.progress(`round ${i + 1} of ${ROUNDS}: all healthy, then ${ill.length} failing`)
    well.push(await round(bench, shapes))
    await receiver.ask('fallIll')
    sick.push(await round(bench, shapes))
    await cure(bench, ill)
  }
  const notes = [
    `median round: p99 of ${PARTNERS * HEALTHY_PER_PARTNER} healthy webhooks with ${EVENTS_PER_S} events/s each ${number(medianP99(well))} ms`,
    `${number(medianP99(sick))} ms while 10 hang, 10 answer 500 and 10 send one byte a second`,
    `by round: ${well.map((one, i) => `${number(one.p99_ms)} and ${number(sick[i].p99_ms)}`).join(', ')}`,
    `at most ${most(well)} and ${most(sick)} connections`,
  ].join('; ')
  report.add('healthy webhooks while others fail', {
    value: medianP99(sick) / medianP99(well),
    unit: 'times the p99',
    target: ['<', MAX_RISE],
    notes,
  })
}
