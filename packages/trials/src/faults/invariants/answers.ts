// Invariant: one answer for each key. A repeated request gets the first answer again, byte for byte.
import type { Found } from '../facts.ts'
import type { Log, Told } from '../log.ts'

/** Refusals that do not come from the command itself are not stored. */
const isKept = ({ status }: Told) => status < 300 || status === 404 || status === 409
const isPassing = ({ text }: Told) => text.includes('"idempotency_in_progress"')
const shown = ({ status, text }: Told) => `${status} ${text.slice(0, 300)}`

export function* answersRepeat(log: Log): Found {
  const firsts = new Map<string, Told>()
  const answers = [
    ...log.attempts
      .filter(({ command }) => command.name !== 'replay')
      .map(({ command, answer, ended }) => ({ command, answer, at: ended })),
    ...log.final.replays.map(({ command, answer }) => ({ command, answer, at: log.now() })),
  ]
  for (const { command, answer, at } of answers) {
    if (!command.key || !answer || !isKept(answer) || isPassing(answer)) continue
    const of = `${command.partner} ${command.by} ${command.path} ${command.key}`
    const first = firsts.get(of)
    if (!first) firsts.set(of, answer)
    else if (first.status !== answer.status || first.text !== answer.text) {
      const text = `${command.name} (key ${command.key}) was answered\n    ${shown(first)}\n  and then\n    ${shown(answer)}`
      yield { at: at ?? log.now(), shipment: command.shipment, text }
    }
  }
}
