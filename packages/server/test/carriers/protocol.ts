// The protocol of the adapter `replay`, from the side of a carrier that a test scripts.
import type { IncomingMessage, ServerResponse } from 'node:http'

export type Step = 'rates' | 'buy' | 'find' | 'void' | 'reports'

export const stepOf = ({ method, url = '' }: Pick<IncomingMessage, 'method' | 'url'>): Step => {
  const [path = ''] = url.split('?')
  if (path.endsWith('/reports')) return 'reports'
  if (path.endsWith('/buy') || path.endsWith('/void')) return path.endsWith('/buy') ? 'buy' : 'void'
  return method === 'POST' ? 'rates' : 'find'
}

const COST = { amount: 567, currency: 'USD', charges: [{ name: 'Transport', amount: 567 }] }
let made = 0
export const rates = (id = `b${++made}`): string => JSON.stringify({ id, rates: [{ id: 'ground', service: 'Ground', cost: COST }] })
export const label = (number: string, voided = 'none'): string => JSON.stringify({ number, cost: COST, void: voided, label: 'XlhBXlha' })

/** Answers like a carrier that sells a label with this number, voids it, and has nothing to report. */
export const sell = (request: Pick<IncomingMessage, 'method' | 'url'>, response: ServerResponse, number: string): void => {
  const step = stepOf(request)
  if (step === 'reports') return void response.writeHead(204).end()
  const texts = { rates: rates(), buy: label(number), find: '{"labels":[]}', void: '{"void":"settled"}' }
  response.writeHead(200).end(texts[step])
}
