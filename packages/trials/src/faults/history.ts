// Everything in the log about one shipment, in order of time: requests, answers, receipts, and the first read of each event.

import type { Command, Log } from './log.ts'

const clock = (at: number) => `${(at / 1000).toFixed(3).padStart(9)} s`
const short = (text: string, most = 220) => (text.length > most ? `${text.slice(0, most)}…` : text)

const mentions = (command: Command, shipment: string) => command.shipment === shipment || command.answer?.text.includes(shipment)

export const historyOf = (log: Log, shipment: string): string[] => {
  const lines: [number, string][] = []
  for (const { command, at, began, ended, answer, failure } of log.attempts) {
    if (!mentions(command, shipment)) continue
    const key = command.key ? ` key ${command.key}` : ''
    lines.push([began, `-> ${at}: ${command.method} ${command.path} by ${command.by}${key} ${short(command.body)}`])
    const outcome = answer ? `${answer.status} ${short(answer.text)}` : `no answer: ${failure ?? 'still waiting'}`
    lines.push([ended ?? log.now(), `<- ${at}: ${command.name}${key}: ${outcome}`])
  }
  const events = new Map(log.final.feeds.flat().map((event) => [event.id, event]))
  const read = new Set<string>()
  for (const { at, reader, records } of log.pages) {
    for (const { id } of records) {
      const event = events.get(id)
      if (event?.shipment !== shipment || read.has(id)) continue
      read.add(id)
      lines.push([at, `   feed: ${id} ${event.type} ${event.status ?? ''} first read by reader ${reader}`])
    }
  }
  for (const { at, webhook, event, attempt, answered } of log.receipts) {
    const known = events.get(event)
    if (known?.shipment === shipment)
      lines.push([at, `   webhook ${webhook}: ${event} ${known.type}, attempt ${attempt}, answered ${answered}`])
  }
  for (const { began, what } of log.faults) lines.push([began, `!! ${what}`])
  const ends = log.final.feeds.flat().filter((event) => event.shipment === shipment)
  return [
    ...lines.sort(([a], [b]) => a - b).map(([at, text]) => `${clock(at)}  ${text}`),
    'the feed at the end:',
    ...ends.map(({ id, type, status }) => `  ${id} ${type} ${status ?? ''}`),
    `read at the end: ${short(log.final.shipments.get(shipment)?.text ?? 'nothing', 2000)}`,
  ]
}
