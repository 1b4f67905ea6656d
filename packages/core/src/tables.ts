// Row types, derived from the columns that the migrations create.
import type { KNOWN_COLUMNS } from './generated/known-columns.ts'
import type { Money } from './money.ts'

/** Types of column values in a row of a plan. Times are ISO 8601 text, or another text that PostgreSQL accepts as a time. */
interface Values {
  text: string
  'text[]': readonly string[]
  integer: number
  bigint: number
  'integer money': Money
  'bigint money': Money
  'numeric(10,3)': number
  'double precision': number
  boolean: boolean
  'timestamp with time zone': string
  'timestamp with time zone[]': string[]
  json: object
  jsonb: object
  xid8: string
}

type Value<C, Bytes> = C extends `${infer T} | null`
  ? Value<T, Bytes> | null
  : C extends 'bytea'
    ? Bytes
    : C extends keyof Values
      ? Values[C]
      : never

type Known = typeof KNOWN_COLUMNS

/**
 * A row of a table as plans accept it (packages/server/src/commit/plan.ts). It must have every column, because a missing column would be
 * written as null. If a column allows fewer values than its type, the interface of the row extends this type. `Bytes`: the type of binary
 * columns. In a plan they are text: `\x` and hexadecimal digits. In the result of a query they are a Buffer.
 */
export type Row<T extends keyof Known, Bytes = string> = { -readonly [C in keyof Known[T]]: Value<Known[T][C], Bytes> }

export type Tables = { [T in keyof Known]: Row<T> }
