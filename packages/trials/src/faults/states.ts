// What docs/states.md promises about the moves of a shipment, read from its tables: the auditor holds the service to what it has published, not
// to the table that it decides by.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../lib/service.ts'

const PAGE = join(ROOT, 'docs/states.md')
const quoted = (text: string): string[] => [...text.matchAll(/`([\w.-]+)`/g)].map(([, word]) => word as string)

/** The rows of the table below a heading, as cells. */
const rowsOf = (page: string, heading: string): string[][] => {
  const [section = ''] = page.split(`\n## ${heading}\n`)[1]?.split('\n## ') ?? []
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  return rows.map((line) => line.slice(2, -2).split(' | '))
}

interface Move {
  types: string[]
  from: Set<string>
  /** null: the status stays */
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
 * Whether an event of this type may tell this status of a shipment that had the other one. What a command fires on the way, as a walk-in does
 * that makes the label first, tells the status that it is named after.
 */
export const isMove = (moves: readonly Move[], type: string, before: string | null, after: string | null): boolean =>
  moves.some(
    ({ types, from, to }) => types.includes(type) && from.has(before ?? '') && ((to ?? before) === after || type === `shipment.${after}`),
  )
