// Cursors name a position in one list. On their way out they are bound to it: a checksum stands before the position, over the list, its filters
// and whose it is. Lists themselves deal with positions alone.
import { createHash } from 'node:crypto'
import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Answer } from '../service/execute.ts'
import { MORE } from './csv.ts'

const CHECKSUM_BYTES = 9
/** They may change from page to page: how long a page is, and what a cursor takes the place of. */
const NOT_OF_THE_LIST = new Set(['cursor', 'limit', 'after'])
const NEXT = '"next_cursor":"'

/** A list as one caller asks for it. */
export interface AskedList {
  /** The partner; null: an operator. */
  partner_id: string | null
  path: string
  params: object
  query: object
}

const checksum = ({ partner_id, path, params, query }: AskedList, position: Buffer): Buffer => {
  const filters = Object.entries(query).filter(([name, value]) => !NOT_OF_THE_LIST.has(name) && value !== undefined)
  const list = JSON.stringify([partner_id, path, params, filters.sort(([a], [b]) => (a < b ? -1 : 1))])
  return createHash('sha256').update(list).update('\n').update(position).digest().subarray(0, CHECKSUM_BYTES)
}

/** The cursor that a list issues for a position. */
export const bindCursor = (list: AskedList, next_cursor: string): string => {
  const position = Buffer.from(next_cursor, 'base64url')
  return Buffer.concat([checksum(list, position), position]).toString('base64url')
}

/** The position in the cursor of a query. Errors: `invalid_cursor` for one that is damaged or of another list. */
export const openCursor = (list: AskedList, cursor: string): string | Refusal => {
  const bytes = Buffer.from(cursor, 'base64url')
  const position = bytes.subarray(CHECKSUM_BYTES)
  const isWhole = bytes.toString('base64url') === cursor && bytes.length > CHECKSUM_BYTES
  if (isWhole && checksum(list, position).equals(bytes.subarray(0, CHECKSUM_BYTES))) return position.toString('base64url')
  return refuse(
    'invalid_cursor',
    'The cursor was not issued by this list with these filters; pass next_cursor as it is, with the same filters, or start without one.',
    { parameter: 'cursor' },
  )
}

/** The last line of an answer in CSV that has not all rows, which is a piece by itself. */
const MORE_LINE = new RegExp(`^${MORE},([\\w-]+)(,*\\r\\n)$`)

async function* sealLastLine(list: AskedList, lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of lines) yield piece.replace(MORE_LINE, (_, next, rest) => `${MORE},${bindCursor(list, next)}${rest}`)
}

/** The answer of a list with its `next_cursor`, which is the last that it says, bound to it. */
export const sealCursor = (list: AskedList, answer: Answer): Answer => {
  const { body, stream } = answer
  if (stream) return { ...answer, stream: sealLastLine(list, stream) }
  if (typeof body !== 'string') return answer
  const at = body.lastIndexOf(NEXT) + NEXT.length
  const end = body.length - '"}'.length
  if (at < NEXT.length || body.indexOf('"', at) !== end) return answer
  return { ...answer, body: body.slice(0, at) + bindCursor(list, body.slice(at, end)) + body.slice(end) }
}
