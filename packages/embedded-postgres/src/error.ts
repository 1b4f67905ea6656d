/**
 * A reason why the database is unavailable that an operator can fix: one line that names the faulty thing. Any other thrown error is a bug.
 */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError'
}

/** Returns the first line of an error's message, for use inside the one line of an EmbeddedPostgresError. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || ('code' in error ? String(error.code) : error.name) : String(error)
  return text.split('\n')[0]?.trim() ?? text
}
