// Creates parcels and an invoice for them with errors of every kind, and records the expected result for each line.
import type { Random } from '@backhaul/simulator/random.ts'
import { ADDRESS, type TestClient } from '../support/client.ts'

// biome-ignore lint/suspicious/noExplicitAny: parcels of the API
type Json = any

export interface Planted {
  invoice: string
  number: string
  charge?: string
  amount_cents: number
  /** The expected verdict of the audit. */
  verdict: 'matched' | 'over' | 'under' | 'unknown' | 'doubled'
  difference_cents: number
  reason?: string
}

const COLUMNS = ['invoice', 'number', 'charge', 'amount_cents', 'currency'] as const

/** Returns the file that a carrier would send. */
export const fileOf = (lines: readonly Planted[]): string => {
  const rows = lines.map((line) => ({ charge: '', currency: 'USD', ...line }))
  return [COLUMNS.join(','), ...rows.map((row) => COLUMNS.map((column) => row[column]).join(',')), ''].join('\n')
}

const matched = (line: Pick<Planted, 'invoice' | 'number' | 'amount_cents' | 'charge'>): Planted => ({
  ...line,
  verdict: 'matched',
  difference_cents: 0,
})

/** Correct lines for one parcel: its price as one line, or charge by charge. */
type Plant = (parcel: Json, invoice: string, random: Random, planter: Planter) => Promise<Planted[]>

const PLANTS: Record<string, Plant> = {
  right: async ({ tracking: number, amount }, invoice) => [matched({ invoice, number, amount_cents: amount })],

  rightByLine: async (parcel, invoice, random, planter) => {
    const own = (await planter.linesOf(parcel)).map(({ code, cents }) =>
      matched({ invoice, number: parcel.tracking, charge: code, amount_cents: cents }),
    )
    return random.chance(0.5) ? own : own.reverse()
  },

  over: async ({ tracking: number, amount }, invoice, random) => {
    const more = random.whole(1, 5_000)
    return [{ invoice, number, amount_cents: amount + more, verdict: 'over', difference_cents: more }]
  },

  overByLine: async (parcel, invoice, random, planter) => {
    const own = await planter.linesOf(parcel)
    const [wrong, more] = [random.whole(0, own.length - 1), random.whole(1, 900)]
    return own.map(({ code, cents }, i): Planted => {
      const line = { invoice, number: parcel.tracking, charge: code, amount_cents: cents + (i === wrong ? more : 0) }
      return i === wrong ? { ...line, verdict: 'over', difference_cents: more } : matched(line)
    })
  },

  under: async ({ tracking: number, amount }, invoice, random) => {
    const less = random.whole(1, amount)
    return [{ invoice, number, amount_cents: amount - less, verdict: 'under', difference_cents: -less }]
  },

  unknown: async (_, invoice, random) => {
    const amount_cents = random.whole(1, 3_000)
    const number = `NOBODY-${random.whole(1, 1e9)}`
    return [{ invoice, number, amount_cents, verdict: 'unknown', difference_cents: amount_cents, reason: 'unknown_number' }]
  },

  doubled: async ({ tracking: number, amount: amount_cents }, invoice) => [
    matched({ invoice, number, amount_cents }),
    { invoice: `${invoice}-2`, number, amount_cents, verdict: 'doubled', difference_cents: amount_cents },
    { invoice: `${invoice}-2`, number, amount_cents, verdict: 'doubled', difference_cents: amount_cents },
  ],

  reweighed: async ({ id, tracking: number, amount }, invoice, random, planter) => {
    const more = random.whole(1, 400)
    await planter.adjust(id, more)
    if (random.chance(0.5)) return [matched({ invoice, number, amount_cents: amount + more })]
    // The carrier sends the correction later, and then bills the same correction once more.
    return [
      { invoice, number, amount_cents: amount, verdict: 'under', difference_cents: -more },
      matched({ invoice: `${invoice}-2`, number, charge: 'correction', amount_cents: more }),
      { invoice: `${invoice}-3`, number, charge: 'correction', amount_cents: more, verdict: 'doubled', difference_cents: more },
    ]
  },

  lighter: async ({ id, tracking: number, amount }, invoice, random, planter) => {
    const less = random.whole(1, 50)
    await planter.adjust(id, -less)
    return [{ invoice, number, amount_cents: amount, verdict: 'over', difference_cents: less }]
  },

  upheld: async ({ id, tracking: number, amount }, invoice, random, planter) => {
    const more = random.whole(1, 400)
    await planter.uphold(await planter.adjust(id, more))
    return [{ invoice, number, amount_cents: amount + more, verdict: 'over', difference_cents: more }]
  },

  notSent: async ({ id, tracking: number, amount: amount_cents }, invoice, _, planter) => {
    await planter.cancel(id)
    return [{ invoice, number, amount_cents, verdict: 'over', difference_cents: amount_cents, reason: 'not_sent' }]
  },

  abroad: async (_, invoice, __, planter) => {
    const { tracking: number, amount: amount_cents } = await planter.abroad()
    return [{ invoice, number, amount_cents, verdict: 'over', difference_cents: amount_cents, reason: 'other_carrier' }]
  },
}

