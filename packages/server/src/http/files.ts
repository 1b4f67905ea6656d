import type { Answer } from '../service/execute.ts'

/**
 * An answer of bytes other than JSON. Headers tell the browser to show it in place, not to cache it or guess its type, and not to run or
 * fetch anything in it.
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
