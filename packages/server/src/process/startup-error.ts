/**
 * A reason why this program cannot start that its operator can fix. The message is one line of plain words that names the cause. The
 * command line prints it without a stack trace and exits with code 1. Anything else that is thrown is a bug.
 */
export class StartupError extends Error {
  override name = 'StartupError'
}

/** The first line of what `error` says, for use inside the one line of a StartupError. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || ('code' in error ? String(error.code) : error.name) : String(error)
  return text.split('\n')[0]?.trim() ?? text
}
