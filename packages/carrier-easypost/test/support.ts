// The adapter on a local EasyPost, for each test of a file.
import { Socket } from 'node:net'
import type { BookableParcel, CarrierAccount } from '@backhaul/core/carrier-adapter.ts'
import { accountOf } from '@backhaul/server/testing'
import { afterEach, beforeEach, vi } from 'vitest'
import adapter from '../src/index.ts'
import { EasyPostServer, type Fault, type Template } from './easypost-server.ts'
import { type Json, recorded } from './recordings.ts'

export const KEY = 'EZTK-canary-0123456789abcdef'
const FROM = {
  name: 'Jo Sender',
  line1: '388 Townsend St',
  line2: 'Apt 20',
  city: 'San Francisco',
  state: 'CA',
  postal_code: '94107',
  country: 'US',
}
export const TO = {
  company: 'Shop',
  line1: '179 N Harbor Dr',
  city: 'Redondo Beach',
  state: 'CA',
  postal_code: '90277',
  country: 'US',
  phone: '5555555555',
}
let made = 0
export const parcel = (changes: Partial<BookableParcel> = {}): BookableParcel => ({
  ...{ reference: `cpu_${++made}`, tracking: `BH${made}`, number: null, service_level: 'standard', customs: null },
  ...{ parcel: { weight: 0.963, length: 10, width: 8, height: 4 }, from: FROM, to: TO },
  ...changes,
})

export let server: EasyPostServer
export let account: CarrierAccount
export let url: string
/** The addresses to which anything has connected. */
export const connected = new Set<string>()
/** Starts a local EasyPost for each test of the file that calls this. Files share this module, so importing it is not enough. */
export const withEasyPost = (): void => {
  beforeEach(async () => {
    server = new EasyPostServer(KEY)
    url = await server.listen()
    account = accountOf({ url, secret: async () => KEY }, adapter)
    const connect = Socket.prototype.connect
    vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
      this.once('connect', () => connected.add(this.remoteAddress ?? 'a local file'))
      this.once('error', () => connected.add('failed'))
      return (connect as (...all: unknown[]) => Socket).apply(this, args)
    })
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await server.close()
  })
}

export const service = () => adapter.open(account)
export const rated = async (one = parcel()) => {
  const rates = await service().rates(one)
  if (!('done' in rates)) throw new Error(rates.reason)
  const { carrier_shipment_id, offers } = rates.done
  return { one, rates: rates.done, attempt: { reference: one.reference, carrier_shipment_id, offer: offers.at(-1)?.id as string } }
}
export const lastOf = (template: Template): Json => server.got.findLast((one) => one.template === template)?.body as Json

export const envelope = (code: string, errors: unknown[] = []) => JSON.stringify({ error: { code, message: 'Words.', errors } })
export const says = (name: Parameters<typeof recorded>[0]): Fault => {
  const { status, body } = recorded(name)
  return { status, body: JSON.stringify(body) }
}
