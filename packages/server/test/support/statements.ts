import { Database, type Value } from '../../src/database/db.ts'

type Statement = [name: string, text: string, values?: readonly Value[]]

/**
 * Calls `tell` before each statement of this process is sent. If `tell` throws, the statement fails with that error. Returns a function
 * that ends this.
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
