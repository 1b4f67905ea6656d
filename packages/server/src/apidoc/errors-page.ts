// docs/errors.md from the table of codes and the endpoints' contracts.

import { ERRORS, type ErrorCode } from '../domain/errors.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { errorCodesOf } from '../http/error-answers.ts'

/** More endpoints than this are not listed one by one. */
const MOST_LISTED = 12

const NOT_OF_ENDPOINTS: Partial<Record<ErrorCode, string>> = {
  route_not_found: 'any other path',
  method_not_allowed: 'a path with another method',
}

const where = (code: ErrorCode, endpoints: Endpoint[]): string => {
  const answering = endpoints.filter((endpoint) => errorCodesOf(endpoint).includes(code))
  if (answering.length === endpoints.length) return 'every endpoint'
  const posts = endpoints.filter(({ method }) => method === 'POST')
  if (answering.length === posts.length && answering.every(({ method }) => method === 'POST')) return 'every POST'
  if (answering.length > MOST_LISTED) return `${answering.length} endpoints; each says so in the reference`
  return answering.map(({ method, path }) => `\`${method} ${path.replaceAll(/:([a-z_]+)/g, '{$1}')}\``).join('<br>') || '-'
}

export const renderErrors = (endpoints: Endpoint[]): string => {
  const rows = (Object.keys(ERRORS) as ErrorCode[]).map((code) => {
    const { status, meaning } = ERRORS[code]
    return `| \`${code}\` | ${status} | ${meaning} | ${NOT_OF_ENDPOINTS[code] ?? where(code, endpoints)} |`
  })
  return `<!-- Generated from packages/server/src/domain/errors.ts by \`npm run generate\`; do not edit. -->
# Errors

Every error answer has one shape, with a status of 400 or more:

\`\`\`json
{ "error": { "code": "shipment_held", "message": "The shipment is on hold; release it first.", "details": {} } }
\`\`\`

\`code\` is stable: switch on it. \`message\` is one sentence for people and may change. \`details\` holds the facts that go with the code. Quote the
\`X-Request-Id\` header when you ask about an answer. Wait for \`Retry-After\` seconds where that header is present.

A request is refused by the first of these that applies: size, method and path; key; source address; signature; rate limit; scope; media type and
JSON; idempotency key; fields; existence; state.

| code | status | meaning | answered by |
|---|---|---|---|
${rows.join('\n')}
`
}