export const KINDS = Object.keys(PLANTS)

export class Planter {
  readonly #partner: TestClient
  readonly #operator: TestClient
  readonly #random: Random

  constructor(partner: TestClient, operator: TestClient, random: Random) {
    this.#partner = partner
    this.#operator = operator
    this.#random = random
  }

  /** Creates `each` cases of every kind in random order. Their lines are on an invoice with this number and on up to two later ones. */
  async plant(invoice: string, each: number): Promise<Planted[]> {
    const parcels: Planted[][] = []
    for (let i = 0; i < each; i++)
      for (const kind of KINDS) {
        const parcel = await this.#make({ parcel: { weight: this.#random.whole(1, 30) } })
        parcels.push(await (PLANTS[kind] as Plant)(parcel, invoice, this.#random, this))
      }
    // Mixes the lines of different parcels. The lines of one parcel keep their order, and lines of later invoices stay in those invoices.
    const mixed: Planted[] = []
    while (parcels.length > 0) {
      const at = this.#random.whole(0, parcels.length - 1)
      mixed.push((parcels[at] as Planted[]).shift() as Planted)
      if (parcels[at]?.length === 0) parcels.splice(at, 1)
    }
    return mixed.sort((a, b) => (a.invoice < b.invoice ? -1 : a.invoice > b.invoice ? 1 : 0))
  }

  async #make(facts: object): Promise<Json> {
    const body = { direction: 'outbound', fulfillment: 'print_label', from: ADDRESS, to: ADDRESS, ...facts }
    const { status, json, text } = await this.#partner.post('/v2/shipments', body)
    if (status !== 201) throw new Error(text)
    return json
  }

  async linesOf({ parcel, service_level }: Json): Promise<{ code: string; cents: number }[]> {
    const { json } = await this.#partner.post('/v2/quotes', { direction: 'outbound', from: ADDRESS, to: ADDRESS, parcel, service_level })
    return json.candidates.find(({ chosen }: Json) => chosen).lines
  }

  async adjust(id: string, delta_amount: number): Promise<string> {
    const { status, json, text } = await this.#operator.post(`/v2/shipments/${id}/adjustments`, { delta_amount, reason: 'reweigh' })
    if (status !== 201) throw new Error(text)
    return json.id
  }

  async uphold(id: string): Promise<void> {
    await this.#partner.post(`/v2/adjustments/${id}/dispute`, { reason: 'It is light' })
    const { status, text } = await this.#operator.post(`/v2/ops/adjustments/${id}/resolve`, { outcome: 'upheld' })
    if (status !== 200) throw new Error(text)
  }

  async cancel(id: string): Promise<void> {
    const { status, text } = await this.#partner.post(`/v2/shipments/${id}/cancel`, {})
    if (status !== 200) throw new Error(text)
  }

  /** A parcel to a destination that no carrier of this country serves. */
  abroad(): Promise<Json> {
    return this.#make({ to: { ...ADDRESS, city: 'Toronto', state: 'ON', postal_code: 'M5H 2N2', country: 'CA' } })
  }
}
