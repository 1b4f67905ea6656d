// Every command in every state, compared cell by cell with the table written by hand (./oracle.ts).
import { decideDisposition, decideRedirect } from '@backhaul/core/decide-disposition.ts'
import {
  decideAmend,
  decideCancel,
  decideExpire,
  decideHold,
  decideProduceLabel,
  decideRelease,
  decideReprint,
} from '@backhaul/core/decide-lifecycle.ts'
import { decideScan } from '@backhaul/core/decide-scan.ts'
import { decideTender, decideTenderAccepted } from '@backhaul/core/decide-tender.ts'
import { type Effects, effects } from '@backhaul/core/effects.ts'
import { nextRung } from '@backhaul/core/ladder.ts'
import { fromMinorUnits as cents } from '@backhaul/core/money.ts'
import { decideReissueQr } from '@backhaul/core/qr.ts'
import { isRefusal, type Refusal } from '@backhaul/core/refusal.ts'
import type { Shipment, Status } from '@backhaul/core/shipment.ts'
import { STATUSES } from '@backhaul/core/shipment.ts'
import {
  COMMANDS,
  SCAN_KINDS,
  type ScanKind,
  SHIPMENT_STATES,
  type ShipmentCommand,
  type ShipmentState,
  stateOf,
  verdictOf,
} from '@backhaul/core/transitions.ts'
import { describe, expect, it } from 'vitest'
import { AFTER_EXPIRY, allowed, envAt, LATER, NOW, qrOf, scanEnv, shipmentIn, US_FAR } from './fixtures.ts'
import { CODES, COLUMNS, cellsOf, firedBy, GRID, LADDER, REFUSALS } from './oracle.ts'

const isScan = (command: ShipmentCommand): command is ScanKind => (SCAN_KINDS as readonly ShipmentCommand[]).includes(command)

const run = (command: ShipmentCommand, shipment: Shipment): Effects | Refusal => {
  const env = envAt(LATER)
  if (isScan(command)) return decideScan(shipment, { kind: command }, scanEnv(LATER))
  switch (command) {
    case 'amend':
      return decideAmend(shipment, { declared_value: cents(4_200) }, env)
    case 'reprint':
      return decideReprint(shipment, env)
    case 'hold':
      return decideHold(shipment, env)
    case 'release':
      return decideRelease(shipment, env)
    case 'cancel':
      return decideCancel(shipment, env)
    case 'expire': {
      const late = envAt(AFTER_EXPIRY)
      return decideExpire(shipment, late) ?? effects(shipment, shipment, late)
    }
    case 'reissue-qr':
      return decideReissueQr(shipment, qrOf(shipment), env)
    case 'produce-label':
      return decideProduceLabel(shipment, env)
    case 'tender':
      return decideTender(shipment, 'tnd_1', env)
    case 'tender-inject':
    case 'tender-collect':
      return decideTenderAccepted(
        shipment,
        { id: 'tnd_1', carrier: 'cpc', handoff: command === 'tender-inject' ? 'inject' : 'collect', facility: null },
        env,
      )
    case 'redirect':
      return decideRedirect(shipment, US_FAR, env)
    default:
      return decideDisposition(shipment, command, env)
  }
}

const expectCell = (command: ShipmentCommand, before: Shipment, cell: string): void => {
  const state = stateOf(before)
  const outcome = run(command, before)
  if (cell === 'x') {
    expect(outcome).toMatchObject({
      refused: true,
      code: REFUSALS[command] ?? 'invalid_transition',
      details: { status: before.status, command },
    })
    return
  }
  if (isRefusal(outcome)) throw new Error(`refused: ${outcome.code}`)
  const { shipment: after, events, applied, scan } = outcome
  const moves = cell !== '~' && cell !== '-'
  expect(applied).toBe(moves)
  expect(events.map(({ type }) => type)).toEqual(moves ? firedBy(command, state) : [])
  expect(after.status).toBe(moves && cell !== '=' ? CODES[cell] : before.status)
  if (cell === '~') expect(after).toBe(before)
  else expect(after).toMatchObject(after === before ? {} : { version: before.version + 1 })
  expect(scan !== undefined).toBe(isScan(command) || (command === 'tender-inject' && moves))
  if (scan) expect(scan).toMatchObject({ applied: moves, status: after.status })
}

it('the grid has every state and every command', () => {
  expect(STATUSES).toHaveLength(19)
  expect(new Set(Object.keys(GRID))).toEqual(new Set(SHIPMENT_STATES))
  expect(new Set(COLUMNS)).toEqual(new Set(COMMANDS))
})

describe.each(Object.keys(GRID) as ShipmentState[])('%s', (state) => {
  const cells = cellsOf(state)

  it.each(COLUMNS.filter((command) => command !== 'release'))('%s', (command) => {
    expectCell(command, shipmentIn(state), cells.get(command) as string)
  })

  it.each(COLUMNS.filter((command) => command !== 'hold'))('held: %s', (command) => {
    const cell = cells.get(command) as string
    const before = shipmentIn(state, { held: true })
    const stopped = (command === 'tender' || command === 'redeliver') && cell !== 'x'
    if (stopped) expect(run(command, before)).toMatchObject({ refused: true, code: 'shipment_held' })
    else expectCell(command, before, cell)
  })

  it('the table names the events that fire', () => {
    for (const command of COLUMNS) {
      const verdict = verdictOf(command, state)
      if (verdict.kind === 'move') expect([command, ...verdict.move.events]).toEqual([command, ...firedBy(command, state)])
    }
  })

  it('repeating a hold or a release changes nothing and fires nothing', () => {
    const held = shipmentIn(state, { held: true })
    expect(decideHold(held, envAt(LATER))).toEqual({ shipment: held, events: [], applied: false })
    const free = shipmentIn(state)
    expect(decideRelease(free, envAt(LATER))).toEqual({ shipment: free, events: [], applied: false })
  })
})

