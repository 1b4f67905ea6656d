// The callers of the coverage and fuzz tests, and helpers that bring records into a state to which a command applies.
import { ACCESS, type Access } from '@backhaul/core/access.ts'
import { PARTNER_SCOPES, SCOPES, type Scope } from '@backhaul/core/partner.ts'
import { RETURN, type TestAnswer, type TestClient } from '../support/client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { SessionClient, signIn } from '../support/session.ts'

/** 1 x 1 pixel. */
export const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

const DAY_MS = 86_400_000

const must = (answer: TestAnswer): TestAnswer => {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`)
  return answer
}

export class World {
  readonly service: TestService
  /** The partner that owns all records of a case. */
  readonly owner: TestClient & { partnerId: string }
  /** Another partner, which may see none of them. */
  readonly other: TestClient & { partnerId: string }
  readonly operator: TestClient
  readonly storeId: string
  #strict: Promise<TestClient> | null = null
  readonly #signedIn = new Map<Access, Promise<SessionClient>>()
  readonly #lacking = new Map<string, Promise<TestClient>>()
  #numbers = 0

  private constructor(service: TestService, owner: World['owner'], other: World['other'], operator: TestClient, storeId: string) {
    this.service = service
    this.owner = owner
    this.other = other
    this.operator = operator
    this.storeId = storeId
  }

  static async open(): Promise<World> {
    const service = await startTestService('api')
    const [store] = await service.running.service.db.query<{ id: string }>(
      'test_store',
      "select id from stores where country = 'US' order by id limit 1",
    )
    const owner = await service.partner({ name: 'Owner' })
    const other = await service.partner({ name: 'Other' })
    return new World(service, owner, other, await service.operator(), store?.id as string)
  }

  /** A user who signed in with this access, either of the owner or of the operator. */
  signedIn(access: Access): Promise<SessionClient> {
    const known = this.#signedIn.get(access)
    if (known) return known
    const { whose, store } = ACCESS[access]
    const maker = whose === 'operator' ? this.operator : this.owner
    const made = signIn(maker, { access, ...(store === 'required' && { store_id: this.storeId }) })
    this.#signedIn.set(access, made)
    return made
  }

  /** A browser on a page of the service without a session. */
  get page(): SessionClient {
    return new SessionClient(this.service.url, '', null)
  }

  close(): Promise<void> {
    return this.service.close()
  }

  /** A key that has every scope of its kind except this one. */
  without(scope: Scope): Promise<TestClient> {
    const known = this.#lacking.get(scope)
    if (known) return known
    const made =
      scope === 'ops'
        ? this.service.operator(SCOPES.filter((one) => one !== scope))
        : this.service.partner({ scopes: PARTNER_SCOPES.filter((one) => one !== scope) })
    this.#lacking.set(scope, made)
    return made
  }

  /** A key that requires the signature over the whole request. */
  strict(): Promise<TestClient> {
    this.#strict ??= this.service.partner({ signature: 'v2' })
    return this.#strict
  }

  /** Returns a text that no other call returns. */
  unique(prefix: string): string {
    this.#numbers += 1
    return `${prefix}-${this.#numbers}`
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  async make(path: string, body?: unknown, as: TestClient = this.owner): Promise<any> {
    return must(await as.post(path, body)).json
  }

  /** A shipment of the owner, advanced to this status. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  async shipment(status = 'label_ready', body: object = {}): Promise<any> {
    let shipment = await this.make('/v2/shipments', { ...RETURN, order_id: this.unique('cover'), ...body })
    while (shipment.status !== status) shipment = await this.make(`/v2/test/shipments/${shipment.id}/advance`)
    return shipment
  }

  /** Two parcels in one order. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  group(): Promise<any> {
    return this.make('/v2/shipment-groups', { ...RETURN, shipments: [{}, { parcel: { weight: 2 } }] })
  }

  async document(): Promise<string> {
    const headers = { 'Content-Type': 'image/png' }
    return must(await this.owner.post('/v2/documents', new Uint8Array(PNG), { headers })).json.id
  }

  pickupBody(shipment_id: string): object {
    const date = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10)
    return { shipment_id, store_id: this.storeId, date, window_start: '09:00', window_end: '12:00' }
  }

  /** Returns the id of the manifest that a new parcel of the owner opened or joined. */
  async manifest(): Promise<string> {
    const { id } = await this.shipment()
    await this.make('/v2/scan-events/accept', { shipment_id: id, store_id: this.storeId })
    return (await this.owner.get(`/v2/shipments/${id}`)).json.manifest_id
  }

  /** Makes room first, because a partner may have only 16 webhooks. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  async webhook(): Promise<any> {
    const { data } = must(await this.owner.get('/v2/webhooks')).json
    for (const { id } of data.slice(8)) must(await this.owner.delete(`/v2/webhooks/${id}`))
    return this.make('/v2/webhooks', { url: 'http://127.0.0.1:9/hook', enabled_events: ['*'] })
  }

  /** A webhook of the owner with one pending delivery. The worker does not run here. */
  async delivery(): Promise<{ id: string; webhook_id: string }> {
    const { id } = await this.webhook()
    await this.shipment()
    const { data } = must(await this.owner.get(`/v2/webhooks/${id}/deliveries`)).json
    return { id: data[0].id, webhook_id: id }
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  async adjustment(): Promise<any> {
    const { id } = await this.shipment()
    return this.make(`/v2/shipments/${id}/adjustments`, { delta_amount: 120, reason: 'reweigh', original_weight: 1, new_weight: 2 })
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  async dispute(): Promise<any> {
    const { id } = await this.adjustment()
    return this.make(`/v2/adjustments/${id}/dispute`, { reason: 'our scale says 1 lb' })
  }

  async discrepancyBody(): Promise<{ shipment_id: string }> {
    const { id } = await this.shipment('in_possession')
    return { shipment_id: id, stage: 'sort', observed: { weight: 3, length: 12, width: 9, height: 4 }, chargeable: true } as {
      shipment_id: string
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  async claim(): Promise<any> {
    const { id } = await this.shipment('in_transit')
    return this.make('/v2/claims', { shipment_id: id, type: 'lost', description: 'never arrived' })
  }
}
