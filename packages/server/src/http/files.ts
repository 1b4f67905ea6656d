import type { Answer } from '../service/execute.ts'

/**
 * Bytes that are no JSON: never cached, never guessed at, shown in place, and nothing in them is run or fetched by whoever shows them.
 * `filename` is plain ASCII without quotes. Contract §9.
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