describe('a scan that happened before the shipment ended', () => {
  const MOMENT = 1
  const before = (time: string, ms: number): string => new Date(Date.parse(time) - ms).toISOString()
  // The latest time at which a scan still counts: the expiry time itself, or the moment before the cancellation.
  const LAST = { expired: NOW, cancelled: before(NOW, MOMENT) } as const

  describe.each(['expired', 'cancelled'] as const)('%s', (state) => {
    const shipment = shipmentIn(state, { created_at: before(NOW, 60_000) })
    const told = (kind: ScanKind, occurred_at: string, late_custody_reported = false) =>
      decideScan(shipment, { kind, occurred_at }, { ...scanEnv(LATER), late_custody_reported })

    it.each(SCAN_KINDS.filter((kind) => kind !== 'reject'))('%s is recorded and opens a discrepancy once', (kind) => {
      const first = allowed(told(kind, LAST[state]))
      expect(first).toMatchObject({ applied: false, scan: { kind, applied: false, status: state } })
      expect(first.shipment).toEqual({ ...shipment, updated_at: LATER, version: shipment.version + 1 })
      expect(first.events.map(({ type }) => type)).toEqual(['shipment.discrepancy_reported'])
      const stage = ['walk-in', 'accept', 'collect', 'custody'].includes(kind) ? 'dropoff' : 'sort'
      expect(first.discrepancy).toMatchObject({ stage, reason: 'late_custody', chargeable: false, adjustment_id: null })
      expect([first.discrepancy?.declared, first.discrepancy?.observed]).toEqual([shipment.parcel, shipment.parcel])
      const second = allowed(told(kind, LAST[state], true))
      expect([second.applied, second.events, second.discrepancy, second.shipment === shipment]).toEqual([false, [], undefined, true])
      expect(second.scan).toMatchObject({ kind, applied: false })
    })

    it('a refusal at the counter is rejected, as it shows no custody', () => {
      expect(told('reject', LAST[state])).toMatchObject({ refused: true, code: 'invalid_transition' })
    })

    it('a later scan follows the grid', () => {
      const after = new Date(Date.parse(LAST[state]) + MOMENT).toISOString()
      const cells = cellsOf(state)
      for (const kind of SCAN_KINDS) {
        const outcome = told(kind, after)
        if (cells.get(kind) === 'x') expect([kind, isRefusal(outcome)]).toEqual([kind, true])
        else expect([kind, allowed(outcome).events, allowed(outcome).shipment === shipment]).toEqual([kind, [], true])
      }
    })
  })

  it('the measures of the counter are the observed measures of the discrepancy', () => {
    const shipment = shipmentIn('expired')
    const outcome = allowed(decideScan(shipment, { kind: 'walk-in', occurred_at: NOW, reweigh: { weight: 9 } }, scanEnv(LATER)))
    expect(outcome.discrepancy?.observed).toEqual({ ...shipment.parcel, weight: 9 })
    expect(outcome.adjustments).toBeUndefined()
  })
})

describe('the sandbox ladder', () => {
  it.each(SHIPMENT_STATES)('%s', (state) => {
    const rungs = LADDER[state]
    for (const [i, fulfillment] of (['qr_code', 'print_label'] as const).entries()) {
      const rung = nextRung(shipmentIn(state, { fulfillment }))
      const held = nextRung(shipmentIn(state, { fulfillment, held: true }))
      if (rungs) {
        expect(rung).toBe(rungs[i])
        expect(held).toMatchObject({ code: 'shipment_held' })
      } else {
        const { status } = shipmentIn(state)
        expect(rung).toMatchObject({ code: 'invalid_transition', details: { status, command: 'advance' } })
        expect(held).toMatchObject({ code: 'invalid_transition' })
      }
    }
  })

  it.each(['qr_code', 'print_label'] as const)('leads from creation to delivery: %s', (fulfillment) => {
    let shipment = shipmentIn(fulfillment === 'qr_code' ? 'created' : 'label_ready', { fulfillment })
    const path: Status[] = [shipment.status]
    while (shipment.status !== 'delivered') {
      const rung = nextRung(shipment)
      if (isRefusal(rung)) throw new Error(rung.message)
      const next = run(rung, shipment)
      if (isRefusal(next)) throw new Error(next.message)
      shipment = next.shipment
      path.push(shipment.status)
    }
    const counter =
      fulfillment === 'qr_code'
        ? ['created', 'label_ready', 'in_possession']
        : ['label_ready', 'ready_for_pickup', 'picked_up', 'in_possession']
    expect(path).toEqual([...counter, 'at_sort_center', 'sorted', 'injected', 'in_transit', 'out_for_delivery', 'delivered'])
  })
})
