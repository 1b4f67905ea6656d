/** Returns a new Idempotency-Key. `crypto.randomUUID` needs HTTPS, which a counter in a store's own network may not have. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
