import type { Answer } from './endpoint.ts'

/** Bytes that are no JSON: never cached, never guessed at, shown in place. `filename` is plain ASCII without quotes. Contract §9. */
export const fileAnswer = (body: Uint8Array, contentType: string, filename: string): Answer => ({
  status: 200,
  body,
  headers: {
    'content-type': contentType,
    'content-disposition': `inline; filename="${filename}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  },
})
