// Generates docs/errors.md from the table of codes and the endpoints' contracts.

import { ERRORS, type ErrorCode } from '@backhaul/core/errors.ts'
import { type Endpoint, errorCodesOf } from '@backhaul/server/contracts'

/** If more endpoints than this can return a code, the page does not list them. */
const MOST_LISTED = 12

const NOT_OF_ENDPOINTS: Partial<Record<ErrorCode, string>> = {
  route_not_found: 'any other path',
  method_not_allowed: 'a path with another method',
}

const where = (code: ErrorCode, endpoints: Endpoint[]): string => {
  const answering = endpoints.filter((endpoint) => errorCodesOf(endpoint).includes(code))
  const keyed = endpoints.filter(({ auth }) => auth !== 'page')
  if (keyed.every((endpoint) => answering.includes(endpoint))) return 'every endpoint'
  const writing = keyed.filter(({ method }) => method !== 'GET')
  if (
    answering.length >= writing.length &&
    writing.every((endpoint) => answering.includes(endpoint)) &&
    answering.every(({ method }) => method !== 'GET')
  )
    return 'every endpoint except GET endpoints'
  const posts = keyed.filter(({ method }) => method === 'POST')
  if (answering.length === posts.length && answering.every(({ method }) => method === 'POST')) return 'every POST'
  if (answering.length > MOST_LISTED) return `${answering.length} endpoints; see the reference`
  return answering.map(({ method, path }) => `\`${method} ${path.replaceAll(/:([a-z_]+)/g, '{$1}')}\``).join('<br>') || '-'
}

export const renderErrors = (endpoints: Endpoint[]): string => {
  const rows = (Object.keys(ERRORS) as ErrorCode[]).map((code) => {
    const { status, meaning } = ERRORS[code]
    return `| \`${code}\` | ${status} | ${meaning} | ${NOT_OF_ENDPOINTS[code] ?? where(code, endpoints)} |`
  })
  return `<!-- Generated from packages/core/src/errors.ts by \`npm run generate\`; do not edit. -->
# Errors

Every error answer has the same shape, with a status of 400 or higher:

\`\`\`json
{ "error": { "code": "shipment_held", "message": "The shipment is on hold; release it first.", "details": {} } }
\`\`\`

\`code\` is stable: use it in your program. \`message\` is a sentence for people and may change. \`details\` has the facts for this code. Quote the
\`X-Request-Id\` header when you ask the operator about an answer. If the answer has a \`Retry-After\` header, wait that many seconds before you try again.

Checks run in this order, and the first one that fails decides the answer: size, method and path; key or session; source address; signature, or
origin of a session's request; rate limit; scope; media type and JSON; idempotency key; fields; existence; state.

| code | status | meaning | answered by |
|---|---|---|---|
${rows.join('\n')}
`
}
