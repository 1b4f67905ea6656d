// Helpers of the console's lists: refreshed rows, exports in parts, and retried commands.
import { describe, expect, test } from 'vitest'
import { csvRowCounter } from '../../src/console/lists/csv-rows.ts'
import { readCsv } from '../../src/console/lists/read-csv.ts'
import { CommandKeys } from '../../src/console/live/keys.ts'
import { mergeFirstPage } from '../../src/console/live/merge.ts'
import { delayOf, waitedOut, worthAnother } from '../../src/console/live/waiting.ts'
import { LineLost, Refused } from '../../src/shared/api.ts'

const refused = (status: number, code: string, retry_after_s: number | null = null) =>
  new Refused(status, { code, message: code, details: {} }, retry_after_s)

describe('a first page that is read again', () => {
  const merge = (fresh: string, known: string) => mergeFirstPage([...fresh], [...known], (key) => key)?.join('') ?? null
  test.each([
    ['what is new comes on top, what the page had before goes on below it', 'XAB', 'ABCDE', 'XABCDE'],
    ['what is gone from its place is gone', 'ACD', 'ABCDEF', 'ACDEF'],
    ['what is gone from its end goes on below: the list does not end there', 'AB', 'ABCD', 'ABCD'],
    ['what moved within it is there once', 'BAC', 'ABCD', 'BACD'],
    ['nothing was known', 'AB', '', 'AB'],
  ])('%s', (_, fresh, known, merged) => {
    expect(merge(fresh, known)).toBe(merged)
  })
  test('more came in than a page has: what is known does not follow on it', () => {
    expect(merge('XYZ', 'ABC')).toBeNull()
  })
})

describe('a CSV', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  test('rows are counted across pieces, without the head; a line break within quotes begins none', () => {
    const count = csvRowCounter()
    expect([count(bytes('id,name\r\n1,"a')), count(bytes('\r\nb""')), count(bytes('\r\nc"\r\n2,x\r\n'))]).toEqual([0, 0, 2])
  })
  test('one that comes in several answers is one file with one head, and every row once', async () => {
    const answers: Record<string, string> = {
      start: 'id,name,note\r\n1,a,\r\n2,b,\r\nhas_more,CUR-2,\r\n',
      'CUR-2': 'id,name,note\r\n3,"c\r\nhas_more,no,",\r\nhas_more,CUR-3,\r\n',
      'CUR-3': 'id,name,note\r\n4,d,\r\n',
    }
    const seen: number[] = []
    const { file, rows } = await readCsv(
      async (cursor, onPiece) => {
        const text = answers[cursor ?? 'start'] as string
        onPiece(bytes(text))
        return new Blob([text])
      },
      (soFar) => seen.push(soFar),
    )
    expect(await file.text()).toBe('id,name,note\r\n1,a,\r\n2,b,\r\n3,"c\r\nhas_more,no,",\r\n4,d,\r\n')
    expect(rows).toBe(4)
  })
})

describe('a command', () => {
  test.each([
    ['its answer is lost', new LineLost(null), true],
    ['the service failed', refused(503, 'unavailable'), true],
    ['it is still being carried out', refused(409, 'idempotency_in_progress'), true],
    ['the session had ended', refused(401, 'session_invalid'), true],
    ['it was refused', refused(409, 'tender_already_accepted'), false],
    ['it was done', undefined, false],
  ])('has the same key again if %s: %s', (_, error, isSame) => {
    const keys = new CommandKeys()
    const first = keys.keyOf('POST /v2/x')
    expect(keys.keyOf('POST /v2/y')).not.toBe(first)
    keys.settle('POST /v2/x', error)
    expect(keys.keyOf('POST /v2/x') === first).toBe(isSame)
  })

  test('is sent again when it was refused for its rate, after as long as the service says, and for nothing else', async () => {
    expect([delayOf(0, refused(429, 'rate_limited', 7)), worthAnother(4, refused(429, 'rate_limited', 7))]).toEqual([7_000, true])
    expect(worthAnother(0, refused(409, 'conflict'))).toBe(false)
    const answers = [refused(429, 'rate_limited', 0), refused(429, 'rate_limited', 0), 'done']
    const act = async () => {
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return answer
    }
    expect(await waitedOut(act)).toBe('done')
    await expect(waitedOut(() => Promise.reject(refused(409, 'conflict')))).rejects.toThrow('conflict')
  })
})
