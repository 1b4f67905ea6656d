import { Database, type Value } from '../../src/database/db.ts'

type Statement = [name: string, text: string, values?: readonly Value[]]

/**
 * Calls `tell` for each statement of this process before it is sent. An error that `tell` throws becomes the statement's failure. Returns a
 * function that stops this.
 */
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
