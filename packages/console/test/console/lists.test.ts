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

describe('a reloaded first page', () => {
  const merge = (fresh: string, known: string) => mergeFirstPage([...fresh], [...known], (key) => key)?.join('') ?? null
  test.each([
    ['puts new rows on top of the known rows', 'XAB', 'ABCDE', 'XABCDE'],
    ['removes a row that is missing between others', 'ACD', 'ABCDEF', 'ACDEF'],
    ['keeps rows after its end, because the list continues there', 'AB', 'ABCD', 'ABCD'],
    ['contains a moved row once', 'BAC', 'ABCD', 'BACD'],
    ['is complete if no rows were known', 'AB', '', 'AB'],
  ])('%s', (_, fresh, known, merged) => {
    expect(merge(fresh, known)).toBe(merged)
  })
  test('drops the known rows if more new rows arrived than fit on a page', () => {
    expect(merge('XYZ', 'ABC')).toBeNull()
  })
})

describe('a CSV', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  test('counts rows across chunks without the header; a line break within quotes starts no row', () => {
    const count = csvRowCounter()
    expect([count(bytes('id,name\r\n1,"a')), count(bytes('\r\nb""')), count(bytes('\r\nc"\r\n2,x\r\n'))]).toEqual([0, 0, 2])
  })
  test('joins several responses into one file with one header and every row once', async () => {
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
  ])('reuses its key if %s: %s', (_, error, isSame) => {
    const keys = new CommandKeys()
    const first = keys.keyOf('POST /v2/x')
    expect(keys.keyOf('POST /v2/y')).not.toBe(first)
    keys.settle('POST /v2/x', error)
    expect(keys.keyOf('POST /v2/x') === first).toBe(isSame)
  })

  test('is retried only after 429, after the time that the service names', async () => {
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
