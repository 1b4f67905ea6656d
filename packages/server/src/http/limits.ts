/** Body limits; contract §14. */
export const JSON_LIMIT_BYTES = 1024 * 1024
export const BATCH_LIMIT_BYTES = 8 * 1024 * 1024
export const DOCUMENT_LIMIT_BYTES = 5 * 1024 * 1024
