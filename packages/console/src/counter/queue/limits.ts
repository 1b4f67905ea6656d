// The bounds of what a device keeps and how it tries.

/** Entries that are not sent yet, refused ones included: a week of a busy counter. */
export const MOST_ENTRIES = 5_000
/** One picture: what the service takes. */
export const MOST_ATTACHMENT_BYTES = 5 * 2 ** 20
/** All pictures that wait. */
export const MOST_ATTACHMENTS_BYTES = 256 * 2 ** 20
/** An entry's body, which is a few fields. */
export const MOST_BODY_CHARACTERS = 64 * 1024

/** How long the service may take for an answer. */
export const ANSWER_LIMIT_MS = 30_000
/** The first wait after a lost line, doubled each time up to the longest; each is between half and all of it. */
export const FIRST_WAIT_MS = 500
export const LONGEST_WAIT_MS = 30_000
/** Of a Retry-After: what asks for more is asked again after this. */
export const LONGEST_RETRY_AFTER_MS = 15 * 60_000
/** So often an entry is answered with 500 before it is set aside for those behind it. */
export const MOST_FAILURES = 5
/**
 * The service forgets an Idempotency-Key after seven days. What was tried longer ago than this and never answered is not repeated by itself.
 */
export const REPEATABLE_MS = 6 * 24 * 3_600_000
/** How often a signed-out device asks whether somebody has signed in elsewhere. */
export const SIGN_IN_POLL_MS = 60_000
/** A session that was read longer ago is read again before anything is sent. */
export const SESSION_FRESH_MS = 5 * 60_000
/** Of what was sent, the newest of today stay on the list. */
export const MOST_SENT = 1_000
/** How often the clocks are looked at, so that a sleep of the device is noticed. */
export const LOOK_MS = 5_000
