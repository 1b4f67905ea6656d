// The ids by which a caller and its proxies know a request, for log lines. Our own id, which every answer carries, remains the
// authoritative one, because a caller may send the same id twice.
import type { IncomingHttpHeaders } from 'node:http'
import { readTraceparent } from '../telemetry/traceparent.ts'

const REQUEST_ID = /^[\x21-\x7e]{1,128}$/

export interface CallersIds {
  caller_request_id?: string
  trace_id?: string
}

/** Returns the valid ones of `X-Request-Id` and `traceparent`. */
export const callersIds = ({ 'x-request-id': id, traceparent }: IncomingHttpHeaders): CallersIds => {
  const trace = readTraceparent(traceparent)
  return {
    ...(typeof id === 'string' && REQUEST_ID.test(id) && { caller_request_id: id }),
    ...(trace && { trace_id: trace.trace_id }),
  }
}
