import { isRefusal, type Refusal, refuse } from '@backhaul/core/refusal.ts'
import type { Position } from '../database/list-rows.ts'
import type { Answer } from '../service/execute.ts'
import { answer } from './endpoint.ts'
import { DEFAULT_PAGE } from './schemas.ts'

const POSITION = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z) ([a-z]{2,3}_[0-9a-z]{1,40})$/

export const encodeCursor = ({ created_at, id }: Position): string => Buffer.from(`${created_at} ${id}`).toString('base64url')

/** A valid calendar date. Year 0 is rejected because PostgreSQL has none. */
const isTime = (text: string): boolean => {
  const ms = Date.parse(text)
  return !Number.isNaN(ms) && new Date(ms).toISOString() === text && !text.startsWith('0000')
}

/** Returns the position in a cursor, null without a cursor, or `invalid_cursor` for text that no list issued. */
export const decodeCursor = (cursor: string | undefined): Position | null | Refusal => {
  if (cursor === undefined) return null
  const [, created_at, id] = POSITION.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (!created_at || !id || !isTime(created_at))
    return refuse('invalid_cursor', 'The cursor was not issued by this list; start without a cursor.')
  return { created_at, id }
}

/** Makes a page from up to `limit + 1` rows, which were read newest first. */
const page = <Row extends Position>(
  rows: Row[],
  limit: number | undefined,
  toResource: (row: Row) => object,
  positionOf: (row: Row) => Position = (row) => row,
): Answer => {
  const size = limit ?? DEFAULT_PAGE
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  const has_more = rows.length > size
  return answer(200, {
    object: 'list',
    data: shown.map(toResource),
    has_more,
    next_cursor: has_more && last ? encodeCursor(positionOf(last)) : null,
  })
}

export interface PageQuery {
  limit?: number | undefined
  cursor?: string | undefined
}

/** The rows to read for a page: the rows after `after`, and one more than the page shows. */
export interface PageSlice {
  after: Position | null
  limit: number
}

/**
 * The page that a query asks for. `read` receives the other query parameters as filters. Errors: `invalid_cursor`, before the errors of
 * `read`.
 */
export const pageOf = async <Query extends PageQuery, Row>(
  { cursor, limit = DEFAULT_PAGE, ...filters }: Query,
  read: (part: PageSlice, filters: Omit<Query, keyof PageQuery>) => Promise<(Row & Position)[] | Refusal>,
  toResource: (row: Row) => object,
  positionOf?: (row: Row & Position) => Position,
): Promise<Answer | Refusal> => {
  const after = decodeCursor(cursor)
  if (isRefusal(after)) return after
  const rows = await read({ after, limit: limit + 1 }, filters)
  return isRefusal(rows) ? rows : page(rows, limit, toResource, positionOf)
}

const KEY_CURSOR = /^[\x20-\x7e]{1,100}$/

/**
 * One page of a small table that was read completely. `rows` are in the order of their keys, which are ASCII text.
 * Errors: `invalid_cursor`.
 */
export const pageByKey = <Row>(
  rows: readonly Row[],
  { limit = DEFAULT_PAGE, cursor }: PageQuery,
  keyOf: (row: Row) => string,
  toResource: (row: Row) => object,
): Answer | Refusal => {
  const after = cursor === undefined ? '' : Buffer.from(cursor, 'base64url').toString('latin1')
  if (cursor !== undefined && !KEY_CURSOR.test(after)) {
    return refuse('invalid_cursor', 'The cursor was not issued by this list; start without a cursor.')
  }
  const left = rows.filter((row) => keyOf(row) > after)
  const shown = left.slice(0, limit)
  const last = shown.at(-1)
  const has_more = left.length > limit
  const next_cursor = has_more && last !== undefined ? Buffer.from(keyOf(last)).toString('base64url') : null
  return answer(200, { object: 'list', data: shown.map(toResource), has_more, next_cursor })
}

/** A whole list as one page, in the form of the API. */
export const wholeList = (data: object[]) => ({ object: 'list', data, has_more: false, next_cursor: null })
