// Limits for storage and retries on a device.

/** Maximum number of unsent entries, refused ones included: a week of a busy counter. */
export const MAX_ENTRIES = 5_000
/** Maximum size of one picture, the same as the service's limit. */
export const MAX_ATTACHMENT_BYTES = 5 * 2 ** 20
/** Maximum size of all unsent pictures. */
export const MAX_ATTACHMENTS_BYTES = 256 * 2 ** 20
/** Maximum size of an entry's body, which has only a few fields. */
export const MAX_BODY_CHARACTERS = 64 * 1024

/** Time limit for an answer of the service. */
export const ANSWER_LIMIT_MS = 30_000
/**
 * Wait after the first failed try. The wait doubles with each further try, up to the longest wait. A random part of it is used: at least
 * half, at most all of it.
 */
export const FIRST_WAIT_MS = 500
export const LONGEST_WAIT_MS = 30_000
/** Maximum wait that the queue accepts from a Retry-After header. It replaces longer values. */
export const LONGEST_RETRY_AFTER_MS = 15 * 60_000
/** After this many answers of 500, an entry is set aside, so that the entries behind it can be sent. */
export const MAX_FAILURES = 5
/**
 * Maximum time since the first try of an entry without an answer. After this time, the entry is no longer repeated automatically, because
 * the service forgets an Idempotency-Key after seven days.
 */
export const REPEATABLE_MS = 6 * 24 * 3_600_000
/** How often a signed-out device checks whether someone has signed in elsewhere. */
export const SIGN_IN_POLL_MS = 60_000
/** Maximum age of a session's data. Older data is read again before anything is sent. */
export const SESSION_FRESH_MS = 5 * 60_000
/** Maximum number of sent entries in the list. The list shows the newest entries of today. */
export const MAX_SENT = 1_000
/** How often the clocks are read, so that a sleep of the device is noticed. */
export const CHECK_INTERVAL_MS = 5_000
