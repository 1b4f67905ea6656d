import type { Answer } from '../service/execute.ts'

/**
 * Answers with bytes other than JSON. Headers tell the browser to show them in place, not to cache them or guess their type, and not to run
 * or fetch anything in them.
 * `filename` is plain ASCII without quotes.
 */
export const fileAnswer = (body: Uint8Array, contentType: string, filename: string): Answer => ({
  status: 200,
  body,
  headers: {
    'content-type': contentType,
    'content-disposition': `inline; filename="${filename}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  },
})
