import { Database, type Value } from '../../src/database/db.ts'

type Statement = [name: string, text: string, values?: readonly Value[]]

/** Tells of each statement of this process before it is sent, whoever's it is; what it throws is the statement's failure. Returns what ends that. */
export const watchStatements = (tell: (...statement: Statement) => void): (() => void) => {
  const { query } = Database.prototype
  Database.prototype.query = async function (this: Database, ...statement: Statement) {
    tell(...statement)
    return query.apply(this, statement)
  } as typeof query
  return () => {
    Database.prototype.query = query
  }
}
