import { RETURN, type TestAnswer, type TestClient } from '../support/client.ts'

// biome-ignore lint/suspicious/noExplicitAny: a shipment as answered
export const newShipment = async (client: TestClient, more: object = {}): Promise<any> =>
  (await client.post('/v2/shipments', { ...RETURN, ...more })).json

/** Returns the lines of the audit trail about one subject, oldest first. */
// biome-ignore lint/suspicious/noExplicitAny: lines about things of every kind
export const trailOf = async (operator: TestClient, subject: string): Promise<any[]> =>
  (await operator.get(`/v2/ops/audit?limit=100&subject=${encodeURIComponent(subject)}`)).json.data.reverse()

export const pathsOf = (answer: TestAnswer): string[] => answer.json.error.details.errors.map(({ path }: { path: string }) => path)

/** Returns `key:<id>`, the name of a client in the audit trail. */
export const actorOf = (client: TestClient): string => `key:${client.credentials.api_key.split('_').slice(2, 4).join('_')}`
