// Endpoints that answer a list page by page. Each declaration contains only what differs between lists.

import type { Refusal } from '@backhaul/core/refusal.ts'
import { type Static, type TSchema, Type } from 'typebox'
import type { ListOrder, PageWindow, Position } from '../database/list-rows.ts'
import type { Answer } from '../service/execute.ts'
import type { Caller } from '../service/key-cache.ts'
import { tenantOf } from '../service/reach.ts'
import type { Service } from '../service/service.ts'
import { Csv, listOf } from './csv.ts'
import { type CallerOf, type Context, type Contract, type Endpoint, OPS, ownerShown, type ParamsOf, readOwned } from './endpoint.ts'
import { type PageQuery, type PageSlice, pageByKey, pageOf } from './lists.ts'
import { ListOf, Paging } from './schemas.ts'

export { OPS }

interface Declaration extends Pick<Contract, 'path' | 'scope' | 'tag' | 'summary' | 'description' | 'partner_only'> {
  /** Description of the answer. */
  page: string
  item: TSchema
  /** Query parameters other than those of paging. All are optional. */
  filters?: Readonly<Record<string, TSchema>>
  /** File name, if the list can be read as CSV. */
  csv?: string
}

type FiltersOf<D> = D extends { filters: infer F extends Readonly<Record<string, TSchema>> }
  ? { [Name in Exclude<keyof F, 'order'>]?: Static<F[Name]> }
  : Record<never, never>
type QueryOf<D> = PageQuery & { order?: ListOrder } & FiltersOf<D>
/** The part of the list to read. It includes an order only if `order` is among the filters of the list. */
type Part = PageSlice & Pick<PageWindow, 'order'>
type Rows<Row> = Promise<(Row & Position)[] | Refusal>

/** A list with its own handler. Like `endpoint`, this function drops the types of the handler, for the same reason. */
export const listEndpoint = <const D extends Declaration>(
  declaration: D,
  handle: (context: Context<CallerOf<D>>, query: QueryOf<D>, params: ParamsOf<D>) => Promise<Answer | Refusal>,
): Endpoint => {
  const { page, item, filters = {}, csv: _, ...contract }: Declaration = declaration
  const optional = Object.entries(filters).map(([name, schema]) => [name, Type.Optional(schema)] as const)
  return {
    ...contract,
    method: 'GET',
    auth: 'signed',
    query: Type.Object({ ...Paging, ...Object.fromEntries(optional) }, { additionalProperties: false }),
    answers: { 200: { description: page, schema: ListOf(item) } },
    errors: ['invalid_cursor'],
    handle: (context, { query, params }) => handle(context as Context<CallerOf<D>>, query as QueryOf<D>, params as ParamsOf<D>),
  }
}

/** The parameters of a query that are neither paging nor order. */
const filtersOf = <D>({ cursor: _, limit: __, order: ___, ...filters }: QueryOf<D>) => filters as FiltersOf<D>

/** A list whose rows are read page by page. `positionOf` returns the sort position of a row; the default is its creation time. */
export const pagedList = <const D extends Declaration, Row>(
  declaration: D,
  read: (context: Context<CallerOf<D>>, part: Part, filters: FiltersOf<D>, params: ParamsOf<D>) => Rows<Row>,
  show: (row: Row, context: Context) => object,
  positionOf?: (filters: FiltersOf<D>) => (row: Row & Position) => Position,
): Endpoint => {
  const file = declaration.csv === undefined ? null : { csv: new Csv(declaration.item), name: declaration.csv }
  return listEndpoint(declaration, (context, query, params) => {
    const filters = filtersOf<D>(query)
    const readPart = (part: PageSlice) => read(context, { ...part, order: query.order }, filters, params)
    const showRow = (row: Row) => show(row, context)
    return file
      ? listOf(context, file, query, readPart, showRow, positionOf?.(filters))
      : pageOf(query, readPart, showRow, positionOf?.(filters))
  })
}

/** A list of a small table, which is read completely and sorted by `keyOf`. */
export const keyedList = <const D extends Declaration, Row>(
  declaration: D,
  read: (context: Context<CallerOf<D>>, filters: FiltersOf<D>) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
  show: (row: Row, context: Context) => object,
): Endpoint =>
  listEndpoint(declaration, async (context, query) =>
    pageByKey(await read(context, filtersOf<D>(query)), query, keyOf, (row) => show(row, context)),
  )

type OwnFilters<D> = Omit<FiltersOf<D>, 'partner_id'>
type ReadOwned<D, Row> = (service: Service, window: PageWindow, filters: OwnFilters<D>) => Promise<(Row & Position & Owner)[]>
interface Owner {
  partner_id: string
}

/**
 * A list of rows that belong to partners. A partner gets its own rows, an operator gets all. If `partner_id` is among the filters, the list
 * is also for operators, who can select by partner and see the owner of each row. For counters and handlers, `reach` says whose rows the
 * caller may see.
 */
export const ownedList = <const D extends Declaration, Row>(
  declaration: D,
  read: ReadOwned<D, Row>,
  show: (row: Row, context: Context) => object,
  reach: (caller: Caller) => Pick<PageWindow, 'tenant' | 'store'> = (caller) => ({ tenant: tenantOf(caller) }),
  positionOf?: (filters: FiltersOf<D>) => (row: Row & Position) => Position,
): Endpoint => {
  const isForAll = declaration.filters !== undefined && 'partner_id' in declaration.filters
  return pagedList(
    declaration,
    (context, part, { partner_id, ...filters }: FiltersOf<D> & Partial<Owner>) => {
      const own = reach(context.caller)
      return readOwned(own.tenant, partner_id, (tenant) => read(context.service, { ...part, ...own, tenant }, filters))
    },
    (row: Row & Owner, context) => ({ ...show(row, context), ...(isForAll && ownerShown(context, row)) }),
    positionOf,
  )
}

/** Two lists of the same rows: one for a partner, one for operators. */
export const listPair = <const P extends Declaration, const O extends Declaration, Row>(
  partner: P,
  operators: O,
  read: ReadOwned<P & O, Row>,
  show: (row: Row, context: Context) => object,
): [Endpoint, Endpoint] => [ownedList(partner, read, show), ownedList(operators, read, show)]
