// Cursors name a position in one list. Cursors that clients receive are bound to their list: a checksum over the list, its filters and its
// owner precedes the position. The lists themselves use only positions.
import { createHash } from 'node:crypto'
import { type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Answer } from '../service/execute.ts'
import { MORE } from './csv.ts'

const CHECKSUM_BYTES = 9
/** Parameters that may change from page to page: the length of a page, and those that a cursor replaces. */
const NOT_OF_THE_LIST = new Set(['cursor', 'limit', 'after'])
const NEXT = '"next_cursor":"'

/** A list as a caller requested it. */
export interface ListRequest {
  /** The partner; null for an operator. */
  partner_id: string | null
  path: string
  params: object
  query: object
}

const checksum = ({ partner_id, path, params, query }: ListRequest, position: Buffer): Buffer => {
  const filters = Object.entries(query).filter(([name, value]) => !NOT_OF_THE_LIST.has(name) && value !== undefined)
  const list = JSON.stringify([partner_id, path, params, filters.sort(([a], [b]) => (a < b ? -1 : 1))])
  return createHash('sha256').update(list).update('\n').update(position).digest().subarray(0, CHECKSUM_BYTES)
}

/** Returns a cursor that contains the position and is bound to its list. */
export const bindCursor = (list: ListRequest, next_cursor: string): string => {
  const position = Buffer.from(next_cursor, 'base64url')
  return Buffer.concat([checksum(list, position), position]).toString('base64url')
}

/** Returns the position in the cursor of a query. Errors: `invalid_cursor` for a cursor that is damaged or belongs to another list. */
export const openCursor = (list: ListRequest, cursor: string): string | Refusal => {
  const bytes = Buffer.from(cursor, 'base64url')
  const position = bytes.subarray(CHECKSUM_BYTES)
  const isWhole = bytes.toString('base64url') === cursor && bytes.length > CHECKSUM_BYTES
  if (isWhole && checksum(list, position).equals(bytes.subarray(0, CHECKSUM_BYTES))) return position.toString('base64url')
  return refuse(
    'invalid_cursor',
    'The cursor was not issued by this list with these filters; send next_cursor unchanged with the same filters, or start without a cursor.',
    { parameter: 'cursor' },
  )
}

/** The last line of a CSV answer that does not contain all rows. The source of the answer yields this line as a separate piece. */
const MORE_LINE = new RegExp(`^${MORE},([\\w-]+)(,*\\r\\n)$`)

async function* sealLastLine(list: ListRequest, lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of lines) yield piece.replace(MORE_LINE, (_, next, rest) => `${MORE},${bindCursor(list, next)}${rest}`)
}

/** Binds the `next_cursor` of a list's answer to the list. The `next_cursor` is the last value of the answer. */
export const sealCursor = (list: ListRequest, answer: Answer): Answer => {
  const { body, stream } = answer
  if (stream) return { ...answer, stream: sealLastLine(list, stream) }
  if (typeof body !== 'string') return answer
  const at = body.lastIndexOf(NEXT) + NEXT.length
  const end = body.length - '"}'.length
  if (at < NEXT.length || body.indexOf('"', at) !== end) return answer
  return { ...answer, body: body.slice(0, at) + bindCursor(list, body.slice(at, end)) + body.slice(end) }
}
