// Helpers for the rows of the coverage tests (../<kind>/cases.ts).

import type { Endpoint } from '../../src/http/endpoint.ts'
import type { World } from './world.ts'

export interface Request {
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** Values in the request that belong to its partner. To other callers, each of them must look like an unknown id. */
  owned?: string[]
}

/** Sets up the data of a request and returns the request. Called again for each check. */
export type Case = (world: World) => Request | Promise<Request>

/** One case for each endpoint of a kind. `Kind` is `typeof import('…/kind.ts')`. */
export type CasesOf<Kind> = { [Name in keyof Kind as Kind[Name] extends Endpoint ? Name : never]: Case }

export const onShipment =
  (status: string, command: string, body?: unknown): Case =>
  async (world) => {
    const { id } = await world.shipment(status)
    return { path: `/v2/shipments/${id}${command}`, body, owned: [id] }
  }

/** A list that contains the id of the record that `make` created. */
export const listed =
  (path: string, make: (world: World) => Promise<string>): Case =>
  async (world) => ({ path, owned: [await make(world)] })

export const plain =
  (path: string, body?: unknown): Case =>
  () => ({ path, body })

export const CSV = 'code,name,line1,city,state,postal_code,country,lat,lon,timezone\n'

export const storeFile = (world: World) =>
  `${CSV}${world.unique('CSV')},Corner,1 Main St,Reno,NV,89501,US,39.5,-119.8,America/Los_Angeles\n`

/** Returns the id of an event that was sent to a webhook. */
export const eventOf = async (world: World): Promise<string> => {
  const { id } = await world.delivery()
  return (await world.owner.get(`/v2/webhook-deliveries/${id}`)).json.event_id
}

/** Returns the request for an upload. Ends the import in progress first, because no worker runs here to end it. */
export const newImport = async (world: World): Promise<Request> => {
  await world.service.running.service.db.query(
    'test_imports_end',
    "update imports set state = 'interrupted', ended_at = now() where ended_at is null",
  )
  return { path: '/v2/ops/imports?kind=stores', body: storeFile(world), headers: { 'Content-Type': 'text/csv' } }
}
