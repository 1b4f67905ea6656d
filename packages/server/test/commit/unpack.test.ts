// Rows that earlier builds stored in packed form stay readable. packed.json has samples written by those builds.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { KEYS, WORDS } from '../../src/commit/packed-keys.ts'
import { eventBody, labelRow } from '../../src/commit/stored.ts'
import { unpack } from '../../src/commit/unpack.ts'

const PACKED: { text: string; given: string[]; packed: string }[] = JSON.parse(
  readFileSync(new URL('packed.json', import.meta.url), 'utf8'),
)

test('packed events, answers and label facts are read exactly as written', () => {
  for (const { text, given, packed } of PACKED) expect(unpack(packed, given)).toBe(text)
  const [event] = PACKED
  const [id = '', type = '', subject = '', partner_id = ''] = event?.given ?? []
  expect(eventBody({ id, type, subject, partner_id, body: event?.packed ?? '' })).toBe(event?.text)
  const facts = PACKED.at(-1)
  expect(labelRow({ facts: facts?.packed }).facts).toEqual(JSON.parse(facts?.text ?? ''))
})

test('plain text is read unchanged', () => {
  for (const text of ['', 'sealed:abc', '[1]', '"text"', '{"id":"\\u0001"}', '\u001d{"id":"evt_1"}']) expect(unpack(text)).toBe(text)
})

test('a code keeps the meaning that it had when it was written', () => {
  const hash = (list: readonly string[]) => createHash('sha256').update(list.join(' ')).digest('hex').slice(0, 16)
  expect([hash(KEYS), hash(WORDS)]).toEqual(['061f0f400f2663a0', '07a23549eef7d5b5'])
  // One key and one word for each possible first byte, in each of the forms that a key can have.
  expect(unpack('\u001f\u0001 \u0002 \u0003 \u0004 \u0005 \u0006 \u0007 \u0008 \u0009 \u000a \u0012 \u0013 ')).toMatchInlineSnapshot(
    `","object":,"object":","object":null","object":","object":"","object":null{"object":{"object":"{"object":null,"packageCount":{"packageCount":nullwebhook"`,
  )
})
