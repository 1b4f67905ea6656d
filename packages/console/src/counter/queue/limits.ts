// Limits for storage and retries on a device.

/** Maximum number of unsent entries, refused ones included: a week of a busy counter. */
export const MOST_ENTRIES = 5_000
/** Maximum size of one picture, the same as the service's limit. */
export const MOST_ATTACHMENT_BYTES = 5 * 2 ** 20
/** Maximum size of all unsent pictures. */
export const MOST_ATTACHMENTS_BYTES = 256 * 2 ** 20
/** Maximum size of an entry's body, which has only a few fields. */
export const MOST_BODY_CHARACTERS = 64 * 1024

/** Time limit for an answer of the service. */
export const ANSWER_LIMIT_MS = 30_000
/**
 * The first wait after a lost connection. It doubles each time up to the longest wait. The actual wait is random, between half of it and
 * all of it.
 */
export const FIRST_WAIT_MS = 500
export const LONGEST_WAIT_MS = 30_000
/** Maximum wait for a Retry-After. Longer values are shortened to this. */
export const LONGEST_RETRY_AFTER_MS = 15 * 60_000
/** After this many answers of 500, an entry is set aside so that the entries behind it are sent. */
export const MOST_FAILURES = 5
/**
 * The service forgets an Idempotency-Key after seven days. An entry first tried longer ago than this, without an answer, is not repeated
 * automatically.
 */
export const REPEATABLE_MS = 6 * 24 * 3_600_000
/** How often a signed-out device checks whether someone has signed in elsewhere. */
export const SIGN_IN_POLL_MS = 60_000
/** A session read longer ago than this is read again before anything is sent. */
export const SESSION_FRESH_MS = 5 * 60_000
/** Maximum number of sent entries on the list. It shows today's newest ones. */
export const MOST_SENT = 1_000
/** How often the clocks are read, so that a sleep of the device is noticed. */
export const LOOK_MS = 5_000
