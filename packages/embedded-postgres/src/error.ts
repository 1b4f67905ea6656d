/** A reason why the database cannot be had that an operator can act on: one line that names the thing at fault. Anything else thrown is a bug. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** The first line of what `error` says, for use inside the one line of an EmbeddedPostgresError. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || ('code' in error ? String(error.code) : error.name) : String(error)
  return text.split('\n')[0]?.trim() ?? text
}
