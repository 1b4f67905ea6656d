import type { TestClient } from '../support/client.ts'
import { until } from '../support/until.ts'

export const HEADER = 'code,name,line1,city,state,postal_code,country,lat,lon,timezone,hours'
export const store = (code: string, name = 'Back Bay'): string =>
  `${code},${name},1 Boylston St,Boston,MA,02116,US,42.35,-71.08,America/New_York,mon-fri 08:00-20:00`
export const storeFile = (...rows: string[]): string => [HEADER, ...rows].join('\n')

/** A file with this many stores, `<prefix>-1` and so on. */
export const manyStores = (prefix: string, count: number, name?: string): string =>
  storeFile(...Array.from({ length: count }, (_, i) => store(`${prefix}-${i + 1}`, name)))

export const startImport = (operator: TestClient, kind: 'stores' | 'rates' | 'tariffs', file: string | Uint8Array) =>
  operator.post(`/v2/ops/imports?kind=${kind}&file_name=${kind}.csv`, file, { headers: { 'Content-Type': 'text/csv' } })

// biome-ignore lint/suspicious/noExplicitAny: an import as answered
export const whenEnded = (operator: TestClient, id: string): Promise<any> =>
  until('the import has ended', async () => {
    const { json } = await operator.get(`/v2/ops/imports/${id}`)
    // The import yields to other requests, so it would be slowed down by constant polling.
    if (!json.ended_at) await new Promise((resolve) => setTimeout(resolve, 150))
    return json.ended_at && json
  })

export const runImport = async (operator: TestClient, kind: 'stores' | 'rates' | 'tariffs', file: string | Uint8Array) => {
  const answer = await startImport(operator, kind, file)
  if (answer.status !== 202) throw new Error(answer.text)
  return whenEnded(operator, answer.json.id)
}
