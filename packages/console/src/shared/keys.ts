/** A new Idempotency-Key. `crypto.randomUUID` is for https only; a counter in a store's own network may have none. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
