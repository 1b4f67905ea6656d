// Random walks through the decisions. They check rules that hold after any commands in any order.
import { decideDisposition, decideRedirect } from '@backhaul/core/decide-disposition.ts'
import { decideAmend, decideCancel, decideExpire, decideHold, decideRelease, decideReprint } from '@backhaul/core/decide-lifecycle.ts'
import { decideScan, type ScanInput } from '@backhaul/core/decide-scan.ts'
import { decideTenderAccepted } from '@backhaul/core/decide-tender.ts'
import type { Effects } from '@backhaul/core/effects.ts'
import { EVENT_TYPES, eventSchema } from '@backhaul/core/events/catalog.ts'
import { freeze } from '@backhaul/core/events/draft.ts'
import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import type { QrRow, Shipment } from '@backhaul/core/shipment.ts'
import { DISPOSITIONS, RANKS, SCAN_KINDS, stateOf, TERMINAL } from '@backhaul/core/transitions.ts'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { expect, it } from 'vitest'
import { CANADA, create, envAt, NOW, scanEnv, US_FAR } from './fixtures.ts'

const SCHEMAS = new Map(EVENT_TYPES.map((type) => [type, Compile(eventSchema(type))]))

type Step = (shipment: Shipment, qr: QrRow | null, now: string) => Effects | Refusal | null
type Named = [name: string, step: Step]

const scans = fc
  .record({
    kind: fc.constantFrom(...SCAN_KINDS),
    weight: fc.integer({ min: 1, max: 90 }),
    carrier: fc.constantFrom('ups', 'puro', undefined),
    signed: fc.boolean(),
  })
  .map(({ kind, weight, carrier, signed }): Named => {
    const input: ScanInput = {
      kind,
      ...(kind === 'walk-in' && { reweigh: { weight } }),
      ...(kind === 'reject' && { reject_reason: 'other' }),
      ...(kind === 'inject' && carrier && { carrier }),
      ...(kind === 'deliver' && signed && { signed_by: 'J. Roe' }),
    }
    return [kind, (shipment, qr, now) => decideScan(shipment, input, scanEnv(now, { qr }))]
  })
const dispositions = fc
  .constantFrom(...DISPOSITIONS)
  .map((disposition): Named => [disposition, (shipment, _, now) => decideDisposition(shipment, disposition, envAt(now))])
const others = fc.constantFrom<Named>(
  ['amend', (shipment, _, now) => decideAmend(shipment, { to: shipment.market === 'CA' ? US_FAR : CANADA }, envAt(now))],
  ['reprint', (shipment, _, now) => decideReprint(shipment, envAt(now))],
  ['hold', (shipment, _, now) => decideHold(shipment, envAt(now))],
  ['release', (shipment, _, now) => decideRelease(shipment, envAt(now))],
  ['cancel', (shipment, _, now) => decideCancel(shipment, envAt(now))],
  ['expire', (shipment, _, now) => decideExpire(shipment, envAt(now))],
  ['redirect', (shipment, _, now) => decideRedirect(shipment, CANADA, envAt(now))],
  [
    'tender',
    (shipment, _, now) => decideTenderAccepted(shipment, { id: 'tnd_1', carrier: 'cpc', handoff: 'inject', facility: null }, envAt(now)),
  ],
)

const expectSound = (name: string, before: Shipment, { shipment: after, events, applied, scan, label }: Effects, now: string): void => {
  const [from, to] = [stateOf(before), stateOf(after)]
  expect(after.version).toBe(after === before ? before.version : before.version + 1)
  expect([after.id, after.tracking, after.barcode, after.created_at]).toEqual([
    before.id,
    before.tracking,
    before.barcode,
    before.created_at,
  ])
  if (TERMINAL.includes(from)) expect(after.status).toBe(before.status)
  if (scan && name !== 'reject') expect(RANKS[to] ?? 99).toBeGreaterThanOrEqual(RANKS[from] ?? 99)
  if (!applied) expect(events).toEqual([])
  if (label) expect(label).toMatchObject({ version: (before.label_version ?? 0) + 1, supersedes: before.label_id, id: after.label_id })
  else expect(after.label_id).toBe(before.label_id)
  if ((RANKS[to] ?? 0) >= 7 && !to.startsWith('unclaimed')) expect([after.carrier, after.ltracking]).not.toContain(null)
  if (name !== 'amend') expect(after.amount).toBe(before.amount)
  for (const draft of events) {
    const body = JSON.parse(freeze(draft, { id: 'evt_1', now }).body)
    expect(SCHEMAS.get(draft.type)?.Errors(body)).toEqual([])
  }
}

it('no order of commands breaks a shipment, and every event fits its schema', () => {
  const walk = fc.array(
    fc.oneof({ weight: 5, arbitrary: scans }, { weight: 2, arbitrary: dispositions }, { weight: 3, arbitrary: others }),
    {
      minLength: 1,
      maxLength: 25,
    },
  )
  const reached = new Set<string>()
  fc.assert(
    fc.property(walk, fc.constantFrom('qr_code', 'print_label'), fc.constantFrom(CANADA, US_FAR), (steps, fulfillment, to) => {
      const made = create({ fulfillment, to })
      let { shipment } = made
      let qr = made.qr_issued ?? null
      steps.forEach(([name, step], day) => {
        const now = new Date(Date.parse(NOW) + (day + 1) * 2 * 86_400_000).toISOString()
        const outcome = step(Object.freeze(shipment), qr, now)
        if (!outcome || isRefusal(outcome)) return
        expectSound(name, shipment, outcome, now)
        shipment = outcome.shipment
        qr = outcome.qr_changed ?? qr
        reached.add(shipment.status)
      })
    }),
    { numRuns: 600, seed: 20_261_120 },
  )
  expect(reached.size).toBeGreaterThanOrEqual(17)
})
