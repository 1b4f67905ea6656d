// The allowed moves of a shipment, read from the tables in docs/states.md. So the auditor checks the service against its published promise,
// not against its own code.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../lib/service.ts'

const PAGE = join(ROOT, 'docs/states.md')
const quoted = (text: string): string[] => [...text.matchAll(/`([\w.-]+)`/g)].map(([, word]) => word as string)

/** Returns the rows of the table below a heading, as cells. */
const rowsOf = (page: string, heading: string): string[][] => {
  const [section = ''] = page.split(`\n## ${heading}\n`)[1]?.split('\n## ') ?? []
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return rows.map((line) => line.slice(2, -2).split(' | '))
}

interface Move {
  types: string[]
  from: Set<string>
  /** Null if the status does not change. */
  to: string | null
}

export const movesOf = (page = readFileSync(PAGE, 'utf8')): Move[] => {
  const applies = rowsOf(page, 'Statuses').map(([status = '', , , commands]) => ({
    status: quoted(status)[0] as string,
    commands: quoted(commands ?? ''),
  }))
  return rowsOf(page, 'Commands').map(([command = '', from = '', to = '', fires = '']) => {
    const name = quoted(command)[0] as string
    const anywhere = applies.filter(({ commands }) => commands.includes(name)).map(({ status }) => status)
    return { types: quoted(fires), from: new Set(quoted(from).length > 0 ? quoted(from) : anywhere), to: quoted(to)[0] ?? null }
  })
}

/**
 * Whether an event of this type may change a shipment's status from `before` to `after`. A command may fire further events first: a walk-in
 * may first create the label. Such an event has the status that it is named after.
 */
export const isMove = (moves: readonly Move[], type: string, before: string | null, after: string | null): boolean =>
  moves.some(
    ({ types, from, to }) => types.includes(type) && from.has(before ?? '') && ((to ?? before) === after || type === `shipment.${after}`),
  )
