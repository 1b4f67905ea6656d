// The ids by which a caller and its proxies know a request, for log lines. Ours, which every answer carries, stays the one that counts:
// anybody can send theirs twice.
import type { IncomingHttpHeaders } from 'node:http'
import { readTraceparent } from '../telemetry/traceparent.ts'

const REQUEST_ID = /^[\x21-\x7e]{1,128}$/

export interface CallersIds {
  caller_request_id?: string
  trace_id?: string
}

/** What fits of `X-Request-Id` and `traceparent`. */
export const callersIds = ({ 'x-request-id': id, traceparent }: IncomingHttpHeaders): CallersIds => {
  const trace = readTraceparent(traceparent)
  return {
    ...(typeof id === 'string' && REQUEST_ID.test(id) && { caller_request_id: id }),
    ...(trace && { trace_id: trace.trace_id }),
  }
}
