// A log in the format of `packages/trials/src/faults/log.ts`. It has one parcel and no faults.

// biome-ignore lint/suspicious/noExplicitAny: whatever a log has
export type Json = any

export interface Command {
  name: string
  key: string | null
  answer: { status: number; text: string } | null
  [more: string]: Json
}

/** Imports a module of the simulation. */
export const program = (name: string): Promise<Json> => import(new URL(`../../../trials/src/faults/${name}.ts`, import.meta.url).href)

type Kept = 'shipments' | 'adjustments'

class Final {
  feeds: Json[][] = [[]]
  shipments = new Map<string, { status: number; text: string }>()
  adjustments = new Map<string, { status: number; text: string }>()
  replays: Json[] = []

  /** Changes the answer of the parcel's last read. */
  rewrite(kept: Kept, change: (json: Json) => Json): void {
    const read = this[kept].get('shp_1') as { status: number; text: string }
    this[kept].set('shp_1', { ...read, text: JSON.stringify(change(JSON.parse(read.text))) })
  }
}

const END = 1000

export class HandMade {
  partners: Json[] = [
    {
      name: 'Partner 1',
      webhooks: [
        { id: 'whk_1', types: ['*'] },
        { id: 'whk_2', types: ['shipment.created'] },
      ],
    },
  ]
  commands: Command[] = []
  attempts: Json[] = []
  receipts: Json[] = []
  pages: Json[] = []
  faults: Json[] = []
  prices = new Map([
    [2, 500],
    [3, 600],
  ])
  final = new Final()

  now(): number {
    return END
  }

  /** Adds a command that was answered at once. */
  ask(name: string, body: Json, answer: { status: number; json: Json }): void {
    const n = this.commands.length
    const method = name === 'read' ? 'GET' : 'POST'
    const path = name === 'create' ? '/v2/shipments' : `/v2/${name}`
    const key = method === 'POST' ? `life-0-${n}` : null
    const told = { status: answer.status, text: JSON.stringify(answer.json) }
    const command = {
      name,
      life: 'life-0',
      partner: 0,
      by: 'partner',
      method,
      path,
      key,
      body: JSON.stringify(body),
      shipment: 'shp_1',
      answer: told,
    }
    this.commands.push(command)
    this.attempts.push({ command, at: 'API 1', began: n * 100, ended: n * 100 + 50, answer: told })
    if (key) this.final.replays.push({ command, answer: { ...told } })
  }

  /** Adds a read after the reads of `parcelsLife`. */
  read({ began, ended, version, status }: { began: number; ended: number; version: number; status: string }): void {
    const answer = { status: 200, text: JSON.stringify({ object: 'shipment', id: 'shp_1', version, status }) }
    const command = {
      name: 'read',
      partner: 0,
      by: 'partner',
      method: 'GET',
      path: '/v2/shipments/shp_1',
      key: null,
      body: '',
      shipment: 'shp_1',
      answer,
    }
    this.attempts.push({ command, at: 'API 2', began, ended, answer })
  }

  /** Adds an event that is in the feed, was read, and reached every receiver. */
  tell(event: Json): void {
    const whole = { shipment: 'shp_1', status: null, ...event }
    whole.text = JSON.stringify({ eventID: whole.id, type: whole.type })
    const feed = this.final.feeds[0] as Json[]
    feed.push(whole)
    this.pages.push({ partner: 0, reader: 0, at: feed.length * 100, records: [{ id: whole.id, text: whole.text }] })
    for (const { id, types } of this.partners[0].webhooks) if (types.includes('*') || types.includes(whole.type)) this.receive(id, whole)
  }

  receive(webhook: string, { id, text }: Json): void {
    const at = 60 + this.receipts.length
    this.receipts.push({ at, webhook, event: id, attempt: 1, from: '127.0.0.11', body: text, genuine: true, answered: '200' })
  }
}

/** A parcel that was created, held, adjusted by 100, and accepted at a counter. */
export const parcelsLife = (): HandMade => {
  const log = new HandMade()
  const shipment = (version: number, status: string) => ({
    ...{ object: 'shipment', id: 'shp_1', version, status, amount: 500, parcel: { weight: 2 }, fulfillment: 'print_label' },
  })
  const adjustment = { id: 'adj_1', delta_amount: 100, source: 'manual' }
  log.ask('create', { parcel: { weight: 2 } }, { status: 201, json: shipment(1, 'label_ready') })
  log.ask('hold', {}, { status: 200, json: shipment(2, 'label_ready') })
  log.ask('adjust', { delta_amount: 100 }, { status: 201, json: adjustment })
  log.ask('accept', {}, { status: 200, json: { shipment: shipment(4, 'ready_for_pickup'), events: ['evt_5'] } })
  log.ask('read', {}, { status: 200, json: shipment(4, 'ready_for_pickup') })
  log.tell({ id: 'evt_1', type: 'shipment.created', status: 'created' })
  log.tell({ id: 'evt_2', type: 'shipment.label_ready', status: 'label_ready' })
  log.tell({ id: 'evt_3', type: 'shipment.held', status: 'label_ready' })
  log.tell({ id: 'evt_4', type: 'shipment.adjusted' })
  log.tell({ id: 'evt_5', type: 'shipment.ready_for_pickup', status: 'ready_for_pickup' })
  log.final.shipments.set('shp_1', { status: 200, text: JSON.stringify(shipment(4, 'ready_for_pickup')) })
  log.final.adjustments.set('shp_1', { status: 200, text: JSON.stringify({ data: [adjustment] }) })
  return log
}
