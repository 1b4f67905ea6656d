/**
 * A reason why this program cannot start and that its operator can fix. The message is one plain line that names the cause. The command
 * line prints it without a stack trace and exits with code 1. Any other error is a bug.
 */
export class StartupError extends Error {
  override name = 'StartupError'
}

/** The first line of an error's message, for use inside the one line of a StartupError. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message || ('code' in error ? String(error.code) : error.name) : String(error)
  return text.split('\n')[0]?.trim() ?? text
}
