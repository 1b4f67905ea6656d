import { dayAhead, shipmentOf, WINDOW } from '../pickups/fixtures.ts'
import type { TestClient } from '../support/client.ts'
import { until } from '../support/until.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Json = any

export const PATH = '/v2/ops/consolidations'

const made = (answer: { status: number; text: string; json: Json }): Json => {
  if (answer.status >= 300) throw new Error(answer.text)
  return answer.json
}

export const tenderOf = async (client: TestClient, pieces: number, more: object = {}): Promise<Json> => {
  const shipment_ids = await Promise.all(Array.from({ length: pieces }, () => shipmentOf(client)))
  return made(await client.post('/v2/tenders', { carrier: 'northline', handoff: 'inject', shipment_ids, ...more }))
}

/** A sweep to which a pickup of this many packages belongs. */
export const sweepOf = async (client: TestClient, store_id: string, package_count: number, days = 3): Promise<Json> => {
  const body = { shipment_id: await shipmentOf(client), store_id, date: dayAhead(days), ...WINDOW, package_count }
  const { sweep_id } = made(await client.post('/v2/pickups', body))
  return made(await client.get(`/v2/sweeps/${sweep_id}`))
}

export const consolidate = async (operator: TestClient, body: object): Promise<Json> =>
  made(await operator.post(PATH, { carrier: 'northline', ...body }))

/** Resolves with the consolidation once all of its tenders have been accepted or refused. */
export const whenAccepted = (operator: TestClient, id: string): Promise<Json> =>
  until('the consolidation is accepted', async () => {
    const { json } = await operator.get(`${PATH}/${id}`)
    return json.status === 'accepted' ? json : null
  })

export const stateOf = ({ members }: Json): Json => members.map(({ id, state }: Json) => [id, state])
