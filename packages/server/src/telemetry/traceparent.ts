// Trace context of a caller (W3C Trace Context).

/** Version, trace id, parent id, flags. */
const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})/

export interface Traceparent {
  trace_id: string
  span_id: string
  isSampled: boolean
}

/** Parses the header; null if it is invalid or absent. */
export const readTraceparent = (header: unknown): Traceparent | null => {
  const found = typeof header === 'string' ? TRACEPARENT.exec(header) : null
  if (!found) return null
  const [, trace_id, span_id, flags] = found as unknown as [string, string, string, string]
  return { trace_id, span_id, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
