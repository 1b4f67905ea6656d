// The `actions` of a shipment predict the answers of the command endpoints.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '../../src/app/routes.ts'
import type { Endpoint } from '../../src/http/endpoint.ts'
import { ACTIONS, type Action } from '../../src/kinds/shipments/actions.ts'
import { World } from '../coverage/world.ts'
import { ADDRESS, QR_RETURN, type TestClient } from '../support/client.ts'

let world: World
beforeAll(async () => {
  world = await World.open()
})
afterAll(() => world.close())

interface Foreseen {
  command: Action
  operation: string
  outcome: string
  status: string | null
  code: string | null
  message: string | null
}

const actionsOf = async (id: string, client: TestClient = world.owner): Promise<Foreseen[]> =>
  (await client.get(`/v2/shipments/${id}/actions`)).json.actions

const SCANS = (command: string) => (id: string) =>
  world.owner.post(`/v2/scan-events/${command}`, {
    shipment_id: id,
    store_id: world.storeId,
    ...(command === 'reject' && { reject_reason: 'other' }),
  })
const on = (command: string, body?: object) => (id: string) => world.owner.post(`/v2/shipments/${id}/${command}`, body)
const disposed = (disposition: string) => on('disposition', { disposition })

const TRY: Record<Action, (id: string) => ReturnType<TestClient['post']>> = {
  amend: (id) => world.owner.send('PATCH', `/v2/shipments/${id}`, { body: { declared_value: 1 } }),
  cancel: on('cancel'),
  hold: on('hold'),
  release: on('release'),
  reprint: on('label/reprint'),
  'reissue-qr': on('qr/reissue'),
  redirect: on('redirect', { to: ADDRESS }),
  rts: disposed('rts'),
  redeliver: disposed('redeliver'),
  unclaimed: disposed('unclaimed'),
  dispose: disposed('dispose'),
  pickup: (id) => world.owner.post('/v2/pickups', world.pickupBody(id)),
  tender: (id) => world.owner.post('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids: [id] }),
  'walk-in': SCANS('walk-in'),
  accept: SCANS('accept'),
  reject: SCANS('reject'),
  collect: SCANS('collect'),
  custody: SCANS('custody'),
  arrive: SCANS('arrive'),
  sort: SCANS('sort'),
  inject: SCANS('inject'),
  movement: SCANS('movement'),
  'out-for-delivery': SCANS('out-for-delivery'),
  deliver: SCANS('deliver'),
}

const ready = async (status = 'label_ready', body?: object): Promise<string> => (await world.shipment(status, body)).id
const then = async (id: string, ...commands: Action[]): Promise<string> => {
  for (const command of commands) expect((await TRY[command](id)).status, command).toBeLessThan(300)
  return id
}
const WAYS: Record<string, () => Promise<string>> = {
  'created with a QR': () => ready('created', QR_RETURN),
  label_ready: () => ready(),
  'label_ready and held': async () => then(await ready(), 'hold'),
  'injected by a short acceptance': async () => {
    const ids = [(await world.shipment()).id, (await world.shipment()).id]
    const tender = await world.make('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids: ids })
    await world.make(`/v2/tenders/${tender.id}/accept`, { piece_count_received: 1 })
    return ids[0] as string
  },
  'with a pickup and in a tender': async () => then(await ready(), 'pickup', 'tender'),
  rejected: async () => then(await ready(), 'reject'),
  ready_for_pickup: () => ready('ready_for_pickup'),
  in_transit: () => ready('in_transit'),
  'undeliverable and held': async () => then(await ready('in_transit'), 'rts', 'hold'),
  undeliverable: async () => then(await ready('in_transit'), 'rts'),
  unclaimed: async () => then(await ready('in_transit'), 'unclaimed'),
  delivered: () => ready('delivered'),
  cancelled: async () => then(await ready(), 'cancel'),
}

describe.each(Object.entries(WAYS))('%s', (_, make) => {
  test('each command has the outcome that the list of actions announces', async () => {
    let id = await make()
    const said = await actionsOf(id)
    expect(said.map(({ command }) => command)).toEqual(Object.keys(ACTIONS))
    const read = async () => (await world.owner.get(`/v2/shipments/${id}`)).json
    let before = await read()
    for (const { command, outcome, status, code, message } of said) {
      const answer = await TRY[command](id)
      const after = await read()
      const seen = answer.status < 300 ? null : answer.json.error
      expect([command, seen?.code ?? null]).toEqual([command, code])
      // The message of a refused tender covers all its shipments, so it may differ from the message in `actions`.
      if (seen && command !== 'tender') expect([command, seen.message]).toEqual([command, message])
      expect([command, after.status]).toEqual([command, status ?? before.status])
      if (outcome === 'nothing' || outcome === 'refused') expect([command, after.version]).toEqual([command, before.version])
      if (outcome === 'recorded') expect([command, answer.json.applied]).toEqual([command, false])
      // A command that was refused or did nothing leaves the shipment unchanged, so the next command uses the same shipment.
      if (outcome === 'refused' || outcome === 'nothing') before = after
      else {
        id = await make()
        before = await read()
      }
    }
  })
})

test('each command names its endpoint and its scope', () => {
  const endpoints = ENDPOINTS as Record<string, Endpoint>
  for (const { operation, scope, ...rest } of Object.values(ACTIONS))
    expect([operation, endpoints[operation]?.scope, endpoints[operation]?.partner_only ?? false]).toEqual([
      operation,
      scope,
      'partner_only' in rest ? rest.partner_only : false,
    ])
})

test('actions outside the access of a caller are listed as refused', async () => {
  const id = await ready()
  const applies = async (client: TestClient) =>
    (await actionsOf(id, client)).filter(({ outcome }) => outcome !== 'refused').map(({ command }) => command)
  expect(await applies(await world.signedIn('partner-viewer'))).toEqual([])
  expect(await applies(await world.signedIn('support'))).toEqual(['hold', 'release'])
  const operators = await applies(await world.signedIn('operator'))
  expect(operators).toEqual(expect.arrayContaining(['cancel', 'accept', 'deliver']))
  // Only a partner books pickups and tenders parcels.
  expect(operators).not.toEqual(expect.arrayContaining(['tender']))
  expect(operators).not.toEqual(expect.arrayContaining(['pickup']))
  for (const { code, message } of await actionsOf(id, await world.signedIn('partner-viewer')))
    expect([code, message]).toEqual(['insufficient_scope', expect.stringMatching(/partner-viewer|scope/)])
})

test('unknown query parameters do not change how a shipment is read', async () => {
  const id = await ready()
  const plain = (await world.owner.get(`/v2/shipments/${id}`)).json
  expect('actions' in plain || 'partner_id' in plain).toBe(false)
  for (const query of ['?expand=actions', '?anything=1&anything=2', '?%00=1'])
    expect((await world.owner.get(`/v2/shipments/${id}${query}`)).json).toEqual(plain)
  expect((await world.operator.get(`/v2/shipments/${id}`)).json.partner_id).toBe(world.owner.partnerId)
})
